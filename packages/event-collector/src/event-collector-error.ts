// The one error class of this package and its catalogue of codes.

/**
 * What went wrong, for programs; the message is for people.
 *
 * - `wait-timed-out`: what `waitFor` waited for did not come in time
 * - `count-differs`: `once()` or `never()` found another number of events
 * - `transcript-invalid`: `assertTranscript()` found a transcript that no provider accepts
 * - `source-failed`: a source the collector reads from failed; the original is the `cause`
 * - `invalid-line`: a line of a JSONL source is no JSON object with a `type`
 * - `invalid-source`: `attach` was given something that nothing can be heard from
 * - `invalid-option`: a key or value `createEventCollector` or a question was given makes no sense
 */
export type EventCollectorErrorCode =
  | "wait-timed-out"
  | "count-differs"
  | "transcript-invalid"
  | "source-failed"
  | "invalid-line"
  | "invalid-source"
  | "invalid-option";

const mark = Symbol.for("@pi-testkit/event-collector.error");

/** Thrown, or kept as `failure`, by an event collector. */
export class EventCollectorError extends Error {
  override readonly name = "EventCollectorError";
  readonly code: EventCollectorErrorCode;

  constructor(code: EventCollectorErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, mark, { value: true });
  }

  /** True for an error of this class, whichever copy of the package made it. */
  static isInstance(value: unknown): value is EventCollectorError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
