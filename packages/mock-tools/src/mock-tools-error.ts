// The one error class of this package and its catalogue of codes.

/** What went wrong, for programs; the message is for people. */
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
