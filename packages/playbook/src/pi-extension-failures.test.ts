// What the extension file tells of a script that does not fit, in a process of its own. On the newest pi only: each test
// starts a pi, and the texts are ours.
import { expect, it, vi } from "vitest";
import { runPi } from "./fixtures/pi-process.ts";

// Each test starts a pi, which is slow beside other tests.
vi.setConfig({ testTimeout: 60_000 });

it("logs an exhausted script as a failure, and pi ends at once with the playbook's word for it", async () => {
  const { stderr, code, log } = await runPi(
    [{ when: "hi", steps: [{ calls: "bash", params: { command: "true" } }] }],
    ["-p", "hi"],
  );
  expect([stderr, code]).toEqual([
    "The pi-testkit playbook stopped this run; run(), play() and assertDone() throw the reason.\n",
    1,
  ]);
  expect(log.map(({ type }) => type)).toEqual(["request", "call", "request", "failure", "end"]);
  expect(log[3]).toMatchObject({ code: "exhausted", step: 2 });
});

it("logs left-over steps at the end, and without a log tells stderr", async () => {
  const run = await runPi([{ when: "hi", steps: [{ says: "a" }, { says: "b" }] }], ["-p", "hi"], { log: false });
  expect([run.stdout, run.code]).toEqual(["a\n", 0]);
  expect(run.stderr).toBe(
    `The script ended with 1 step unused.
  written at: HOME/play.json#/0/steps/1
  left:
    step 2: says("b")
Likely cause: pi stopped asking the model earlier than the script expects: a run was blocked, aborted or ended by a tool, or the prompt was handled by an extension.
What to do: remove the steps, or find out why the model was not asked.
`,
  );
});

it("is refused by pi at start, with the reason, when its script is none", async () => {
  const { stdout, stderr, code } = await runPi([{ say: "x" }], ["-p", "hi"]);
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toContain(": The script HOME/play.json is not valid at /0.\n");
});
