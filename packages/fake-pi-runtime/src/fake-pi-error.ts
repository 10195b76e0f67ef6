// The one error class of this package. It knows neither the runtime nor the rules.
import { type FailureStory, tellFailure } from "@pi-testkit/failure-report";

const mark = Symbol.for("@pi-testkit/fake-pi-runtime:FakePiError");

/**
 * What went wrong:
 * - `unknown-event`, `unknown-field`, `mistyped-field`: `emit` was given what pi never emits
 * - `unknown-member`: a member of `pi` or `ctx` was called that no pi ever had
 * - `unknown-command`, `unknown-flag`, `unknown-option`: a name nobody registered; an option that does not exist, or a value it does not take
 * - `extension-failed`: pi reported errors of extensions while the call ran
 * - `load-failed`: a factory failed, or what it registered conflicts
 * - `not-faked`: only real pi can do this; the message says which double can
 * - `callback-threw`: a function given to `createFakePi` threw; the original is the `cause`
 * - `left-over`: answers or replies that were not used
 * - `disposed`: the fake was used after `dispose()`
 */
export type FakePiErrorCode =
  | "unknown-event"
  | "unknown-field"
  | "mistyped-field"
  | "unknown-member"
  | "unknown-command"
  | "unknown-flag"
  | "unknown-option"
  | "extension-failed"
  | "load-failed"
  | "not-faked"
  | "callback-threw"
  | "left-over"
  | "disposed";

/**
 * Every error this package throws by itself. `errors` holds the single failures when there were several.
 *
 * @example
 * try { await fake.emit("tool_call", { toolName: "bash" }); }
 * catch (error) { if (FakePiError.isInstance(error)) console.log(error.code); }
 */
export class FakePiError extends AggregateError {
  static {
    Object.defineProperty(FakePiError.prototype, mark, { value: true });
  }
  /** Whether `value` is an error of this package, that of another copy included. */
  static isInstance(value: unknown): value is FakePiError {
    return typeof value === "object" && value !== null && mark in value;
  }
  readonly code: FakePiErrorCode;
  constructor(code: FakePiErrorCode, message: string, options?: { cause?: unknown; errors?: readonly Error[] }) {
    super(options?.errors ?? [], message, options !== undefined && "cause" in options ? { cause: options.cause } : {});
    this.name = "FakePiError";
    this.code = code;
  }
}

/** @internal */
export const fakeFailure = (
  code: FakePiErrorCode,
  story: FailureStory,
  options?: { cause?: unknown; errors?: readonly Error[] },
): FakePiError => new FakePiError(code, tellFailure(story), options);
