// Every complaint of the parent's side, in full.
import { rmSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linesOf, runPi, startRpc } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi, MockPiError, type MockPiErrorCode, type MockPiResponse } from "./index.ts";

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

const told = (run: () => unknown, code?: MockPiErrorCode): string => {
  try {
    run();
  } catch (error) {
    expect(MockPiError.isInstance(error)).toBe(true);
    if (code !== undefined) expect((error as MockPiError).code).toBe(code);
    return (error as Error).message.replaceAll(/packages\/\S+:\d+:\d+/g, "<HERE>");
  }
  return "nothing";
};

const keys = "output, exitCode, stderr, delay, jsonl, writeFiles, steps, tools, match, times, signal, hang";

describe("a response that is not valid", () => {
  test.for([
    [
      { ouput: "x" },
      `onCall() was given a response that is not valid.\n  written at: <HERE>\n  expected: no other keys than ${keys}\n  received: "ouput"\nWhat to do: write "output".`,
    ],
    [
      { exitCode: "1" },
      'onCall() was given a response that is not valid at /exitCode.\n  written at: <HERE>\n  expected: a whole number from 0 to 255\n  received: "1"',
    ],
    [
      { match: { prompt: 5 } },
      "onCall() was given a response that is not valid at /match/prompt.\n  written at: <HERE>\n  expected: a text or a RegExp\n  received: 5",
    ],
    [
      { match: { arg: [] } },
      'onCall() was given a response that is not valid at /match.\n  written at: <HERE>\n  expected: no other keys than args, prompt, cwd, env\n  received: "arg"\nWhat to do: write "args".',
    ],
    [
      { steps: [{ say: "x" }] },
      'The script of onCall() is not valid at /0.\n  expected: an object with one of the keys when, says, calls, thinks, together, fails\n  received: {"say":"x"}\nWhat to do: write "says".\n  written at: <HERE>',
    ],
    [
      { signal: "SIGFOO" },
      'onCall() was given a response that is not valid at /signal.\n  written at: <HERE>\n  expected: the name of a signal of this system\n  received: "SIGFOO"',
    ],
    [
      "text",
      `onCall() was given a response that is not valid.\n  written at: <HERE>\n  expected: an object with some of ${keys}\n  received: "text"`,
    ],
  ] as const)("%j", ([response, message]) => {
    expect(told(() => pi.onCall(response as MockPiResponse), "invalid-response")).toBe(message);
  });
});

const circle: Record<string, unknown> = {};
circle.self = circle;

describe("what is no data and could not reach a child", () => {
  test.for([
    [{ jsonl: [1n] }, "/jsonl/0", "the bigint 1"],
    [{ jsonl: ["x", { a: [() => 1] }] }, "/jsonl/1/a/0", "[function anonymous]"],
    [{ jsonl: [undefined] }, "/jsonl/0", "undefined"],
    [{ jsonl: [circle] }, "/jsonl/0/self", "an object that holds itself"],
    [{ tools: { add: { text: "x", details: Number.NaN } } }, "/tools/add/details", "NaN"],
    [{ tools: { add: { text: "x", details: new Map() } } }, "/tools/add/details", "an object of the class Map"],
    [{ steps: [{ calls: "add", params: { a: 1n } }] }, "/steps/0/params/a", "the bigint 1"],
  ] as const)("%o", ([response, pointer, received]) => {
    const rest = `not valid at ${pointer}.\n  written at: <HERE>\n  expected: data: texts, numbers, booleans, null, arrays and plain objects\n  received: ${received}`;
    expect(told(() => pi.onCall(response as never), "invalid-response")).toBe(
      `onCall() was given a response that is ${rest}`,
    );
  });

  test("in a scenario", () => {
    expect(told(() => pi.onRpc({ on_prompt: [{ type: "x", at: 1n }] }), "invalid-scenario")).toBe(
      "The scenario of onRpc() is not valid at /on_prompt/0/at.\n  written at: <HERE>\n  expected: data: texts, numbers, booleans, null, arrays and plain objects\n  received: the bigint 1",
    );
    expect(told(() => pi.onRpc({ on_prompt: [{ $kill: "SIGFOO" }] }), "invalid-scenario")).toBe(
      'The scenario of onRpc() is not valid at /on_prompt/0/$kill.\n  written at: <HERE>\n  expected: the name of a signal of this system\n  received: "SIGFOO"',
    );
  });

  test("what JSON.stringify() writes may be given: dates, absent keys, one object twice, those of another realm", () => {
    const twice = { n: 1 };
    pi.onCall({
      jsonl: [new Date(0), { a: undefined }, twice, twice, runInNewContext("({})")],
      match: { prompt: /x/ },
    });
  });
});

