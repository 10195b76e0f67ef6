#!/usr/bin/env node
// The conversation with a scripted pi, line by line, for a person.
import type { ScriptJSON } from "@pi-testkit/playbook";
import { readCommandLine, usage } from "./command-line.ts";
import { promptsOf } from "./playbook-file.ts";
import { startScriptedPi } from "./start-scripted-pi.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const run = async (args: readonly string[]): Promise<number> => {
  const line = readCommandLine(args);
  if (line.help) {
    print(usage);
    return 0;
  }
  const own = line.script !== undefined;
  const given = line.prompts.length > 0 ? line.prompts : ["hi"];
  // Not tied to the prompts: a command of an extension asks no model.
  const script = (own ? line.script : given.map(() => ({ says: "A scripted reply." }))) as ScriptJSON;
  const prompts = line.prompts.length > 0 || !own ? given : promptsOf(script);
  await using pi = startScriptedPi({
    playbook: script,
    mode: line.mode,
    extensions: line.extensions,
    pi: line.pi,
    args: [...line.rest, ...(line.mode === "rpc" ? [] : prompts)],
    onLine: (direction, text) => print(`${direction === "in" ? ">>" : "<<"} ${text}`),
  });
  if (line.mode === "rpc") {
    for (const prompt of prompts) await pi.client.run(prompt);
    pi.client.end();
  }
  const { code, signal } = await pi.exited;
  if (pi.stderr !== "") process.stderr.write(pi.stderr);
  print(`pi ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}.`);
  if (own) pi.assertDone();
  return code ?? 1;
};

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
