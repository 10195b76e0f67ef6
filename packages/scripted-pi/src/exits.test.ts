// A pi that ends, or does not answer, while something is awaited; and what the playbook wrote: each told in full.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calls, says, when } from "@pi-testkit/playbook";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";
import { prepareScriptedPi, ScriptedPiError, startScriptedPi } from "./index.ts";

const long = { timeout: 90_000 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "scripted-pi-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program in pi's place: what matters here is how it ends. */
const program = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const failureOf = async (promise: Promise<unknown>): Promise<[code: string, message: string]> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptedPiError.isInstance(error)) throw new Error("no ScriptedPiError");
  return [error.code, error.message.replaceAll(/packages\/\S+:\d+:\d+/g, "<HERE>")];
};

test("it ends with words on stderr", async () => {
  const file = program("fails.mjs", "console.error('out of luck'); process.exitCode = 3;");
  await using pi = startScriptedPi({ pi: file, playbook: [] });
  expect(await failureOf(pi.client.waitFor("anything"))).toEqual([
    "exited",
    'pi ended with exit code 3, so nothing more can come.\n  written at: <HERE>\n  received: on stderr: "out of luck\\n"',
  ]);
});

test("it ends by a signal", async () => {
  const file = program("waits.mjs", "setInterval(() => {}, 1000);");
  await using pi = startScriptedPi({ pi: file, playbook: [] });
  const waiting = failureOf(pi.client.waitFor("anything"));
  pi.kill("SIGKILL");
  expect(await waiting).toEqual([
    "exited",
    "pi ended by SIGKILL, so nothing more can come.\n  written at: <HERE>\n  received: nothing on stderr",
  ]);
});

test("it does not answer a command", async () => {
  const file = program("silent.mjs", "console.error('busy'); process.stdin.resume();");
  await using pi = startScriptedPi({ pi: file, playbook: [] });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [code, message] = await failureOf(pi.client.send({ type: "get_state" }, { timeoutMs: 1500 }));
  expect(code).toBe("timed-out");
  expect(message).toBe(
    'The response to "get_state" did not come within 1500 ms.\n  written at: <HERE>\n  received: on stderr: "busy\\n"\nLikely cause: the run waits for an answer, has not started, or wrote something else; the last records are above.',
  );
});

test("every command is for RPC mode", async () => {
  const file = program("ends.mjs", "");
  await using pi = startScriptedPi({ pi: file, mode: "json", playbook: [], args: [] });
  const { client } = pi;
  const commands = {
    "prompt()": () => client.prompt("x"),
    "run()": () => client.run("x"),
    "steer()": () => client.steer("x"),
    "followUp()": () => client.followUp("x"),
    "abort()": () => client.abort(),
    "state()": () => client.state(),
    "send()": () => client.send({ type: "abort" }),
  };
  for (const [name, command] of Object.entries(commands))
    expect(await failureOf((async () => command())())).toEqual([
      "not-rpc",
      `${name} was called on a pi that does not run in RPC mode.\n  written at: <HERE>\nWhat to do: start it with mode: "rpc"; in print and JSON mode prompts are arguments.`,
    ]);
});

test("the playbook of a real pi ran dry, or has steps left over", long, async () => {
  await using dry = startScriptedPi({ mode: "json", playbook: [when("hi", [calls("bash", { command: "true" })])] });
  await dry.exited;
  const [code, message] = await failureOf((async () => dry.assertDone())());
  expect(code).toBe("playbook-failed");
  expect(message).toBe(
    'The playbook failed in pi: The model was asked for step 2, and the turn when("hi") has none left.\n  written at: <HERE>\n  expected: the turn to be over after its one step\n  received: a request after the user\'s text "hi"\nLikely cause: the last step calls a tool, and pi asks the model again with its result.\nWhat to do: add the missing step, usually a closing says("…").\n  written at: <HERE>',
  );
  await using rich = startScriptedPi({
    mode: "json",
    playbook: [when("hi", [says("one")]), says("two")],
    args: ["hi"],
  });
  await rich.exited;
  expect(() => rich.assertDone()).toThrow(/^1 step of the playbook was not played\./);
});

test("prepared for somebody else, too", () => {
  expect(() => prepareScriptedPi({ playbook: [], pi: "/nowhere" })).toThrow(
    /^There is no pi at \/nowhere\.\n {2}written at: .*\n {2}expected: the package @earendil-works\/pi-coding-agent\nWhat to do: name the package's folder, a node_modules that holds it, or the file to start\.$/,
  );
});

test("the command line of the program", () => {
  expect(() => readCommandLine(["--script"])).toThrow(/^--script needs a value\.$/);
  expect(() => readCommandLine(["--mode"])).toThrow(/^--mode needs a value\.$/);
  expect(() => readCommandLine(["--mode", "tui"])).toThrow(/^--mode is one of rpc, json, print, not "tui"\.$/);
  expect(() => readCommandLine(["--model", "x"])).toThrow(
    /^scripted-pi does not know --model; put pi's own flags behind "--"\.$/,
  );
});