test("an option nobody knows", () => {
  expect(told(() => createMockPi({ piversion: "1.6.0" } as object), "invalid-option")).toBe(
    'createMockPi does not know the option "piversion".\n  written at: <HERE>\n  expected: piVersion, guard, childTimeoutMs, survivesNull, extensionFlags\nWhat to do: write "piVersion".',
  );
  expect(told(() => createMockPi({ piVersion: "newest" }))).toBe(
    'createMockPi does not know this version of pi.\n  written at: <HERE>\n  expected: a version, such as "1.6.0"\n  received: "newest"',
  );
  expect(told(() => createMockPi({ childTimeoutMs: 0 }))).toBe(
    "createMockPi needs a limit of time.\n  written at: <HERE>\n  expected: a number of milliseconds above 0\n  received: 0",
  );
});

test("installed twice", () => {
  const rest =
    "\n  written at: <HERE>\nLikely cause: an earlier test did not uninstall it, or two tests of one file run at the same time.\nWhat to do: call uninstall(), or use env() for one child instead of install().";
  pi.install();
  expect(told(() => pi.install(), "installed-twice")).toBe(`install() was called while this mock is installed.${rest}`);
  using other = createMockPi();
  expect(told(() => other.install(), "installed-twice")).toBe(
    `install() was called while another mock pi is installed.${rest}`,
  );
});

test("responses left over", async () => {
  pi.onCall({ output: "used" });
  pi.onCall({ output: "unused" });
  pi.onRpc({});
  await runPi(["-p", "hi"], { env: pi.env() });
  expect(told(pi.assertDone, "left-over")).toBe(
    "2 responses were not claimed by any pi.\n  written at: <HERE>\n  left:\n    onCall() at <HERE>\n    onRpc() at <HERE>\nLikely cause: pi was started less often than the test expects, in another mode, or a match fits no child.\nWhat to do: remove the response, or find out why pi was not started.",
  );
});

test("nobody called", async () => {
  const waiting = pi.waitForCall({ timeoutMs: 30 });
  await expect(waiting).rejects.toMatchObject({ code: "timed-out" });
  await expect(waiting).rejects.toThrow(
    /^No pi was started within 30 ms\.\n {2}written at: packages\/mock-pi-cli\/src\/failures\.test\.ts:\d+:\d+\n {2}received: 0 earlier calls\nLikely cause: the code under test does not start pi, or finds another one\.$/,
  );
});

test("nobody called, under fake timers", async () => {
  vi.useFakeTimers();
  try {
    await expect(pi.waitForCall({ timeoutMs: 30 })).rejects.toThrow(/^No pi was started within 30 ms\.\n/);
  } finally {
    vi.useRealTimers();
  }
});

test("used after it was disposed of", () => {
  pi.dispose();
  pi.dispose();
  const calls = {
    "onCall()": () => pi.onCall({}),
    "onRpc()": () => pi.onRpc({}),
    "install()": () => pi.install(),
    "reset()": () => pi.reset(),
  };
  for (const [name, call] of Object.entries(calls))
    expect(told(call, "disposed")).toBe(`${name} was called on a mock pi that was disposed of.\n  written at: <HERE>`);
  expect(pi.callCount()).toBe(0);
});

