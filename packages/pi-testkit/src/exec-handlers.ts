// What a test configures for a command: one outcome, a function, or a queue. It starts nothing.
import { basename } from "node:path";
import type { Passthrough, ThrowsError } from "@pi-testkit/mock-tools";

/** What a program printed and how it ended; a missing part is `""` or `0`. */
export interface ExecOutput {
  stdout?: string | undefined;
  stderr?: string | undefined;
  /** The exit code. */
  code?: number | undefined;
}

/**
 * What a mocked command comes to: a string is its stdout. With `throwsError(message)` the program cannot be started, with
 * `passthrough()` the real one runs.
 */
export type ExecOutcome = string | ExecOutput | ThrowsError | Passthrough;

/** One command, as `pi.exec` or the user (`!command`) asks for it. */
export interface ExecCall {
  readonly command: string;
  /** For `!command` the words after the first, split at blanks. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly source: "exec" | "userBash";
  /** The whole line, for `!command`. */
  readonly line?: string;
  /** Aborts when pi kills the command: a timeout, an abort, too much output. */
  readonly signal: AbortSignal;
}

/** One command's mock: an outcome, a function of `(args, call)`, or an array used as a queue. */
export type ExecHandler =
  | ExecOutcome
  | ((args: readonly string[], call: ExecCall) => ExecOutcome | Promise<ExecOutcome>)
  | readonly ExecHandler[];

/**
 * Mocks by the command's name, with or without its folder; or one function for all commands. What no mock names runs
 * for real.
 * @example
 * createTestSession({
 *   mockExec: { git: (args) => (args[0] === "status" ? " M a.txt" : passthrough()), gh: { code: 1, stderr: "not logged in" } },
 * });
 */
export type ExecMockOption =
  | { readonly [command: string]: ExecHandler | undefined }
  | ((command: string, args: readonly string[], call: ExecCall) => ExecOutcome | Promise<ExecOutcome>);

/** @internal What answers one call; `undefined` means that nothing does. */
export type ExecAnswer = ((call: ExecCall) => unknown) | "exhausted" | undefined;

/** @internal */
export interface ExecHandlers {
  /** Takes the answer of the next call; a queue moves on. */
  take(command: string): ExecAnswer;
  leftOver(): { command: string; used: number; length: number }[];
}

const answerOf =
  (handler: ExecHandler) =>
  (call: ExecCall): unknown =>
    typeof handler === "function" ? handler(call.args, call) : handler;

/** @internal */
export const createExecHandlers = (option: ExecMockOption): ExecHandlers => {
  if (typeof option === "function") {
    return { take: () => (call) => option(call.command, call.args, call), leftOver: () => [] };
  }
  const used = new Map<string, number>();
  const queueOf = (name: string): ExecHandler[] | undefined => {
    const handler = Object.hasOwn(option, name) ? option[name] : undefined;
    return Array.isArray(handler) ? handler.flat(Number.POSITIVE_INFINITY) : undefined;
  };
  return {
    take(command) {
      const name = [command, basename(command)].find(
        (each) => Object.hasOwn(option, each) && option[each] !== undefined,
      );
      if (name === undefined) return undefined;
      const queue = queueOf(name);
      if (queue === undefined) return answerOf(option[name] as ExecHandler);
      const position = used.get(name) ?? 0;
      used.set(name, position + 1);
      const next = queue[position];
      return next === undefined ? "exhausted" : answerOf(next);
    },
    leftOver: () =>
      Object.keys(option).flatMap((command) => {
        const length = queueOf(command)?.length ?? 0;
        const taken = Math.min(used.get(command) ?? 0, length);
        return taken < length ? [{ command, used: taken, length }] : [];
      }),
  };
};
