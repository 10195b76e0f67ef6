// What the command line asks for. It prints only through what it is given.
import { parseArgs } from "node:util";
import { doctor } from "./doctor.ts";
import { runners } from "./first-test.ts";
import { init } from "./init.ts";
import { BrokenManifestError } from "./package-tree.ts";

export interface CommandPlace {
  /** The folder the command is about, absolute. */
  readonly folder: string;
  /** Of the Node that runs. */
  readonly nodeVersion: string;
  /** The answer. */
  out(text: string): void;
  /** Complaints about the command itself. */
  err(text: string): void;
}

const usage = `Usage: pi-testkit <command> [options]

  doctor                        tells which pi, Node and kit the current folder has, and what is wrong with them
  init [--runner vitest|node]   writes a first test for the extension in the current folder; the default runner is
                                vitest where the project has it, else node

Exit code: 0 all is well, 1 something is wrong, and what to do is told, 2 the command was not understood.
`;

/** What was asked for makes no sense. */
class UsageError extends Error {}

/** As `parseArgs` of Node complains, and we. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

type Command = (args: string[], place: CommandPlace) => number;

const commands: Readonly<Record<string, Command>> = {
  doctor(args, place) {
    parseArgs({ args, options: {} });
    return doctor(place);
  },
  init(args, place) {
    const { values } = parseArgs({ args, options: { runner: { type: "string" } } });
    const runner = runners.find((name) => name === values.runner);
    if (values.runner !== undefined && !runner) {
      throw new UsageError(`There is no runner "${values.runner}": ${runners.join(" or ")}.`);
    }
    return init(place, runner);
  },
};

/** Runs the command and returns its exit code. */
export const runCommandLine = ([name, ...args]: readonly string[], place: CommandPlace): number => {
  if (name === "--help" || name === "-h" || name === "help") {
    place.out(usage);
    return 0;
  }
  try {
    if (name === undefined) throw new UsageError("No command was given.");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    return command(args, place);
  } catch (error) {
    if (error instanceof BrokenManifestError) {
      place.out(`${error.message}\n  What to do: mend that file, or install its package again.\n`);
      return 1;
    }
    if (!isUsageError(error)) throw error;
    place.err(`${error.message}\n\n${usage}`);
    return 2;
  }
};
