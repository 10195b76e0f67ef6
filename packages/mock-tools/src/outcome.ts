// What a mocked call can come to, as plain data: two copies of this package understand each other's values.

/** One part of a result, as pi sends it to the model: text, or an image as base64. */
export interface ToolContent {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
}

/**
 * A whole result. `isError: true` reaches the model and the hooks as a tool failure, with content and details kept.
 * Rules of the fields: pi's docs/extensions.md, "Custom Tools".
 */
export interface ToolResult {
  content?: ToolContent[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: pi leaves the shape of details to the tool
  details?: any;
  /** Seen by hooks and nested callers from pi 0.99 on; never by the model. */
  structuredContent?: unknown;
  usage?: unknown;
  terminate?: boolean | undefined;
  isError?: boolean | undefined;
}

/** Made by `throwsError`. */
export interface ThrowsError {
  readonly throwsError: string;
}

/** Made by `passthrough`. */
export interface Passthrough {
  readonly passthrough: true;
}

/** A string is a result with that text. */
export type Outcome = string | ToolResult | ThrowsError | Passthrough;

/**
 * The tool throws: the model reads `message` as an error result. This is how a tool's failure is scripted; a handler
 * that throws by itself is a mistake in the test and fails it.
 * @example createToolMocks({ bash: throwsError("command not found") });
 */
export const throwsError = (message: string): ThrowsError => ({ throwsError: message });

/**
 * The real tool runs. The call is recorded, `isMocked` says no.
 * @example createToolMocks({ bash: (params) => (params.command === "pwd" ? passthrough() : "") });
 */
export const passthrough = (): Passthrough => ({ passthrough: true });

const resultKeys = new Set(["content", "details", "structuredContent", "usage", "terminate", "isError"]);

export const isThrowsError = (value: unknown): value is ThrowsError =>
  typeof value === "object" && value !== null && "throwsError" in value && typeof value.throwsError === "string";

export const isPassthrough = (value: unknown): value is Passthrough =>
  typeof value === "object" && value !== null && "passthrough" in value && value.passthrough === true;

export const isToolResult = (value: unknown): value is ToolResult =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => resultKeys.has(key)) &&
  (!("content" in value) || value.content === undefined || Array.isArray(value.content));

export const isOutcome = (value: unknown): value is Outcome =>
  typeof value === "string" || isThrowsError(value) || isPassthrough(value) || isToolResult(value);

/** A result as pi takes it: content and details always there, absent keys left out. */
export const completeResult = (outcome: string | ToolResult): ToolResult & { content: ToolContent[] } => {
  if (typeof outcome === "string") return { content: [{ type: "text", text: outcome }], details: {} };
  const given = Object.fromEntries(Object.entries(outcome).filter(([, value]) => value !== undefined));
  return { details: {}, ...given, content: outcome.content ?? [] };
};
