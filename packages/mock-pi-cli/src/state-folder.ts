// Where parent and children meet: a folder of small files. A claim is a file that only one process can create.
// Paths are put together by hand: `join` takes a child that has just started a tenth of its time.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import type { StepJSON } from "@pi-testkit/playbook/script";

/** A long option of an extension, without dashes; without a type it takes a value or none. */
export type ExtensionFlag = string | { readonly name: string; readonly type: "boolean" | "string" };

/** What all children of one mock are told. */
export interface MockConfig {
  readonly piVersion: string;
  /** Milliseconds after which a child outside RPC mode ends by itself. */
  readonly childTimeoutMs: number;
  /** A call that no response is for is an error instead of an echo. */
  readonly guard: boolean;
  readonly survivesNull: boolean;
  /** Long options of extensions, which the mock cannot load to ask. */
  readonly extensionFlags: readonly ExtensionFlag[];
  /** Where sessions go when the child's environment names no agent dir: never the user's own. */
  readonly agentDir: string;
}

/** The queue a response waits in. */
export type Queue = "calls" | "rpc";

const names = {
  config: "config.json",
  generation: "generation",
  claims: "claims",
  invocations: "invocations",
} as const;

/** A file appears whole or not at all. */
const writeWhole = (path: string, text: string): void => {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, path);
};

const numbered = (index: number): string => String(index).padStart(6, "0");

export const writeConfig = (state: string, config: MockConfig): void => {
  mkdirSync(state, { recursive: true });
  writeWhole(`${state}/${names.config}`, JSON.stringify(config));
};

export const readConfig = (state: string): MockConfig => JSON.parse(readFileSync(`${state}/${names.config}`, "utf8"));

/** Starts the next generation: children of an earlier one find nothing of it. */
export const beginGeneration = (state: string, generation: number): string => {
  const folder = `${state}/${generation}`;
  for (const name of ["calls", "rpc", names.claims, names.invocations])
    mkdirSync(`${folder}/${name}`, { recursive: true });
  writeWhole(`${state}/${names.generation}`, String(generation));
  return folder;
};

/** The folder of the generation that runs; undefined once the mock is gone. */
export const currentGeneration = (state: string): string | undefined => {
  try {
    return `${state}/${readFileSync(`${state}/${names.generation}`, "utf8")}`;
  } catch {
    return undefined;
  }
};

/** Queues a response; returns the name by which a child tells which one it plays. */
export const queueResponse = (generation: string, queue: Queue, index: number, response: object): string => {
  const queuedAs = `${queue}-${index}`;
  writeWhole(`${generation}/${queue}/${numbered(index)}.json`, JSON.stringify({ ...response, queuedAs }));
  return queuedAs;
};

/** Creates the file if nobody has; tells whether it was us. */
const claimFile = (path: string): boolean => {
  if (existsSync(path)) return false; // a failing open takes ten times as long
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch {
    return false;
  }
};

interface Queued<R> {
  readonly name: string;
  readonly response: R;
}

const readQueue = <R>(generation: string, queue: Queue): Queued<R>[] =>
  readdirSync(`${generation}/${queue}`)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({
      name: name.slice(0, -5),
      response: JSON.parse(readFileSync(`${generation}/${queue}/${name}`, "utf8")),
    }));

/** What is queued, claimed or not. */
export const queuedResponses = <R>(generation: string, queue: Queue): R[] =>
  readQueue<R>(generation, queue).map(({ response }) => response);

/** Whether a response is for this child, and whether it says so itself. */
export type Fit = "no" | "any" | "matched";

/**
 * Claims the response for this child. Those that name it come first, in order; a claim is never given twice.
 * The last one queued without `times` answers whoever comes after.
 */
export const claimResponse = <R extends { readonly times?: number | undefined }>(
  generation: string,
  queue: Queue,
  fit: (response: R) => Fit,
): R | undefined => {
  const fitting = readQueue<R>(generation, queue).map((each) => ({ ...each, fit: fit(each.response) }));
  const inTurn = (wanted: Fit): R | undefined => {
    const own = fitting.filter((each) => each.fit === wanted);
    for (const { name, response } of own)
      for (let time = 1; time <= (response.times ?? 1); time++)
        if (claimFile(`${generation}/${names.claims}/${queue}-${name}.${time}`)) return response;
    const last = own.at(-1);
    return last && last.response.times === undefined ? last.response : undefined;
  };
  return inTurn("matched") ?? inTurn("any");
};

/** Responses nobody claimed, as `queueResponse` named them. */
export const unclaimed = (generation: string, queue: Queue): string[] => {
  const claims = readdirSync(`${generation}/${names.claims}`);
  return readQueue<{ readonly queuedAs: string }>(generation, queue).flatMap(({ name, response }) =>
    claims.some((claim) => claim.startsWith(`${queue}-${name}.`)) ? [] : [response.queuedAs],
  );
};

/** The first lines of a child's record. */
export interface InvocationStart {
  readonly argv: string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly startedAt: number;
}

/** What a child adds when it ends, or when it can say no more. */
export interface InvocationEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly endedAt: number;
  readonly stdin?: string;
  /** Why the mock itself gave up. */
  readonly complaint?: string;
  readonly script?: PlayedScript;
}

/** How far a child has played its script. */
export interface PlayedScript {
  /** Which response it is of, as `queueResponse` named it. */
  readonly queuedAs?: string;
  /** How many steps it has. */
  readonly steps: number;
  /** Those the model was not asked for. */
  readonly left: readonly StepJSON[];
  /** Why it had no step for a request. */
  readonly failure?: string;
}

/** Enters a child; the returned path is its own, for everything else it has to tell. */
export const enterInvocation = (generation: string, start: InvocationStart): string => {
  const order = String(start.startedAt).padStart(16, "0");
  const path = `${generation}/${names.invocations}/${order}-${process.hrtime.bigint()}-${start.pid}`;
  writeWhole(`${path}.start.json`, JSON.stringify(start));
  return path;
};

/** One line between an RPC client and its pi. */
export interface SpokenLine {
  readonly direction: "in" | "out";
  readonly line: string;
}

export const addToConversation = (path: string, spoken: SpokenLine): void => {
  try {
    appendFileSync(`${path}.talk.jsonl`, `${JSON.stringify(spoken)}\n`);
  } catch {
    // The mock was disposed of while the child ran.
  }
};

/** Undefined for a child that kept none; a last line that is being written is left out. */
export const readConversation = (path: string): SpokenLine[] | undefined => {
  const file = `${path}.talk.jsonl`;
  if (!existsSync(file)) return undefined;
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
};

const writeUnlessGone = (path: string, value: object): void => {
  try {
    writeWhole(path, JSON.stringify(value));
  } catch {
    // The mock was disposed of while the child ran.
  }
};

export const leaveInvocation = (path: string, end: InvocationEnd): void => writeUnlessGone(`${path}.end.json`, end);

/** For a child that runs on between its prompts; one that ends by itself tells it then. */
export const writePlayed = (path: string, script: PlayedScript): void => writeUnlessGone(`${path}.script.json`, script);

/** The paths of all children of a generation, in the order they started. */
export const listInvocations = (generation: string): string[] =>
  readdirSync(`${generation}/${names.invocations}`)
    .filter((name) => name.endsWith(".start.json"))
    .sort()
    .map((name) => `${generation}/${names.invocations}/${name.slice(0, -".start.json".length)}`);

export const readJSON = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
