// Every complaint in full.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { says, when } from "@pi-testkit/playbook";
import { expect, test, vi } from "vitest";
import { ScriptedPiError, type ScriptedPiOptions, startScriptedPi } from "./index.ts";

const long = { timeout: 90_000 };
const place = (message: string): string => message.replaceAll(/packages\/\S+:\d+:\d+/g, "<HERE>");

const told = (options: unknown): string => {
  try {
    void startScriptedPi(options as ScriptedPiOptions).dispose();
  } catch (error) {
    expect(ScriptedPiError.isInstance(error)).toBe(true);
    return place((error as Error).message);
  }
  return "nothing";
};

const rejected = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing",
    (error: Error) => place(error.message),
  );

test("options that make no sense", () => {
  expect(told({ playbook: [], extension: [] })).toBe(
    'startScriptedPi does not know the option "extension".\n  written at: <HERE>\n  expected: playbook, extensions, mode, args, cwd, files, ui, stdin, env, settings, pi, trust, onLine\nWhat to do: write "extensions".',
  );
  expect(told({})).toBe(
    "startScriptedPi was given no playbook.\n  written at: <HERE>\n  expected: createPlaybook([…]), a script, or a script as data",
  );
  expect(told({ playbook: [], mode: "prnt" })).toBe(
    'startScriptedPi does not know the mode "prnt".\n  written at: <HERE>\n  expected: rpc, json, print\nWhat to do: write "print".',
  );
  expect(told({ playbook: [], args: "-p" })).toBe(
    'startScriptedPi needs a list of texts as "args".\n  written at: <HERE>\n  expected: ["…"]\n  received: "-p"',
  );
  expect(told({ playbook: [], pi: "/nowhere/at/all" })).toBe(
    "There is no pi at /nowhere/at/all.\n  written at: <HERE>\n  expected: the package @earendil-works/pi-coding-agent\nWhat to do: name the package's folder, a node_modules that holds it, or the file to start.",
  );
});

test("folders and files that have no place, and what was made is removed", () => {
  // Other test files make such folders meanwhile.
  const own = mkdtempSync(join(tmpdir(), "scripted-pi-test-"));
  vi.stubEnv("TMPDIR", own);
  using _own = {
    [Symbol.dispose]() {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true });
    },
  };
  const noFolder = (received: string) =>
    `startScriptedPi was given a working directory that is no folder.\n  written at: <HERE>\n  expected: a folder that exists\n  received: "${received}"`;
  expect(told({ playbook: [], cwd: "/nope/x" })).toBe(noFolder("/nope/x"));
  expect(told({ playbook: [], cwd: "package.json" })).toBe(noFolder("package.json"));
  for (const path of ["../../x", "a/../..", "/x", "."])
    expect(told({ playbook: [], files: { [path]: "x" } })).toBe(
      `startScriptedPi was given a file outside the working directory.\n  written at: <HERE>\n  expected: a path inside, relative to it\n  received: "${path}"`,
    );
  expect(told({ playbook: [], files: { "..x": "text", a: 5 } })).toBe(
    'startScriptedPi was given no text for the file "a".\n  written at: <HERE>\n  expected: a text\n  received: 5',
  );
  expect(() => startScriptedPi({ playbook: [], files: { a: "x", "a/b": "x" } })).toThrow(/^EEXIST|^ENOTDIR/);
  expect(readdirSync(own).filter((name) => name.startsWith("scripted-pi-"))).toEqual([]);
});

test("a command in print mode, a refusal, and a pi that has ended", long, async () => {
  await using printing = startScriptedPi({ mode: "print", playbook: [when("hi", [says("x")])] });
  expect(() => printing.client.prompt("x")).toThrow(
    /^prompt\(\) was called on a pi that does not run in RPC mode\.\n {2}written at: .*\nWhat to do: start it with mode: "rpc"; in print and JSON mode prompts are arguments\.$/,
  );
  await using pi = startScriptedPi({ playbook: [] });
  expect(await rejected(pi.client.prompt(undefined as never))).toBe(
    'pi refused "prompt": Cannot read properties of undefined (reading \'startsWith\')\n  written at: <HERE>\n  received: {"type":"prompt"}',
  );
  expect(await rejected(pi.client.waitFor("never", { timeoutMs: 20, from: "now" }))).toMatch(
    /^A record of type "never" did not come within 20 ms\.\n {2}written at: <HERE>\n {2}left:\n {4}\{"id":"testkit-1".*\n?Likely cause: the run waits for an answer, has not started, or wrote something else; the last records are above\.$/s,
  );
  const waiting = rejected(pi.client.waitFor("never"));
  pi.client.end();
  expect(await waiting).toBe(
    "pi ended with exit code 0, so nothing more can come.\n  written at: <HERE>\n  received: nothing on stderr\nLikely cause: its input was closed, an extension shut it down, or a dialog was opened in session_start, which ends pi in RPC mode.",
  );
});

test("a line that is no record", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scripted-pi-test-"));
  const file = join(folder, "not-pi.mjs");
  writeFileSync(file, "console.log('no JSON')");
  await using pi = startScriptedPi({ pi: file, mode: "json", playbook: [], args: [] });
  await pi.exited;
  expect(place((pi.failure as Error).message)).toBe(
    'pi wrote a line to stdout that is no record.\n  written at: <HERE>\n  expected: a JSON object with a "type"\n  received: "no JSON"',
  );
  expect(() => pi.assertDone()).toThrow("pi wrote a line to stdout that is no record.");
  rmSync(folder, { recursive: true });
});
