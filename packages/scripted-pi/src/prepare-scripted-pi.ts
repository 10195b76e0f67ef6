// The same isolated pi for a command line that somebody else writes: an editor, a backend, an extension that spawns pi.
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { callSite } from "@pi-testkit/failure-report";
import { checkOptions, type ScriptedPiOptions } from "./options.ts";
import { extensionFile, modelIdOf, scriptJSONOf } from "./playbook-file.ts";
import { prepare } from "./prepare.ts";

/** What a caller needs to start the scripted pi itself. Members may be passed unbound. */
export interface PreparedPi {
  /** The whole environment; its PATH begins with a folder that holds `pi`. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** For `node <cliPath>`, as pi's own `RpcClient` takes it. */
  readonly cliPath: string;
  /** pi's agent dir: the playbook is its extension and its default model. */
  readonly agentDir: string;
  /** Throws what went wrong in the playbook, of every pi that was started; also after `dispose()`. */
  assertDone(): void;
  /** Removes the folders. Ends no process: it started none. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * Prepares an isolated pi without starting it. The playbook is installed in the agent dir, so any `pi` that runs with
 * `env` is scripted, whatever its arguments say; only `-ne` and `--model` of another provider get around it.
 *
 * @throws ScriptedPiError `invalid-option`, `pi-not-found`
 * @example
 * const prepared = prepareScriptedPi({ playbook: [says("done")] });
 * spawnSync("pi", ["-p", "do it"], { env: prepared.env, cwd: prepared.cwd });
 */
export const prepareScriptedPi = (options: Omit<ScriptedPiOptions, "mode" | "args" | "ui" | "stdin">): PreparedPi => {
  const writtenAt = callSite(prepareScriptedPi);
  checkOptions(options, writtenAt);
  const settings = {
    defaultProvider: "playbook",
    defaultModel: modelIdOf(scriptJSONOf(options.playbook)),
    extensions: [extensionFile(), ...(options.extensions ?? [])],
    ...options.settings,
  };
  const prepared = prepare({ ...options, extensions: [], settings }, writtenAt);
  const { folders, program, invocation } = prepared;
  const bin = join(folders.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "pi"), `#!/bin/sh\nexec "${process.execPath}" "${program.file}" "$@"\n`, { mode: 0o755 });
  writeFileSync(join(bin, "pi.cmd"), `@"${process.execPath}" "${program.file}" %*\r\n`);
  let over: Error | undefined;
  const lookAtPlaybook = (): void => {
    over ??= prepared.report.failure() ?? prepared.report.leftAtQuit();
  };
  const dispose = (): void => {
    lookAtPlaybook(); // before its folder goes
    prepared.remove();
  };
  return {
    env: { ...invocation.env, PATH: [bin, invocation.env.PATH].filter(Boolean).join(delimiter) },
    cwd: folders.cwd,
    cliPath: program.file,
    agentDir: folders.agentDir,
    assertDone() {
      lookAtPlaybook();
      if (over) throw over;
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
};
