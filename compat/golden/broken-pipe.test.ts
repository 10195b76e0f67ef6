// A client that stops reading: real pi and the mock end the same way, in each mode.
import { spawn } from "node:child_process";
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import type { ScriptJSON } from "@pi-testkit/playbook/script";
import { prepareScriptedPi } from "@pi-testkit/scripted-pi";
import { expect, test } from "vitest";

const script: ScriptJSON = [{ together: [{ says: "first" }, { says: "second", delayMs: 600 }] }];
const common = ["--no-session", "--no-tools", "--model", "playbook/scripted"];

interface Way {
  readonly args: readonly string[];
  readonly input?: string;
  /** What must have been written before the client goes; without it, it goes at once. */
  readonly after?: string;
}

const ways: Readonly<Record<string, Way>> = {
  "in print mode": { args: ["-p", "hi"] },
  "in JSON mode, in the middle of a reply": { args: ["--mode", "json", "hi"], after: "text_end" },
  "in RPC mode, in the middle of a reply": {
    args: ["--mode", "rpc"],
    input: '{"type":"prompt","message":"hi"}\n',
    after: "text_end",
  },
};

const leave = (cliPath: string, cwd: string, env: Record<string, string>, { args, input, after }: Way) => {
  const child = spawn(process.execPath, [cliPath, ...common, ...args], { cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdin.on("error", () => {});
  if (input === undefined) child.stdin.end();
  else child.stdin.write(input);
  if (after === undefined) child.stdout.destroy();
  child.stdout.on("data", (text) => {
    stdout += text;
    if (after !== undefined && stdout.includes(after)) child.stdout.destroy();
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  return new Promise<unknown>((resolve) =>
    child.once("close", (code, signal) =>
      resolve({ code, signal, error: stderr.split("\n").find((line) => line.startsWith("Error:")) }),
    ),
  );
};

test.for(Object.entries(ways))("%s", { timeout: 60_000 }, async ([, way]) => {
  using real = prepareScriptedPi({ playbook: script });
  using mock = createMockPi();
  mock.onCall({ steps: script });
  const env = { ...real.env } as Record<string, string>;
  const ended = await leave(real.cliPath, real.cwd, env, way);
  expect(ended).toEqual({ code: 1, signal: null, error: "Error: write EPIPE" });
  expect(await leave(mock.cliPath, real.cwd, env, way)).toEqual(ended);
});
