// The errors of a test session and the catalogue of their codes.

const mark = Symbol.for("pi-testkit.TestSessionError");
const blockedMark = Symbol.for("pi-testkit.ToolBlockedError");

/**
 * What went wrong with a test session.
 *
 * - `invalid-option`: an option that is unknown or of the wrong shape.
 * - `extension-not-found`: a path in `extensions` that does not exist, or at which pi finds no extension.
 * - `extension-failed`: an extension that pi could not load.
 * - `unknown-flag`: a flag that no extension registers, or without the value it needs.
 * - `unknown-mock`: a mocked tool that no tool has the name of.
 * - `handler-failed`: a handler of an extension threw, as pi reported it.
 * - `tool-threw`: a real tool threw; the original is the `cause`.
 * - `prompt-refused`: pi did not take the prompt.
 * - `running`: `run()` was called while it ran.
 * - `disposed`: the session was used after `dispose()`.
 * - `hung`: something did not end in time.
 * - `exec-handler-threw`: the mock of a command threw.
 * - `invalid-exec-outcome`: the mock of a command gave nothing a command can come to.
 * - `exec-exhausted`, `exec-left-over`: the queue of a command was too short, or too long.
 * - `exec-out-of-reach`: the installed pi runs programs in a way that `mockExec` does not know.
 * - `invalid-turn`: `run()` was given something that is no turn.
 */
export type TestSessionErrorCode =
  | "invalid-option"
  | "extension-not-found"
  | "extension-failed"
  | "unknown-flag"
  | "unknown-mock"
  | "handler-failed"
  | "tool-threw"
  | "prompt-refused"
  | "running"
  | "disposed"
  | "hung"
  | "exec-handler-threw"
  | "invalid-exec-outcome"
  | "exec-exhausted"
  | "exec-left-over"
  | "exec-out-of-reach"
  | "invalid-turn";

/** A failure of a test session: its message alone tells what happened, where it was written, and what to do. */
export class TestSessionError extends Error {
  override readonly name = "TestSessionError";
  readonly code: TestSessionErrorCode;
  /** The 1-based step it happened at, when a step caused it. */
  readonly step: number | undefined;

  constructor(
    code: TestSessionErrorCode,
    message: string,
    options: { step?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.step = options.step;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `TestSessionError`, also one of another copy of this package. */
  static isInstance(value: unknown): value is TestSessionError {
    return typeof value === "object" && value !== null && mark in value;
  }
}

/** A tool call that an extension blocked, thrown by `run()` under `onBlocked: "throw"`. */
export class ToolBlockedError extends Error {
  override readonly name = "ToolBlockedError";
  readonly toolName: string;
  readonly toolCallId: string;
  /** The reason that the extension gave. */
  readonly reason: string | undefined;
  /** The 1-based step that called the tool; undefined for a call that no step made. */
  readonly step: number | undefined;

  constructor(
    message: string,
    call: { toolName: string; toolCallId: string; reason?: string | undefined; step?: number | undefined },
  ) {
    super(message);
    this.toolName = call.toolName;
    this.toolCallId = call.toolCallId;
    this.reason = call.reason;
    this.step = call.step;
    Object.defineProperty(this, blockedMark, { value: true });
  }

  /** Whether `value` is a `ToolBlockedError`, also one of another copy of this package. */
  static isInstance(value: unknown): value is ToolBlockedError {
    return typeof value === "object" && value !== null && blockedMark in value;
  }
}
