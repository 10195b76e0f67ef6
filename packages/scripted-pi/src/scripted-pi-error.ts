// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/scripted-pi:ScriptedPiError");

/**
 * Why a {@link ScriptedPiError} was thrown:
 * - `invalid-option`: a key or value `startScriptedPi` was given makes no sense
 * - `pi-not-found`: there is no pi where one was looked for
 * - `not-rpc`: a command was sent to a pi that does not run in RPC mode
 * - `refused`: pi answered a command with `success: false`
 * - `exited`: pi ended while something was awaited
 * - `timed-out`: what was awaited did not come in time
 * - `not-protocol`: pi wrote a line to stdout that is no JSON object
 * - `playbook-failed`: the playbook ran dry or has steps left over, as its extension wrote from inside pi
 */
export type ScriptedPiErrorCode =
  | "invalid-option"
  | "pi-not-found"
  | "not-rpc"
  | "refused"
  | "exited"
  | "timed-out"
  | "not-protocol"
  | "playbook-failed";

/** What `@pi-testkit/scripted-pi` throws. The message tells the whole story; `code` is for programs. */
export class ScriptedPiError extends Error {
  override readonly name = "ScriptedPiError";
  readonly code: ScriptedPiErrorCode;

  constructor(code: ScriptedPiErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `ScriptedPiError`, that of another copy of this package included. */
  static isInstance(value: unknown): value is ScriptedPiError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
