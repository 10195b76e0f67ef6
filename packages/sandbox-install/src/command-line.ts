// What the command line asks for and how the answer is shown. It prints only through the streams it is given.
import { parseArgs } from "node:util";
import { resultTable } from "./result-table.ts";
import { SandboxError } from "./sandbox-error.ts";
import { type PackageManagerName, packageManagers } from "./sandbox-options.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

export interface CommandStreams {
  /** The answer. */
  out(text: string): void;
  /** Progress and complaints. */
  err(text: string): void;
  /** Whether progress may overwrite its own line. */
  readonly isTerminal: boolean;
}

const usage = `Usage: pi-testkit-sandbox-install [dir] [options]

Packs the package in dir (default: the working directory; a .tgz is taken as it is), installs it as pi would, loads it
in pi, and tells what a user would run into.

  --pi <pi>                 "installed" (default), a release such as 1.6.0, or a path; repeat it for several
  --json                    the results as JSON, by pi
  --keep                    leave the sandbox and say where it is
  --package-manager <name>  pack with ${packageManagers.join(", ")}; default: what the project uses
  --npm-command <command>   pack and install with this command
  --help                    this text

Exit code: 0 no problems, 1 problems, 2 the check could not be made.
`;

const options = {
  pi: { type: "string", multiple: true },
  json: { type: "boolean" },
  keep: { type: "boolean" },
  "package-manager": { type: "string" },
  "npm-command": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const progressOn = ({ err, isTerminal }: CommandStreams) => ({
  // "\x1b[2K" clears the line, so that a shorter step leaves nothing of a longer one.
  step: isTerminal ? (step: string) => err(`\r\x1b[2K${step} …`) : undefined,
  end: () => {
    if (isTerminal) err("\r\x1b[2K");
  },
});

/** Runs the command and resolves to its exit code. */
export const runCommandLine = async (args: readonly string[], streams: CommandStreams): Promise<number> => {
  const progress = progressOn(streams);
  let json = false;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    json = values.json ?? false;
    if (values.help) {
      streams.out(usage);
      return 0;
    }
    if (positionals.length > 1) throw new TypeError(`Unexpected argument "${positionals[1]}": one package at a time.`);
    const results = await verifySandboxInstall({
      packageDir: positionals[0] ?? ".",
      pi: values.pi ?? ["installed"],
      keep: values.keep,
      packageManager: values["package-manager"] as PackageManagerName | undefined, // checked like any other option
      npmCommand: values["npm-command"],
      onProgress: progress.step,
    });
    progress.end();
    streams.out(json ? `${JSON.stringify(results, null, 2)}\n` : resultTable(results));
    return Object.values(results).some(({ problems }) => problems.length > 0) ? 1 : 0;
  } catch (error) {
    progress.end();
    if (!SandboxError.isInstance(error) && !(error instanceof TypeError)) throw error;
    const code = SandboxError.isInstance(error) ? error.code : "usage";
    const message = error.message.replace(/\n {2}written at: .*/, ""); // that line is one of ours
    if (json) streams.out(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
    else streams.err(`${message}\n${code === "usage" ? `\n${usage}` : ""}`);
    return 2;
  }
};
