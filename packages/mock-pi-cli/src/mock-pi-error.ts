// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/mock-pi-cli:MockPiError");

/**
 * Why a {@link MockPiError} was thrown:
 * - `invalid-option`: `createMockPi` was given an option that makes no sense
 * - `invalid-response`: a response has an unknown key or a value that makes no sense
 * - `invalid-scenario`: an RPC scenario is not valid; the message names the path
 * - `installed-twice`: `install()` was called on a mock that is installed, or while another one is
 * - `left-over`: `assertDone()` found responses that no child claimed, or steps of a script that were not played
 * - `child-failed`: a child gave up by itself: it hung, was not expected, or its script had no step for a request
 * - `timed-out`: `waitForCall()` saw no call in time
 * - `disposed`: the mock was used after it was disposed of
 */
export type MockPiErrorCode =
  | "invalid-option"
  | "invalid-response"
  | "invalid-scenario"
  | "installed-twice"
  | "left-over"
  | "child-failed"
  | "timed-out"
  | "disposed";

/** What `@pi-testkit/mock-pi-cli` throws. The message tells the whole story; `code` is for programs. */
export class MockPiError extends Error {
  override readonly name = "MockPiError";
  readonly code: MockPiErrorCode;

  constructor(code: MockPiErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `MockPiError`, that of another copy of this package included. */
  static isInstance(value: unknown): value is MockPiError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
