// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/mock-ui:MockUIError");

/**
 * Why a {@link MockUIError} was made:
 * - `invalidOption`: a key or value `createMockUI`, `answer` or a screen was given makes no sense
 * - `notAnOption`: a select was answered with something it did not offer
 * - `invalidAnswer`: an answer has the wrong type for its dialog
 * - `queueExhausted`: an array of answers was used up
 * - `unhandled`: a dialog without an answer, with `onUnhandled: "error"`
 * - `callbackThrew`: a callback of the test threw something that is no `Error`
 * - `stillOpen`: a custom component did not call `done()` before its handler returned
 * - `leftOver`: `assertDone()` found open dialogs or answers nobody used
 * - `disposed`: the mock was used after `dispose()`
 */
export type MockUIErrorCode =
  | "invalidOption"
  | "notAnOption"
  | "invalidAnswer"
  | "queueExhausted"
  | "unhandled"
  | "callbackThrew"
  | "stillOpen"
  | "leftOver"
  | "disposed";

/** Everything `@pi-testkit/mock-ui` complains about. The message tells the whole story; `code` is for programs. */
export class MockUIError extends Error {
  override readonly name = "MockUIError";
  readonly code: MockUIErrorCode;

  constructor(code: MockUIErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `MockUIError`, that of another copy of this package included. */
  static isInstance(value: unknown): value is MockUIError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
