// Which session a command line opens: a new one, a saved one by path or id, the last one, a fork, or none that is kept.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, normalize, resolve } from "node:path";
import type { Profile } from "../wire-changes.ts";
import type { Arguments } from "./arguments.ts";
import { OtherProject } from "./fork-question.ts";
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
  return given === undefined ? sessionFolder(agentDir, cwd) : normalize(given);
};

/** In a folder that may be of several projects, only sessions of this one count. */
const isOfOneProject = ({ args, env, has }: SessionChoice): boolean =>
  !has("sessionFolderByProject") || (args.values.get("session-dir") ?? env.PI_CODING_AGENT_SESSION_DIR) === undefined;

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => join(folder, name))
        .map((path) => ({ path, time: statSync(path).mtimeMs }))
        .sort((one, other) => other.time - one.time)
        .map(({ path }) => resolve(path))
    : [];

/** Opens a saved session; a path that does not exist yet becomes one. */
export const openFile = (path: string, { cwd, has }: SessionChoice): Session => {
  if (!existsSync(path)) return openSession({ cwd, file: path, has });
  const { header, entries } = readSessionFile(path);
  const session = openSession({ id: header.id, cwd: header.cwd, file: path, entries, has });
  session.name = entries.findLast(({ type }) => type === "session_info")?.name as string | undefined;
  return session;
};

const headerOf = (file: string): { readonly id: string; readonly cwd: string } => {
  try {
    return readSessionFile(file).header;
  } catch {
    return { id: "", cwd: "" };
  }
};
const idOf = (file: string): string => headerOf(file).id;

/** The sessions of this project, the youngest first. */
const ownFiles = (choice: SessionChoice): string[] => {
  const files = filesIn(folderOf(choice));
  return isOfOneProject(choice) ? files : files.filter((file) => headerOf(file).cwd === choice.cwd);
};

/** Those of all projects. */
const allFiles = (choice: SessionChoice): string[] => {
  if (!isOfOneProject(choice)) return filesIn(folderOf(choice));
  const folder = join(choice.agentDir, "sessions");
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => filesIn(join(folder, name))) : [];
};

const looksLikePath = (text: string): boolean => /[/\\]/.test(text) || text.endsWith(".jsonl");

const named = (text: string, files: readonly string[]): string | undefined =>
  files.find((file) => idOf(file) === text) ?? files.find((file) => idOf(file).startsWith(text));

const find = (text: string, choice: SessionChoice): string | undefined =>
  looksLikePath(text) ? resolve(text) : named(text, ownFiles(choice));

const folderGone = (session: Session, { cwd, output }: SessionChoice): number => {
  output.error(`Stored session working directory does not exist: ${session.cwd}`);
  output.error(`Session file: ${session.file}\nCurrent working directory: ${cwd}`);
  return 1;
};

const notFound = (text: string, { output }: SessionChoice): number => {
  output.error(`No session found matching '${text}'`);
  return 1;
};

const opened = (path: string, choice: SessionChoice): Session | number => {
  try {
    const session = openFile(path, choice);
    return existsSync(session.cwd) ? session : folderGone(session, choice);
  } catch (error) {
    choice.output.error(`Error: ${(error as Error).message}`);
    return 1;
  }
};

/** A session of this project that begins with what another one holds. */
const forked = (source: string, choice: SessionChoice): Session | number => {
  const { args, cwd, has } = choice;
  const parent = opened(source, choice);
  if (typeof parent === "number") return parent;
  const { entries, name } = parent;
  const folder = resolve(folderOf(choice));
  const session = openSession({ id: args.values.get("session-id"), cwd, folder, has, entries, parentSession: source });
  session.name = name;
  return session;
};

/** The session, or the exit code of a start that failed. Throws OtherProject where pi asks before it goes on. */
export const chooseSession = (choice: SessionChoice): Session | number => {
  const { args, cwd, has, output } = choice;
  const id = args.values.get("session-id");
  if (args.switches.has("no-session") || args.help || args.listModels !== undefined)
    return openSession({ id, cwd, has });
  const folder = folderOf(choice);
  const fork = args.values.get("fork");
  if (fork !== undefined) {
    const source = find(fork, choice) ?? named(fork, allFiles(choice));
    if (source === undefined) return notFound(fork, choice);
    return forked(source, choice);
  }
  const wanted = args.values.get("session");
  if (wanted !== undefined) {
    const path = find(wanted, choice);
    if (path !== undefined) return opened(path, choice);
    const other = named(wanted, allFiles(choice));
    if (other === undefined) return notFound(wanted, choice);
    throw new OtherProject(headerOf(other).cwd, () => forked(other, choice));
  }
  const [latest] = args.switches.has("continue") ? ownFiles(choice) : [];
  if (latest !== undefined) return opened(latest, choice);
  if (id !== undefined) {
    const path = ownFiles(choice).find((file) => idOf(file) === id);
    if (path !== undefined) return opened(path, choice);
    if (has("newSessionIdWarning"))
      output.error(`Warning: No project session found with id '${id}'; creating a new session with that id.`);
  }
  return openSession({ id, cwd, folder, has });
};
