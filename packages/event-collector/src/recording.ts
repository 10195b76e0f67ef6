// Puts everything that comes in on record, in the order it comes. It asks nobody and answers nothing.
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { AgentSessionEvent, ExtensionError, LoadExtensionsResult } from "@earendil-works/pi-coding-agent";
import { createDataCopy } from "@pi-testkit/data-copy";
import { copyEvent, createEventCopier } from "./event-copy.ts";
import type { Hearing } from "./hearing.ts";
import { createHookFacts } from "./hook-facts.ts";
import { type AnyEvent, asLoose, asSourceEvent, asWireRecord, type SourceEvent } from "./pi-seams.ts";
import { abortedNow, type EventOrigin } from "./sources.ts";
import type { TimelineEntry } from "./timeline.ts";
import { createToolRecords, type ToolRecords } from "./tool-records.ts";
import type { UICallLike } from "./ui-call.ts";
import { extensionErrorOf, uiCallOf, type WireRecord } from "./wire-records.ts";

export interface Recording {
  readonly entries: readonly TimelineEntry[];
  readonly all: AgentSessionEvent[];
  readonly messages: AgentMessage[];
  /** The messages of each source by itself, for the transcript check. */
  readonly transcripts: Iterable<readonly AgentMessage[]>;
  readonly ui: UICallLike[];
  readonly errors: ExtensionError[];
  readonly records: ToolRecords;
  /** Whether the run was aborted when this event, a message's end, came. */
  wasAborted(event: object): boolean;
  /** An event of a source. */
  take(event: SourceEvent, origin: EventOrigin): void;
  /** An event that only extensions get. */
  hear(event: AnyEvent): void;
  /** A source tells that a call begins. */
  begins(toolCallId: string, aborted: boolean, callable: boolean): void;
  boundary(reason: string): void;
  recordUI(call: UICallLike): void;
  recordError(error: ExtensionError): void;
  /** Wraps hooks and tools of a loaded extension set. */
  watch(result: LoadExtensionsResult, own: readonly object[]): void;
}

type Draft = TimelineEntry extends infer E ? (E extends unknown ? Omit<E, "index" | "at"> : never) : never;

// What is no data, such as the factory of a component, is what a test wants to see itself.
const { copy: copyCall } = createDataCopy({ leaf: (value) => value });

export const createRecording = (options: {
  now(): number;
  stepOf(toolCallId: string): number | undefined;
  isMocked(toolCallId: string): boolean;
  /** Whether our hooks see the calls of sessions. */
  hooked(): boolean;
  onEvent(event: AnyEvent): void;
  through: Hearing["through"];
}): Recording => {
  const { now, stepOf, isMocked, hooked, onEvent, through } = options;
  const entries: TimelineEntry[] = [];
  const all: AgentSessionEvent[] = [];
  const messages: AgentMessage[] = [];
  const transcripts = new Map<unknown, AgentMessage[]>();
  const ui: UICallLike[] = [];
  const errors: ExtensionError[] = [];
  const aborted = new WeakSet<object>();
  const copiers = new Map<unknown, ReturnType<typeof createEventCopier>>();

  const note = (draft: Draft, at = now()) => {
    entries.push({ index: entries.length, at, ...draft } as TimelineEntry);
  };

  const copierOf = ({ kind, source }: EventOrigin) => {
    const known = copiers.get(source ?? kind);
    if (known !== undefined) return known;
    const copier = createEventCopier();
    copiers.set(source ?? kind, copier);
    return copier;
  };

  const noteHeard = (event: AnyEvent): AnyEvent => {
    const copy = copyEvent(event);
    entries.push({ index: entries.length, at: now(), source: "extension", type: copy.type, event: copy });
    onEvent(copy);
    return copy;
  };

  const facts = createHookFacts({
    now,
    onHook: (event) => void noteHeard(asSourceEvent(event) as AnyEvent),
    through,
    onHandover: (handover) => note({ source: "hook", type: handover.queue, handover }, handover.from),
  });
  const records = createToolRecords({ stepOf, isMocked, facts });

  const knowledge = (origin: EventOrigin) => ({
    knows: origin.kind === "session" && hooked(),
    aborted: abortedNow(origin),
    authorsTools: origin.kind !== "session",
  });

  const onMessage = (message: AgentMessage, { kind, source }: EventOrigin) => {
    if (message.role === "assistant") records.onAssistantMessage(message);
    if (message.role === "toolResult") records.onResultMessage(message);
    // pi's own system messages exist from 0.86 on; without them the list is alike on every version.
    if ((message.role as string) === "system") return;
    messages.push(message);
    const transcript = transcripts.get(source ?? kind) ?? [];
    transcript.push(message);
    transcripts.set(source ?? kind, transcript);
  };

  const owner = (): { toolCallId?: string } => {
    const toolCallId = facts.current();
    return toolCallId === undefined ? {} : { toolCallId };
  };

  const recordUI = (call: UICallLike): void => {
    const copy = copyCall({ ...call });
    ui.push(copy);
    note({ source: "ui", type: call.method, call: copy, ...owner() });
  };
  const recordError = (error: ExtensionError): void => {
    const copy = { ...error };
    errors.push(copy);
    note({ source: "error", type: error.event, error: copy, ...owner() });
  };
  /** Whoever drives a pi process answers its questions and records them; a stream that is only read tells of them itself. */
  const onWireRecord = (record: WireRecord, { kind }: EventOrigin): void => {
    const call = kind === "jsonl" ? uiCallOf(record) : undefined;
    if (call !== undefined) recordUI(call);
    const error = extensionErrorOf(record);
    if (error !== undefined) recordError(error);
  };

  return {
    entries,
    all,
    messages,
    transcripts: { [Symbol.iterator]: () => transcripts.values() },
    ui,
    errors,
    records,
    wasAborted: (event) => aborted.has(event),
    take(event, origin) {
      const copy = copierOf(origin)(event);
      const loose = asLoose(copy);
      all.push(copy as AgentSessionEvent);
      entries.push({ index: entries.length, at: now(), source: origin.kind, type: copy.type, event: copy });
      if (loose.type === "message_end" && loose.message !== undefined) {
        if (abortedNow(origin)) aborted.add(copy);
        onMessage(loose.message, origin);
      } else if (loose.type === "tool_execution_start") records.onStart(loose);
      else if (loose.type === "tool_execution_end") records.onEnd(loose, knowledge(origin));
      else if (loose.type === "turn_end" || loose.type === "agent_end") records.onRunEnd(knowledge(origin));
      else if (loose.type.startsWith("extension_")) onWireRecord(asWireRecord(copy), origin);
      onEvent(copy as AnyEvent);
    },
    hear(event) {
      const { type, toolCallId, input } = asLoose(noteHeard(event));
      if (type !== "tool_result" || toolCallId === undefined) return;
      // pi asks about results of what ran only, so a built-in that nobody wraps is known to have run, too.
      const known = facts.of(toolCallId);
      if (!known.executed) Object.assign(known, { executed: true, executedInput: input });
    },
    begins(toolCallId, abortedAtStart, callable) {
      const known = facts.of(toolCallId);
      known.abortedAtStart = abortedAtStart;
      known.callable = callable;
    },
    boundary: (reason) => note({ source: "boundary", type: reason }),
    recordUI,
    recordError,
    watch: (result, own) => facts.watch(result, (extension) => own.includes(extension)),
  };
};
