// What the program `scripted-pi` understands of its command line; everything else is pi's.
import { readFileSync } from "node:fs";
import type { PiMode } from "./options.ts";

export interface CommandLine {
  readonly mode: PiMode;
  readonly extensions: readonly string[];
  /** The script as data, when a file names one. */
  readonly script: unknown;
  readonly pi: string | undefined;
  readonly prompts: readonly string[];
  /** Flags for pi. */
  readonly rest: readonly string[];
  readonly help: boolean;
}

export const usage = `Usage: scripted-pi [--script <script.json>] [--mode rpc|json|print] [-e <extension>]... [--pi <folder>] [prompt...] [-- <arguments of pi>]

Runs the real pi, offline and away from your home, with a script as its model, and prints the conversation:
">>" is what goes in, "<<" what comes out. Without a script every prompt gets one fixed reply. In RPC mode the prompts
are those of the command line, else those of the script's turns.`;

const modes: readonly string[] = ["rpc", "json", "print"];

/** @throws Error with a sentence for the user. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const extensions: string[] = [];
  const prompts: string[] = [];
  let mode: PiMode = "rpc";
  let script: unknown;
  let pi: string | undefined;
  let help = false;
  const queue = [...args];
  const valueFor = (flag: string): string => {
    const value = queue.shift();
    if (value === undefined) throw new Error(`${flag} needs a value.`);
    return value;
  };
  for (let arg = queue.shift(); arg !== undefined && arg !== "--"; arg = queue.shift()) {
    if (arg === "--help" || arg === "-h") help = true;
    else if (arg === "--mode") {
      const value = valueFor(arg);
      if (!modes.includes(value)) throw new Error(`--mode is one of ${modes.join(", ")}, not "${value}".`);
      mode = value as PiMode;
    } else if (arg === "-e" || arg === "--extension") extensions.push(valueFor(arg));
    else if (arg === "--script") script = JSON.parse(readFileSync(valueFor(arg), "utf8"));
    else if (arg === "--pi") pi = valueFor(arg);
    else if (arg.startsWith("-")) throw new Error(`scripted-pi does not know ${arg}; put pi's own flags behind "--".`);
    else prompts.push(arg);
  }
  return { mode, extensions, script, pi, prompts, rest: queue, help };
};
