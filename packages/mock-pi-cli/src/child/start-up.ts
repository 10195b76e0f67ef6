// What pi checks before it runs: each complaint is a line on stderr and an exit code.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ExtensionFlag } from "../state-folder.ts";
import type { Profile } from "../wire-changes.ts";
import type { Arguments } from "./arguments.ts";
import type { Output } from "./output.ts";

/** The exit code of a start that failed; undefined when pi goes on. */
type Failed = number | undefined;

/** Complaints of the command line itself. */
export const tellComplaints = ({ complaints }: Arguments, output: Output): Failed => {
  for (const { type, message } of complaints) output.error(`${type === "error" ? "Error" : "Warning"}: ${message}`);
  return complaints.some(({ type }) => type === "error") ? 1 : undefined;
};

const conflicts = (args: Arguments, flag: string, others: readonly string[]): string | undefined => {
  const given = others.filter((name) => args.switches.has(name) || args.values.has(name));
  if (given.length === 0) return undefined;
  return `Error: --${flag} cannot be combined with ${given.map((name) => `--${name}`).join(", ")}`;
};

const validId = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const invalidId =
  "Error: Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character";

/** Flags that exclude each other, and names that cannot be. */
export const checkSessionFlags = (args: Arguments, output: Output): Failed => {
  const refuse = (message: string | undefined): Failed => {
    if (message === undefined) return undefined;
    output.error(message);
    return 1;
  };
  const id = args.values.get("session-id");
  if (args.mode === "rpc" && args.fileArgs.length > 0)
    return refuse("Error: @file arguments are not supported in RPC mode");
  const fork = args.values.has("fork")
    ? conflicts(args, "fork", ["session", "continue", "resume", "no-session"])
    : undefined;
  if (fork) return refuse(fork);
  const named = id === undefined ? undefined : conflicts(args, "session-id", ["session", "continue", "resume"]);
  if (named) return refuse(named);
  if (id !== undefined && !validId.test(id)) return refuse(invalidId);
  return undefined;
};

/** `--name` without a name; told after the session was found. */
export const checkName = (args: Arguments, output: Output): Failed => {
  const name = args.values.get("name");
  if (name === undefined || name.trim() !== "") return undefined;
  output.error("Error: --name requires a non-empty value");
  return 1;
};

/** What is found out once extensions are loaded: missing ones, options nobody knows, the model. */
export const checkLoaded = (
  args: Arguments,
  modelError: string | undefined,
  modelWarning: string | undefined,
  flags: readonly ExtensionFlag[],
  has: Profile,
  output: Output,
): Failed => {
  const lines: { readonly text: string; readonly error: boolean }[] = [];
  const known = new Map(flags.map((flag) => (typeof flag === "string" ? [flag, undefined] : [flag.name, flag.type])));
  const unknown = [...args.unknownFlags.keys()].filter((name) => !known.has(name)).map((name) => `--${name}`);
  for (const [name, value] of args.unknownFlags)
    if (known.get(name) === "string" && value === true)
      lines.push({ text: `Extension flag "--${name}" requires a value`, error: true });
  if (unknown.length > 0)
    lines.push({ text: `Unknown option${unknown.length === 1 ? "" : "s"}: ${unknown.join(", ")}`, error: true });
  const local = args.extensions.filter((path) => !/^[a-z][a-z+]+:/i.test(path)); // not npm:, git:, builtin:
  const missing = local.map((path) => resolve(path)).filter((path) => !existsSync(path));
  for (const path of missing)
    lines.push({ text: `Failed to load extension "${path}": Extension path does not exist: ${path}`, error: true });
  const provider = args.values.get("provider");
  if (provider !== undefined && !args.values.has("model") && has("providerNeedsModel"))
    lines.push({
      text: `--provider requires --model (for example: --provider ${provider} --model <pattern>)`,
      error: true,
    });
  if (modelWarning) lines.push({ text: modelWarning, error: false });
  if (modelError) lines.push({ text: modelError, error: true });
  const tells = args.help || args.listModels !== undefined;
  if (!tells || has("helpTellsComplaints"))
    for (const { text, error } of lines) output.error(`${error ? "Error" : "Warning"}: ${text}`);
  if (tells) return undefined;
  if (missing.length > 0 && has("extensionHint")) output.error('Hint: Start without extensions using "pi -ne".');
  return lines.some(({ error }) => error) ? 1 : undefined;
};
