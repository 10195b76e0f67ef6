// Everything up to the start of pi: folders, playbook, command line and environment.
import { resolve } from "node:path";
import { environmentOf, type PiFolders } from "./environment.ts";
import { makeFolders } from "./isolated-folders.ts";
import type { ScriptedPiOptions } from "./options.ts";
import type { Invocation } from "./pi-process.ts";
import { findPi, type PiProgram } from "./pi-program.ts";
import { extensionFile, modelIdOf, promptsOf, scriptJSONOf, writePlaybook } from "./playbook-file.ts";
import { createPlaybookReport, type PlaybookReport } from "./playbook-report.ts";

export interface Prepared {
  readonly invocation: Invocation;
  readonly program: PiProgram;
  readonly folders: PiFolders;
  readonly report: PlaybookReport;
  remove(): void;
}

const modeArguments = { rpc: ["--mode", "rpc"], json: ["--mode", "json"], print: ["-p"] } as const;

/** @internal */
export const prepare = (options: ScriptedPiOptions, writtenAt: string | undefined): Prepared => {
  const { mode = "rpc", extensions = [], trust = true } = options;
  const script = scriptJSONOf(options.playbook);
  const program = findPi(options.pi, writtenAt);
  const settings = { defaultProjectTrust: trust ? "always" : "never", ...options.settings };
  const { cwd, files } = options;
  const { folders, remove } = makeFolders({ cwd, files, settings, version: program.version });
  const { env, file, log } = writePlaybook(script, folders.root);
  const report = createPlaybookReport({ playbook: options.playbook, script, file, log, writtenAt });
  const args = options.args ?? (mode === "rpc" ? [] : promptsOf(script));
  const argv = [
    process.execPath,
    program.file,
    ...["-e", extensionFile()],
    ...extensions.flatMap((path) => ["-e", resolve(path)]),
    ...["--model", `playbook/${modelIdOf(script)}`],
    // "-p" takes the next argument as a prompt, so it comes before what cannot be one or is meant as one.
    ...modeArguments[mode],
    ...args,
  ];
  const invocation = { argv, env: environmentOf(folders, { ...env, ...options.env }), cwd: folders.cwd };
  return { invocation, program, folders, report, remove };
};
