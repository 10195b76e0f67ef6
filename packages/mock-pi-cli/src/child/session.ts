// What a session holds: its messages, its entries as pi writes them to a session file, and its settings.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Profile } from "../wire-changes.ts";
import { type Message, textOf, userMessage } from "./messages.ts";
import type { Model } from "./model.ts";

export interface Entry {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
  readonly [key: string]: unknown;
}

export interface QueuedMessage {
  readonly message: Message;
  readonly text: string;
}

/** A session. */
export interface Session {
  readonly id: string;
  readonly cwd: string;
  /** Where it is saved; undefined for one that is not. */
  readonly file: string | undefined;
  readonly header: Readonly<Record<string, unknown>>;
  messages: Message[];
  readonly entries: Entry[];
  readonly leafId: string | null;
  name: string | undefined;
  /** Adds an entry behind the last one; saves it where pi would. */
  append(type: string, fields: Readonly<Record<string, unknown>>): Entry;
}

const hex = (count: number): string =>
  Math.floor(Math.random() * 16 ** count)
    .toString(16)
    .padStart(count, "0");

/** A UUID of version 7, as pi makes them for sessions. */
export const newSessionId = (): string => {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + Math.floor(Math.random() * 4)).toString(16)}${hex(3)}-${hex(12)}`;
};

/** The folder of a working directory's sessions below the agent dir. */
export const sessionFolder = (agentDir: string, cwd: string): string =>
  `${agentDir}${sep}sessions${sep}--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;

export interface SessionOptions {
  readonly id?: string | undefined;
  readonly cwd: string;
  /** The folder for its file, `""` for the working directory; undefined keeps it in memory. */
  readonly folder?: string | undefined;
  /** A file of its own instead. */
  readonly file?: string | undefined;
  readonly parentSession?: string | undefined;
  readonly entries?: readonly Entry[] | undefined;
  readonly has: Profile;
}

/** Opens a session; one with a file that is not there yet writes it when the first message is due. */
export const openSession = ({
  id = newSessionId(),
  cwd,
  folder,
  file,
  parentSession,
  entries = [],
  has,
}: SessionOptions): Session => {
  const timestamp = new Date().toISOString();
  const header = { type: "session", version: 3, id, timestamp, cwd, ...(parentSession && { parentSession }) };
  const name = `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
  const path = file ?? (folder ? `${folder}${sep}${name}` : folder === "" ? name : undefined);
  const all: Entry[] = [...entries];
  let saved = entries.length > 0 && path !== undefined && existsSync(path);
  const due = (entry: Entry): boolean => {
    const { role } = (entry.message ?? {}) as Partial<Message>;
    return role === "assistant" || (role === "user" && has("savedWithPrompt"));
  };
  const save = (entry: Entry): void => {
    if (path === undefined) return;
    if (saved) appendFileSync(path, `${JSON.stringify(entry)}\n`);
    else if (due(entry)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${[header, ...all].map((each) => JSON.stringify(each)).join("\n")}\n`);
      saved = true;
    }
  };
  const session: Session = {
    id,
    cwd,
    file: path,
    header,
    messages: entries.flatMap((entry) => (entry.type === "message" ? [entry.message as Message] : [])),
    entries: all,
    get leafId() {
      return all.at(-1)?.id ?? null;
    },
    name: undefined,
    append(type, fields) {
      const entry: Entry = {
        type,
        id: hex(8),
        parentId: session.leafId,
        timestamp: new Date().toISOString(),
        ...fields,
      };
      all.push(entry);
      save(entry);
      return entry;
    },
  };
  return session;
};

const recordOf = (line: string) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // pi passes over what it cannot read
  }
};

/** Reads a session file; throws for one that is none. */
export const readSessionFile = (path: string) => {
  const [header, ...entries] = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap(recordOf);
  if (header?.type !== "session") throw new Error(`Session file is not a valid pi session: ${path}`);
  return { header: header as { id: string; cwd: string }, entries: entries as Entry[] };
};

/** What `get_fork_messages` lists. */
export const forkMessages = (session: Session): { entryId: string; text: string }[] =>
  session.entries.flatMap((entry) => {
    const message = entry.message as Message | undefined;
    return entry.type === "message" && message?.role === "user" ? [{ entryId: entry.id, text: textOf(message) }] : [];
  });

export const queued = (text: string, images: readonly unknown[] | undefined): QueuedMessage => ({
  text,
  message: userMessage(text, images),
});

/** The first entries of every session. */
export const beginSession = (session: Session, model: Model, thinkingLevel: string): void => {
  session.append("model_change", { provider: model.provider, modelId: model.id });
  session.append("thinking_level_change", { thinkingLevel });
};
