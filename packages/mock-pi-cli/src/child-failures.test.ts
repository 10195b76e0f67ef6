// Every complaint a child itself makes on stderr, in full, and what the parent makes of it.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { linesOf, runPi, startRpc } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi, MockPiError, parseScenario } from "./index.ts";

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

const thrown = (run: () => unknown): MockPiError => {
  try {
    run();
  } catch (error) {
    if (MockPiError.isInstance(error)) return error;
  }
  throw new Error("no MockPiError");
};
const place = (text: string): string => text.replaceAll(/packages\/\S+:\d+:\d+/g, "<HERE>");

test("a script that runs dry", { timeout: 60_000 }, async () => {
  pi.onCall({ steps: [{ calls: "bash", params: { command: "true" } }] });
  const ran = await runPi(["-p", "hi"], { env: pi.env() });
  expect(ran).toEqual({
    stdout: "",
    stderr: 'The mock\'s script has no step for a request after "hi". Add one, usually a closing { "says": "…" }.\n',
    code: 1,
    signal: null,
  });
});

test("a limit of time that is over", async () => {
  pi.dispose();
  pi = createMockPi({ childTimeoutMs: 200 });
  const ran = await runPi(["-p", "hi"], { env: pi.env(), stdin: "open" });
  const complaint = "mock-pi ended by itself after 200 ms: its stdin was not closed, or its response hangs.";
  expect(ran).toEqual({ stdout: "", stderr: `${complaint}\n`, code: 1, signal: null });
  const failure = thrown(pi.assertDone);
  expect(failure.code).toBe("child-failed");
  expect(place(failure.message)).toBe(`A mock pi gave up: ${complaint}\n  written at: <HERE>\n  received: pi -p hi`);
  expect(pi.failure).toBe(failure);
});

test("a pi nobody expected, on guard", async () => {
  pi.dispose();
  pi = createMockPi({ guard: true });
  const { stderr, code } = await runPi(["-p", "stray"], { env: pi.env() });
  expect(code).toBe(1);
  expect(stderr.replace(/by: process \d+, .*/, "by: <PARENT>")).toBe(
    `mock-pi is on guard: pi was started, and no response is queued for it.\n  started: pi -p stray\n  in: ${process.cwd()}\n  by: <PARENT>\nWhat to do: queue a response with onCall() or onRpc(), or keep this code from starting pi.\n`,
  );
});

test("a mock that is gone", async () => {
  const env = pi.env();
  const running = startRpc("pi", ["--mode", "rpc"], env);
  running.send({ id: "up", type: "get_state" });
  await running.until(({ id }) => id === "up");
  pi.dispose();
  expect(await runPi(["-p", "hi"], { env })).toEqual({
    stdout: "",
    stderr: "This mock pi was disposed of; whoever started it has outlived its test.\n",
    code: 1,
    signal: null,
  });
  running.end();
  await running.ended;
});

test("lines that are no command", async () => {
  const rpc = startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
  rpc.child.stdin.write('{bad\n42\n{"id":"x","type":"make_coffee"}\n');
  rpc.end();
  expect(linesOf(await rpc.ended)).toEqual([
    {
      type: "response",
      command: "parse",
      success: false,
      error: "Failed to parse command: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
    },
    { type: "response", success: false, error: "Unknown command: undefined" },
    { id: "x", type: "response", command: "make_coffee", success: false, error: "Unknown command: make_coffee" },
  ]);
});

test("mock-pi-rpc without a scenario, with none to read, and with one that is not valid", {
  timeout: 60_000,
}, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mock-pi-rpc-test-")));
  const file = join(folder, "scenario.json");
  const program = join(import.meta.dirname, "mock-pi-rpc.ts");
  const run = (...args: string[]) =>
    startRpc(process.execPath, ["--conditions=pi-testkit-source", program, ...args], process.env as never).ended;
  const usage = "Usage: mock-pi-rpc <scenario.json> [arguments of pi, which are ignored]\n";
  expect(await run()).toEqual({ stdout: "", stderr: usage, code: 2, signal: null });
  expect(await run(file)).toMatchObject({
    stderr: `The scenario ${file} cannot be read: ENOENT: no such file or directory, open '${file}'\n`,
    code: 2,
  });
  writeFileSync(file, "{ on_prompt");
  expect(await run(file)).toMatchObject({
    stderr: `The scenario ${file} cannot be read: Expected property name or '}' in JSON at position 2 (line 1 column 3)\n`,
    code: 2,
  });
  writeFileSync(file, '{ "steps": [{ "say": "x" }] }');
  expect(await run(file)).toMatchObject({
    stderr: `The script ${file}#/steps is not valid at /0.\n  expected: an object with one of the keys when, says, calls, thinks, together, fails\n  received: {"say":"x"}\nWhat to do: write "says".\n`,
    code: 2,
  });
  rmSync(folder, { recursive: true });
});

test("a scenario read by hand", () => {
  const failure = thrown(() => parseScenario({ on_prompt: [{ $ask: { method: "dance" } }] }, "scenario.json"));
  expect(failure.code).toBe("invalid-scenario");
  expect(failure.message).toBe(
    'The scenario scenario.json is not valid at /on_prompt/0/$ask.\n  expected: an object { method, … } with the method select, confirm, input or editor\n  received: {"method":"dance"}',
  );
});
