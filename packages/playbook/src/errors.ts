// The one error class of this package and the catalogue of its codes.

const mark = Symbol.for("@pi-testkit/playbook.PlaybookError");

/**
 * What went wrong with a script.
 *
 * - `exhausted`: the model was asked once more than the script has steps for.
 * - `left-over`: a turn, or the whole script, ended with steps that were not used.
 * - `never-fired`: a callback given to `.then()` or `.onResult()` was not called.
 * - `prompt-mismatch`: on a bare stream, the user's text is not the turn's prompt.
 * - `callback-threw`: an author's function threw; the original is the `cause`.
 * - `invalid-step`: something that is not a step, or not one that fits there.
 * - `undeclared-tool`: a step calls a tool that the request did not declare.
 * - `awaited-step`: a step was awaited or returned from an async function.
 * - `summaries-exhausted`: a summary was asked for and the list of summaries had run out.
 * - `stuck-delay`: a `delayMs` waits on fake timers that nobody advances.
 * - `unclear-request`: the signs by which a request's kind is known contradict each other.
 * - `busy`: `play()` was called while it was playing.
 * - `invalid-script`: a script from outside does not have the script's shape.
 * - `invalid-session`: a session file cannot be read or is damaged.
 * - `diverged`: the replay of a recorded session came to a step with other messages than the recorded ones.
 * - `not-data`: a script with functions in it was to be written as JSON.
 */
export type PlaybookErrorCode =
  | "exhausted"
  | "left-over"
  | "never-fired"
  | "prompt-mismatch"
  | "callback-threw"
  | "invalid-step"
  | "undeclared-tool"
  | "awaited-step"
  | "summaries-exhausted"
  | "stuck-delay"
  | "unclear-request"
  | "busy"
  | "invalid-script"
  | "invalid-session"
  | "diverged"
  | "not-data";

/** A failure of a script: its message alone tells what happened, where it was written, and what to do. */
export class PlaybookError extends Error {
  override readonly name = "PlaybookError";
  readonly code: PlaybookErrorCode;
  /** The 1-based step it happened at, when a step caused it. */
  readonly step: number | undefined;

  constructor(code: PlaybookErrorCode, message: string, options: { step?: number | undefined; cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.step = options.step;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `PlaybookError`, also one of another copy of this package. */
  static isInstance(value: unknown): value is PlaybookError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
