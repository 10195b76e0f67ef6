// What fails in the user or in the playbook is kept, stops the run, and is thrown by whatever waits.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, test } from "vitest";
import { prepareScriptedPi, type ScriptedPi, ScriptedPiError, startScriptedPi } from "./index.ts";
import { createPlaybookReport } from "./playbook-report.ts";

const long = { timeout: 90_000 };
const gate = join(import.meta.dirname, "fixtures/gate.ts");
const lines = (message: string): string =>
  message.replaceAll(/packages\/scripted-pi\/src\/sticky-failures\.test\.ts:(\d+):\d+/g, "line $1");
const here = (): number => Number(/sticky-failures\.test\.ts:(\d+)/.exec(new Error().stack?.split("\n")[2] ?? "")?.[1]);

const rejected = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const told = (pi: Pick<ScriptedPi, "assertDone">): string => {
  try {
    pi.assertDone();
  } catch (error) {
    expect(ScriptedPiError.isInstance(error) && error.code).toBe("playbook-failed");
    return lines((error as Error).message);
  }
  return "nothing";
};

const cause =
  "Likely cause: pi was given fewer prompts than the script has turns, or a run was blocked, aborted or ended by a tool.\nWhat to do: remove the steps, or find out why the model was not asked.";

test("steps left over while pi lives, and after it was disposed of", long, async () => {
  const line = here() + 2;
  await using pi = startScriptedPi({
    playbook: [when("hi", [says("one"), says("two")]), when("again", [says("three")])],
  });
  await pi.client.run("hi");
  const message = `2 steps of the playbook were not played.\n  written at: line ${line}\n  left:\n    step 2: {"says":"two"}\n    step 3: {"says":"three"}\n${cause}`;
  await pi.dispose();
  expect(told(pi)).toBe(message);
  const sent: string[] = [];
  const begun = here() + 1;
  await using alive = startScriptedPi({
    playbook: createPlaybook([when("hi", [says("one"), says("two")])]),
    onLine: (direction, text) => void (direction === "in" && sent.push(text)),
  });
  await alive.client.run("hi");
  expect(told(alive)).toBe(
    `1 step of the playbook was not played.\n  written at: line ${begun}\n  left:\n    step 2: {"says":"two"}\n${cause}`,
  );
  expect(await rejected(alive.client.run("more"))).toBe(alive.failure);
  expect(await rejected(alive.client.settled())).toBe(alive.failure);
  expect(sent.join("\n")).not.toContain("more");
});

test("a script that ran dry rejects the run, and is told after dispose(), with its place", long, async () => {
  const line = here() + 1;
  await using pi = startScriptedPi({ playbook: [when("hi", [says("one")])] });
  await pi.client.run("hi");
  const failure = await rejected(pi.client.run("again"));
  expect(lines((failure as Error).message)).toBe(
    `The playbook failed in pi: The model was asked for step 2, and the turn when("hi") has none left.\n  written at: line ${line}\n  expected: the turn to be over after its one step\n  received: a request after the user's text "again"\nLikely cause: an extension or a queued message started another request.\nWhat to do: add the missing step, usually a closing says("…").\n  written at: line ${line}`,
  );
  expect(pi.failure).toBe(failure);
  await pi.dispose();
  expect(pi.failure).toBe(failure);
  expect(() => pi.assertDone()).toThrow(failure as Error);
});

test("a script as data has no place in the code: its own path is told", () => {
  const script = { one: [{ says: "a" }], two: [{ when: "x", steps: [{ says: "b" }] }] };
  const file = "/somewhere/playbook.json";
  const setting = { playbook: script, script, file, log: "/no/log", writtenAt: "a.test.ts:1:1" };
  expect(createPlaybookReport(setting).left()?.message).toBe(
    `1 step of the playbook's script for model "one" was not played.\n  written at: a.test.ts:1:1\n  left:\n    step 1: {"says":"a"}\n${cause}`,
  );
});

test("print mode: the reason is there once pi has ended", long, async () => {
  await using pi = startScriptedPi({
    mode: "print",
    playbook: [{ calls: "bash", params: { command: "true" } }],
    args: ["hi"],
  });
  await pi.exited;
  expect(pi.failure?.message).toMatch(
    /^The playbook failed in pi: The model was asked for step 2, and the script has none left\.\n {2}written at: playbook#\/0\n/,
  );
});

test("a wrong answer of the user rejects the call that waits, and every later one", long, async () => {
  const line = here() + 1;
  await using pi = startScriptedPi({ extensions: [gate], playbook: [], ui: { select: "zz" } });
  const failure = await rejected(pi.client.prompt("/ask"));
  expect(lines((failure as Error).message)).toContain(`written at: line ${line}`);
  expect(pi.failure).toBe(failure);
  expect(await rejected(pi.client.run("hi"))).toBe(failure);
  expect(await rejected(pi.client.settled())).toBe(failure);
  expect(() => pi.assertDone()).toThrow(failure as Error);
});

test("a wrong answer in a run stops the run", long, async () => {
  const told: Error[] = [];
  await using pi = startScriptedPi({
    extensions: [gate],
    playbook: [when("go", [calls("bash", { command: "true" }), says("done")])],
    ui: {
      confirm: () => {
        throw new Error("nobody is here");
      },
      onFailure: (failure) => void told.push(failure),
    },
  });
  const failure = await rejected(pi.client.run("go"));
  expect((failure as Error).message).toContain("nobody is here");
  expect(told).toEqual([failure]);
  await expect.poll(() => pi.records.some(({ type }) => type === "agent_settled"), { timeout: 10_000 }).toBe(true);
  expect(pi.events.messages.at(-1)?.role).not.toBe("user");
});

test("prepared for somebody else: what a pi left over is told after dispose() too", long, () => {
  const line = here() + 1;
  const prepared = prepareScriptedPi({ playbook: [says("x"), says("y")] });
  spawnSync("pi", ["-p", "hi"], { env: prepared.env, cwd: prepared.cwd, input: "" });
  prepared.dispose();
  expect(told(prepared)).toContain(
    `The playbook failed in pi: The script ended with 1 step unused.\n  written at: line ${line}\n  left:\n    step 2: says("y")\n`,
  );
});
