// Which session a command line opens: a new one, a saved one by path or id, the last one, a fork, or none that is kept.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Profile } from "../wire-changes.ts";
import type { Arguments } from "./arguments.ts";
import type { Output } from "./output.ts";
import { openSession, readSessionFile, type Session, sessionFolder } from "./session.ts";

export interface SessionChoice {
  readonly args: Arguments;
  readonly cwd: string;
  readonly agentDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly has: Profile;
  readonly output: Output;
}

/** The folder new sessions go to. */
export const folderOf = ({ args, env, agentDir, cwd }: SessionChoice): string => {
  const given = args.values.get("session-dir") ?? env.PI_CODING_AGENT_SESSION_DIR;
  return given === undefined ? sessionFolder(agentDir, cwd) : resolve(given);
};

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .reverse()
        .map((name) => join(folder, name))
    : [];

/** Opens a saved session; a path that does not exist yet becomes one. */
export const openFile = (path: string, { cwd, has }: SessionChoice): Session => {
  if (!existsSync(path)) return openSession({ cwd, file: path, has });
  const { header, entries } = readSessionFile(path);
  const session = openSession({ id: header.id, cwd: header.cwd, file: path, entries, has });
  session.name = entries.findLast(({ type }) => type === "session_info")?.name as string | undefined;
  return session;
};

const idOf = (file: string): string => {
  try {
    return readSessionFile(file).header.id;
  } catch {
    return "";
  }
};

const looksLikePath = (text: string): boolean => /[/\\]/.test(text) || text.endsWith(".jsonl");

const find = (text: string, choice: SessionChoice): string | undefined => {
  if (looksLikePath(text)) return resolve(text);
  const files = filesIn(folderOf(choice));
  return files.find((file) => idOf(file) === text) ?? files.find((file) => idOf(file).startsWith(text));
};

const notFound = (text: string, { output }: SessionChoice): number => {
  output.error(`No session found matching '${text}'`);
  return 1;
};

const opened = (path: string, choice: SessionChoice): Session | number => {
  try {
    return openFile(path, choice);
  } catch (error) {
    choice.output.error(`Error: ${(error as Error).message}`);
    return 1;
  }
};

/** The session, or the exit code of a start that failed. */
export const chooseSession = (choice: SessionChoice): Session | number => {
  const { args, cwd, has, output } = choice;
  const id = args.values.get("session-id");
  if (args.switches.has("no-session")) return openSession({ id, cwd, has });
  const folder = folderOf(choice);
  const fork = args.values.get("fork");
  if (fork !== undefined) {
    const source = find(fork, choice);
    if (source === undefined) return notFound(fork, choice);
    const parent = opened(source, choice);
    return typeof parent === "number"
      ? parent
      : openSession({ id, cwd, folder, has, entries: parent.entries, parentSession: source });
  }
  const wanted = args.values.get("session");
  if (wanted !== undefined) {
    const path = find(wanted, choice);
    return path === undefined ? notFound(wanted, choice) : opened(path, choice);
  }
  const [latest] = args.switches.has("continue") ? filesIn(folder) : [];
  if (latest !== undefined) return opened(latest, choice);
  if (id !== undefined) {
    const path = filesIn(folder).find((file) => idOf(file) === id);
    if (path !== undefined) return opened(path, choice);
    if (has("newSessionIdWarning"))
      output.error(`Warning: No project session found with id '${id}'; creating a new session with that id.`);
  }
  return openSession({ id, cwd, folder, has });
};
