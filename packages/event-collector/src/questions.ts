// Answers a test's questions from what is on record.
import { callSite } from "@pi-testkit/failure-report";
import { checkTranscript } from "./assert-transcript.ts";
import { countDiffers } from "./failure-texts.ts";
import type { AnyEvent } from "./pi-seams.ts";
import type { Recording } from "./recording.ts";
import type { EventOf, EventType, TestEvents } from "./test-events.ts";
import { formatTrace, type TimelineEntry } from "./timeline.ts";
import { drawTree } from "./tree.ts";
import type { Waiters, WaitOptions } from "./wait-for.ts";

type Wanted = EventType | ((event: AnyEvent) => boolean);

const matcher = (wanted: Wanted) =>
  typeof wanted === "function" ? wanted : (event: AnyEvent) => event.type === wanted;

const tell = (wanted: Wanted) => (typeof wanted === "function" ? "matching event" : wanted);

export const createQuestions = (
  recording: Recording,
  waiters: Waiters<AnyEvent>,
  folders: ReadonlySet<string>,
): TestEvents => {
  const { entries, records, ui } = recording;
  const events = () => entries.flatMap((entry) => ("event" in entry ? [entry.event as AnyEvent] : []));
  const types = () => events().map((event) => event.type);
  const running = () =>
    records.calls
      .filter((call) => call.outcome === "unknown" && records.resultFor(call) === undefined)
      .map((call) => `tool ${call.toolName} (${call.toolCallId})`);

  const waitFor = async (wanted: Wanted, { timeoutMs = 5000, from = "start" }: WaitOptions = {}): Promise<AnyEvent> => {
    const writtenAt = callSite(waitFor);
    return waiters.wait({
      found: from === "start" ? events().find(matcher(wanted)) : undefined,
      matches: matcher(wanted),
      wanted: tell(wanted),
      timeoutMs,
      writtenAt,
      seen: () => ({ types: types(), running: running() }),
    });
  };

  const once = (wanted: Wanted): AnyEvent => {
    const found = events().filter(matcher(wanted));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw countDiffers({
      helper: "once",
      wanted: tell(wanted),
      count: found.length,
      writtenAt: callSite(once),
      types: types(),
    });
  };

  const never = (wanted: Wanted): void => {
    const count = events().filter(matcher(wanted)).length;
    if (count === 0) return;
    throw countDiffers({ helper: "never", wanted: tell(wanted), count, writtenAt: callSite(never), types: types() });
  };

  const assertTranscript = (): void => {
    const writtenAt = callSite(assertTranscript);
    for (const transcript of recording.transcripts) checkTranscript(transcript, writtenAt);
  };

  function timeline(): TimelineEntry[];
  function timeline(options: { format: "trace" }): string;
  function timeline(options?: { format: "trace" }): TimelineEntry[] | string {
    return options === undefined ? [...entries] : formatTrace(entries);
  }

  return {
    all: recording.all,
    messages: recording.messages,
    toolCalls: records.calls,
    toolResults: records.results,
    ui,
    errors: recording.errors,
    toolCallsFor: (name) => records.calls.filter((call) => call.toolName === name),
    toolResultsFor: (name) => records.results.filter((result) => result.toolName === name),
    blockedCalls: () => records.calls.filter((call) => call.blocked),
    uiCallsFor: (method) => ui.filter((call) => call.method === method),
    toolSequence: () => records.calls.map((call) => call.toolName),
    ofType: <T extends EventType>(type: T) => events().filter((event): event is EventOf<T> => event.type === type),
    waitFor: waitFor as TestEvents["waitFor"],
    once: once as TestEvents["once"],
    never,
    tree: () =>
      drawTree({
        entries,
        calls: records.calls,
        resultFor: records.resultFor,
        hasAuthorsWords: records.hasAuthorsWords,
        wasAborted: recording.wasAborted,
        folders: [...folders],
      }),
    timeline,
    assertTranscript,
  };
};
