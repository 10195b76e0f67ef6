// The one error class of this package and its catalogue of codes.

/**
 * What went wrong, for programs; the message is for people.
 *
 * - `handler-threw`: the mock of a tool threw; the original is the `cause`
 * - `callback-threw`: `onCall`, `onUnmocked` or `onRealThrow` threw; the original is the `cause`
 * - `invalid-outcome`: a handler gave nothing a tool can answer with
 * - `invalid-option`: a key or value `createToolMocks`, `set` or `repeatLast` was given makes no sense
 * - `queue-exhausted`: a tool was called more often than its queue has answers
 * - `queue-left-over`: `assertDone()` found answers that no call took
 * - `unmocked-tool`: a built-in without a mock was called, with `onUnmocked: "error"`
 * - `unknown-tool`: a mock is for a tool that the session does not have
 * - `not-wrapped`: a mocked tool comes from an extension or from `customTools` and did not go through the mocks
 * - `session-not-attached`: a mocked tool was called in a session that the mocks are not attached to
 */
export type MockToolsErrorCode =
  | "handler-threw"
  | "callback-threw"
  | "invalid-outcome"
  | "invalid-option"
  | "queue-exhausted"
  | "queue-left-over"
  | "unmocked-tool"
  | "unknown-tool"
  | "not-wrapped"
  | "session-not-attached";

const mark = Symbol.for("@pi-testkit/mock-tools.error");

/** Thrown, or kept as `failure`, by a set of tool mocks. */
export class MockToolsError extends Error {
  override readonly name = "MockToolsError";
  readonly code: MockToolsErrorCode;
  /** The tool it is about, where there is one. */
  readonly toolName?: string;
  /** The call it happened in, where there is one. */
  readonly toolCallId?: string;

  constructor(
    code: MockToolsErrorCode,
    message: string,
    options: { cause?: unknown; toolName?: string | undefined; toolCallId?: string | undefined } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.toolName !== undefined) this.toolName = options.toolName;
    if (options.toolCallId !== undefined) this.toolCallId = options.toolCallId;
    Object.defineProperty(this, mark, { value: true });
  }

  /** True for an error of this class, whichever copy of the package made it. */
  static isInstance(value: unknown): value is MockToolsError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
