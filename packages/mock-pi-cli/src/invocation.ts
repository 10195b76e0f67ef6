// What is known of the children: what they were given, and how they ended.
import {
  type InvocationEnd,
  type InvocationStart,
  listInvocations,
  type PlayedScript,
  readConversation,
  readJSON,
  type SpokenLine,
} from "./state-folder.ts";

/** One child. */
export interface MockPiInvocation {
  /** The arguments behind `pi`. */
  readonly argv: string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it read: in print and JSON mode known when it has ended, in RPC mode as it is read. */
  readonly stdin: string;
  /** RPC mode: the lines in both directions, as they came. */
  readonly conversation?: readonly SpokenLine[];
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `null` while it runs, and when a signal ended it. */
  readonly exitCode: number | null;
  /** The signal that ended it, else `null`. */
  readonly signal: string | null;
}

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** @internal What a child tells its mock. */
export interface ChildReport {
  readonly invocation: MockPiInvocation;
  /** Why the mock itself gave up. */
  readonly complaint: string | undefined;
  readonly script: PlayedScript | undefined;
}

/** @internal */
export const readReport = (path: string): ChildReport => {
  const start = readJSON<InvocationStart>(`${path}.start.json`) as InvocationStart;
  const end = readJSON<InvocationEnd>(`${path}.end.json`);
  const { argv, cwd, env, pid, startedAt } = start;
  const conversation = readConversation(path);
  const heard = conversation?.flatMap(({ direction, line }) => (direction === "in" ? [`${line}\n`] : [])).join("");
  const ended = end ?? { exitCode: null, signal: runs(pid) ? null : "SIGKILL", stdin: "" };
  return {
    invocation: {
      argv,
      cwd,
      env,
      stdin: heard ?? ended.stdin ?? "",
      ...(conversation && { conversation }),
      pid,
      startedAt,
      exitCode: ended.exitCode,
      signal: ended.signal,
    },
    complaint: end?.complaint,
    script: end?.script ?? readJSON<PlayedScript>(`${path}.script.json`),
  };
};

/** @internal All children of a generation, in the order they started. */
export const readReports = (generation: string): ChildReport[] => listInvocations(generation).map(readReport);