describe("a script that was not played as it is written", () => {
  const dry = 'The mock\'s script has no step for a request after "x". Add one, usually a closing { "says": "…" }.';
  const other =
    'The mock\'s script has the prompt "x" next, and pi was given "other". Write in "when" the text that arrives.';
  test.for([
    [{ steps: [] }, "x", dry],
    [{ steps: [{ when: "x", steps: [{ says: "a" }] }] }, "other", other],
  ] as const)("%j, asked %s", async ([response, prompt, complaint]) => {
    pi.onCall(response);
    const ran = await runPi(["-p", prompt], { env: pi.env() });
    expect(ran).toEqual({ stdout: "", stderr: `${complaint}\n`, code: 1, signal: null });
    const message = `A mock pi gave up: ${complaint}\n  written at: <HERE>\n  received: pi -p ${prompt}`;
    expect(told(pi.assertDone, "child-failed")).toBe(message);
    expect(pi.failure).toMatchObject({ code: "child-failed" });
    pi.dispose();
    expect(told(pi.assertDone, "child-failed")).toBe(message);
  });

  test("it is not tried again, whatever words the prompt has", async () => {
    pi.onCall({ steps: [] });
    const records = linesOf(await runPi(["--mode", "json", "429 overloaded"], { env: pi.env() }));
    expect(records.some(({ type }) => type === "auto_retry_start")).toBe(false);
  });

  const left =
    '1 step of a script was not played.\n  written at: <HERE>\n  received: pi <ARGS>\n  left:\n    step 2: {"says":"b"}\nLikely cause: this pi was given fewer prompts than the script has turns, or its run ended before the script did.\nWhat to do: remove the steps, or find out why the model was not asked.';

  test("steps left over, also asked after dispose()", async () => {
    pi.onCall({ steps: [{ when: "x", steps: [{ says: "a" }, { says: "b" }] }] });
    expect(await runPi(["-p", "x"], { env: pi.env() })).toMatchObject({ stdout: "a\n", code: 0 });
    expect(told(pi.assertDone, "left-over")).toBe(left.replace("<ARGS>", "-p x"));
    pi.dispose();
    expect(told(pi.assertDone, "left-over")).toBe(left.replace("<ARGS>", "-p x"));
  });

  test("steps left over in RPC mode, while it runs; none once they were played", async () => {
    pi.onRpc({
      steps: [
        { when: "x", steps: [{ says: "a" }] },
        { when: "y", steps: [{ says: "b" }] },
      ],
    });
    const rpc = startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
    rpc.send({ type: "prompt", message: "x" });
    await rpc.until(({ type }) => type === "agent_settled");
    expect(told(pi.assertDone, "left-over")).toBe(left.replace("<ARGS>", "--mode rpc --no-session"));
    rpc.send({ type: "prompt", message: "y" });
    await rpc.until(
      (record) =>
        record.type === "agent_settled" && record !== rpc.records.find((each) => each.type === "agent_settled"),
    );
    pi.assertDone();
    rpc.end();
    await rpc.ended;
    pi.assertDone();
  });

  test("a child that asked the model nothing counts only when no other has played the response", async () => {
    pi.onCall({ steps: [{ says: "a" }] });
    const asking = startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
    asking.end();
    await asking.ended;
    expect(told(pi.assertDone, "left-over")).toMatch(/^1 step of a script was not played\./);
    await runPi(["-p", "x"], { env: pi.env() });
    pi.assertDone();
  });
});

test("asked after dispose() what was left over", () => {
  pi.onCall({});
  pi.dispose();
  expect(told(pi.assertDone, "left-over")).toMatch(/^1 response was not claimed by any pi\./);
  using other = createMockPi();
  other.dispose();
  other.assertDone();
});

test("disposed of when its folder is gone already", () => {
  rmSync(pi.dir, { recursive: true });
  pi.dispose();
});
