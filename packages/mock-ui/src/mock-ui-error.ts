// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/mock-ui:MockUIError");

/**
 * Why a {@link MockUIError} was made:
 * - `invalid-option`: a key or value `createMockUI`, `answer` or a screen was given makes no sense
 * - `not-an-option`: a select was answered with something it did not offer
 * - `invalid-answer`: an answer has the wrong type for its dialog
 * - `queue-exhausted`: an array of answers was used up
 * - `unhandled`: a dialog without an answer, with `onUnhandled: "error"`
 * - `callback-threw`: a callback of the test threw, or a component that nobody drove; the original is the `cause`
 * - `still-open`: a custom component did not call `done()` before its handler returned
 * - `unknown-key`, `no-focus`, `no-frame`: a key pi has no name for, a key nothing took, a frame that never came
 * - `line-too-wide`: a component drew a line that would crash pi
 * - `missing-peer`: something was drawn and pi-tui, pi-coding-agent or `@xterm/headless` is not installed
 * - `unknown-member`: an extension used a member of pi's UI that this version of the mock does not know
 * - `left-over`: `assertDone()` found open dialogs or answers nobody used
 */
export type MockUIErrorCode =
  | "invalid-option"
  | "not-an-option"
  | "invalid-answer"
  | "queue-exhausted"
  | "unhandled"
  | "callback-threw"
  | "still-open"
  | "unknown-key"
  | "no-focus"
  | "no-frame"
  | "line-too-wide"
  | "missing-peer"
  | "unknown-member"
  | "left-over";

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
