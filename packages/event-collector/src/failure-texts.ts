// The wording of every failure of this package.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { EventCollectorError } from "./event-collector-error.ts";

/** Event names as a list of runs: `agent_start, turn_start, message_update ×12`. */
export const tellSequence = (types: readonly string[], limit = 12): string => {
  const runs: { type: string; count: number }[] = [];
  for (const type of types) {
    const last = runs.at(-1);
    if (last?.type === type) last.count++;
    else runs.push({ type, count: 1 });
  }
  const shown = runs.slice(-limit).map(({ type, count }) => (count === 1 ? type : `${type} ×${count}`));
  if (shown.length === 0) return "nothing";
  return runs.length > limit ? `… ${shown.join(", ")}` : shown.join(", ");
};

export const waitTimedOut = (story: {
  wanted: string;
  timeoutMs: number;
  writtenAt: string | undefined;
  types: readonly string[];
  running: readonly string[];
}): EventCollectorError => {
  const nearest = nearestName(story.wanted, new Set(story.types));
  return new EventCollectorError(
    "wait-timed-out",
    tellFailure({
      happened: `waitFor() saw no ${story.wanted} within ${story.timeoutMs} ms.`,
      writtenAt: story.writtenAt,
      expected: story.wanted,
      received: tellSequence(story.types),
      left: story.running.map((name) => `${name} is still running`),
      cause:
        nearest !== undefined && nearest !== story.wanted
          ? `"${nearest}" was meant`
          : story.types.length === 0
            ? "the collector is attached to nothing, or nothing was prompted"
            : undefined,
      fix: "wait for something that happens, or pass { timeoutMs } if it only takes longer.",
    }),
  );
};

export const countDiffers = (story: {
  helper: "once" | "never";
  wanted: string;
  count: number;
  writtenAt: string | undefined;
  types: readonly string[];
}): EventCollectorError =>
  new EventCollectorError(
    "count-differs",
    tellFailure({
      happened: `${story.helper}() found ${story.wanted} ${story.count} times.`,
      writtenAt: story.writtenAt,
      expected: story.helper === "once" ? "exactly one" : "none",
      received: tellSequence(story.types),
      fix: 'see the whole order in timeline({ format: "trace" }).',
    }),
  );

export const transcriptInvalid = (story: {
  problem: string;
  writtenAt: string | undefined;
  expected: string;
  received: string;
  cause: string;
}): EventCollectorError =>
  new EventCollectorError(
    "transcript-invalid",
    tellFailure({
      happened: `The transcript is not one a provider accepts: ${story.problem}`,
      writtenAt: story.writtenAt,
      expected: story.expected,
      received: story.received,
      cause: story.cause,
      fix: "see the messages in events.messages.",
    }),
  );

export const sourceFailed = (cause: unknown, writtenAt: string | undefined): EventCollectorError =>
  new EventCollectorError(
    "source-failed",
    tellFailure({
      happened: `A source the collector reads from failed: ${cause instanceof Error ? cause.message : describeValue(cause)}`,
      writtenAt,
      cause: "the stream was destroyed or the loop behind it threw",
    }),
    { cause },
  );

export const invalidLine = (line: string, number: number, writtenAt: string | undefined): EventCollectorError =>
  new EventCollectorError(
    "invalid-line",
    tellFailure({
      happened: `Line ${number} of a JSONL stream is no JSON object with a "type".`,
      writtenAt,
      expected: '{"type": …}, as pi --mode json and --mode rpc write them',
      received: describeValue(line),
      cause: "something else writes to the standard output of the program",
      fix: "keep its output on standard error.",
    }),
  );

export const invalidSource = (received: unknown, writtenAt: string | undefined): EventCollectorError =>
  new EventCollectorError(
    "invalid-source",
    tellFailure({
      happened: "attach() cannot read this source.",
      writtenAt,
      expected:
        "an AgentSession, an Agent, anything with subscribe(listener), or an async iterable of events or JSON lines",
      received: describeValue(received),
      fix: "push single events with events.record(event) instead.",
    }),
  );

export const invalidOption = (
  name: string,
  known: readonly string[],
  writtenAt: string | undefined,
): EventCollectorError => {
  const nearest = nearestName(name, known);
  return new EventCollectorError(
    "invalid-option",
    tellFailure({
      happened: `createEventCollector() has no option "${name}".`,
      writtenAt,
      expected: `one of ${known.join(", ")}`,
      received: name,
      cause: nearest === undefined ? undefined : `"${nearest}" was meant`,
      fix: nearest === undefined ? "take it out." : `write ${nearest}.`,
    }),
  );
};
