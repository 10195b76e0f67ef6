// Reads a session file with pi's own parser and migrations, in memory; tells where a damaged one is damaged.
import { readFileSync } from "node:fs";
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import { loadSessionParser } from "./pi-seams.ts";

/** An entry of a session, as pi stores it. */
export interface StoredEntry {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly message?: StoredMessage;
  readonly summary?: string;
  readonly fromHook?: boolean;
  readonly [key: string]: unknown;
}

export interface StoredMessage {
  readonly role: string;
  readonly content: unknown;
  readonly [key: string]: unknown;
}

export interface StoredSession {
  /** The entries from the first to the last one written, along the branch it is on. */
  readonly branch: readonly StoredEntry[];
  /** `path:line` of an entry. */
  placeOf(entry: StoredEntry): string;
  /** What the model is sent for stored messages, as pi converts them. */
  toModel(entries: readonly StoredEntry[]): StoredMessage[];
}

type Fields = Readonly<Record<string, unknown>>;

/** @throws PlaybookError `invalid-session` with the line and what is wrong with it. */
export const readSessionFile = async (path: string): Promise<StoredSession> => {
  const text = readText(path);
  const lines = linesOf(text, path);
  const { parse, migrate, convertToLlm } = await loadSessionParser();
  const entries = parse(text) as unknown as StoredEntry[];
  migrate(entries);
  // pi skips lines it cannot read; there are none here, so its entries are our lines.
  const lineOf = new Map(entries.map((entry, index) => [entry, lines[index] ?? 0]));
  return {
    branch: branchOf(entries, (entry) => lineOf.get(entry) ?? 0, path),
    placeOf: (entry) => `${path}:${lineOf.get(entry)}`,
    toModel: (some) => convertToLlm(some.flatMap(agentMessages)) as StoredMessage[],
  };
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new PlaybookError(
      "invalid-session",
      tellFailure({ happened: `The session ${path} cannot be read: ${(error as Error).message}` }),
      { cause: error },
    );
  }
};

/** The numbers of the lines that hold something, each checked. */
const linesOf = (text: string, path: string): number[] => {
  const numbers: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    checkLine(line, index + 1, numbers.length === 0, path);
    numbers.push(index + 1);
  }
  if (numbers.length === 0) throw damaged(path, 1, "a session header", "an empty file");
  return numbers;
};

const checkLine = (line: string, number: number, first: boolean, path: string): void => {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    throw damaged(path, number, "a JSON object", `${describeValue(line)} (${(error as Error).message})`);
  }
  if (!isObject(entry)) throw damaged(path, number, "a JSON object", describeValue(entry));
  const { type, message } = entry;
  if (first && type !== "session")
    throw damaged(path, number, 'a session header, { "type": "session", … }', describeValue(entry));
  if (typeof type !== "string") throw damaged(path, number, 'an entry with a "type"', describeValue(entry));
  if (type === "message" && !(isObject(message) && typeof message.role === "string")) {
    throw damaged(path, number, "a message with a role", describeValue(message));
  }
};

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const branchOf = (
  entries: readonly StoredEntry[],
  lineOf: (entry: StoredEntry) => number,
  path: string,
): StoredEntry[] => {
  const stored = entries.filter(({ type }) => type !== "session");
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const branch: StoredEntry[] = [];
  const seen = new Set<StoredEntry>();
  for (let entry = stored.at(-1); entry !== undefined; ) {
    if (seen.has(entry)) throw damaged(path, lineOf(entry), "a parent that comes before the entry", entry.id);
    seen.add(entry);
    branch.unshift(entry);
    const { parentId } = entry;
    const parent = typeof parentId === "string" ? byId.get(parentId) : undefined;
    if (typeof parentId === "string" && parent === undefined) {
      throw damaged(path, lineOf(entry), "a parent that is in the file", describeValue(parentId));
    }
    entry = parent;
  }
  return branch;
};

// As pi makes the messages of a run from its entries; summaries are left to the run that is replayed.
const agentMessages = ({ type, message, timestamp, ...rest }: StoredEntry): object[] => {
  if (type === "message" && message) return [{ ...message, content: message.content ?? [] }];
  if (type === "custom_message") {
    const { customType, content = [], display, details } = rest;
    return [
      { role: "custom", customType, content, display, details, timestamp: new Date(String(timestamp)).getTime() },
    ];
  }
  return [];
};

const damaged = (path: string, line: number, expected: string, received: string): PlaybookError =>
  new PlaybookError(
    "invalid-session",
    tellFailure({ happened: `The session ${path} is damaged at line ${line}.`, expected, received }),
  );
