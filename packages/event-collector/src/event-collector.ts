// The recorder itself. It changes nothing: it listens, wraps hooks and tools to see what they do, and answers questions.
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type {
  AgentSessionEvent,
  ExtensionError,
  ExtensionFactory,
  LoadExtensionsResult,
} from "@earendil-works/pi-coding-agent";
import { callSite, createFailureKeeper } from "@pi-testkit/failure-report";
import { checkTranscript } from "./assert-transcript.ts";
import { createCollectorExtension } from "./collector-extension.ts";
import { countDiffers, invalidOption } from "./failure-texts.ts";
import { createHookFacts } from "./hook-facts.ts";
import {
  type AnyEvent,
  asLoose,
  asSourceEvent,
  cwdOf,
  isContextOf,
  isSession,
  isSigned,
  isSignedByKit,
  type SourceEvent,
  type Subscribable,
} from "./pi-seams.ts";
import { snapshot, snapshotEvent } from "./snapshot.ts";
import { abortedNow, type Detach, type EventSource, readSource, type SourceKind } from "./sources.ts";
import { formatTrace, type TimelineEntry } from "./timeline.ts";
import { createToolRecords, type ToolCallRecord, type ToolResultRecord } from "./tool-records.ts";
import { drawTree } from "./tree.ts";
import type { UICallLike } from "./ui-call.ts";
import { createWaiters, type WaitOptions } from "./wait-for.ts";

export interface EventCollectorOptions {
  /** The script step that made a call: a playbook's `stepOf` fits. */
  stepOf?: ((toolCallId: string) => number | undefined) | undefined;
  /** Whether a call's result came from a mock: the tool mocks' `isMocked` fits. */
  isMocked?: ((toolCallId: string) => boolean) | undefined;
  /** Told the first failure of a source the moment it happens. */
  onFailure?: ((failure: Error) => void) | undefined;
  /** Milliseconds, for the times of the timeline. Default `performance.now`. */
  now?: (() => number) | undefined;
}

type EventType = AnyEvent["type"];
type EventOf<T extends EventType> = Extract<AnyEvent, { type: T }>;

/** Questions to a record. All lists are live: they grow while the run goes on. */
export interface TestEvents {
  /** The events of the attached sources, as copies taken when they came. */
  readonly all: AgentSessionEvent[];
  /** Messages as they ended, in order; pi's system messages (0.86 and later) are left out. */
  readonly messages: AgentMessage[];
  readonly toolCalls: ToolCallRecord[];
  readonly toolResults: ToolResultRecord[];
  readonly ui: UICallLike[];
  /** What pi reported through `onError`. */
  readonly errors: ExtensionError[];
  toolCallsFor(name: string): ToolCallRecord[];
  toolResultsFor(name: string): ToolResultRecord[];
  /** Calls that a hook kept from running, by a block or by throwing. */
  blockedCalls(): ToolCallRecord[];
  uiCallsFor(method: string): UICallLike[];
  /** Names of the called tools, in the order of the calls. */
  toolSequence(): string[];
  /** Events of a type, of the sources and of those only extensions hear. */
  ofType<T extends EventType>(type: T): EventOf<T>[];
  /** Waits for an event, 5 seconds at most; the error says what did happen. */
  waitFor<T extends EventType>(type: T, options?: WaitOptions): Promise<EventOf<T>>;
  waitFor<E extends AnyEvent>(matches: (event: AnyEvent) => event is E, options?: WaitOptions): Promise<E>;
  waitFor(matches: (event: AnyEvent) => boolean, options?: WaitOptions): Promise<AnyEvent>;
  /** The one event of a type, or that matches; throws for none and for several. */
  once<T extends EventType>(type: T): EventOf<T>;
  once(matches: (event: AnyEvent) => boolean): AnyEvent;
  /** Throws if there was one. */
  never(wanted: EventType | ((event: AnyEvent) => boolean)): void;
  /** The run as text, made for inline snapshots. */
  tree(): string;
  /** Everything as data, or as a trace of who pushed, through what, and who took it when. */
  timeline(): TimelineEntry[];
  timeline(options: { format: "trace" }): string;
  /** Throws unless each call has exactly one result, right behind it and in order, and all roles are known. */
  assertTranscript(): void;
}

/** A recorder for pi runs. Members may be passed unbound. */
export interface EventCollector extends TestEvents {
  /** Reads a source; twice for the same one changes nothing. Repeat it for a session that replaces another. */
  attach(source: EventSource): Detach;
  /** Records one event by hand, for sources that cannot be attached. */
  record(event: SourceEvent): void;
  /** For a mock UI's `onCall`. */
  recordUI(call: UICallLike): void;
  /** For `session.bindExtensions({ onError })`. */
  onError(error: ExtensionError): void;
  /** For the resource loader's `extensionFactories`. */
  extension: ExtensionFactory;
  /** For the resource loader's option of that name; behind the mocks' own. */
  extensionsOverride(result: LoadExtensionsResult): LoadExtensionsResult;
  /** The first failure of a source, if there was one. */
  readonly failure: Error | undefined;
  /** Throws the first failure of a source. */
  assertDone(): void;
  /** Detaches everything; what was recorded stays. */
  dispose(): void;
}

const optionNames = ["stepOf", "isMocked", "onFailure", "now"];

/**
 * Creates a recorder. It listens to nothing until it is attached.
 *
 * @throws EventCollectorError for an unknown option
 * @example
 * const events = createEventCollector();
 * events.attach(session);
 * await session.prompt("List the files");
 * events.toolSequence(); // ["bash"]
 */
export const createEventCollector = (options: EventCollectorOptions = {}): EventCollector => {
  for (const name of Object.keys(options)) if (!optionNames.includes(name)) throw invalidOption(name, optionNames);
  const { stepOf = () => undefined, isMocked = () => false, now: clock = () => performance.now() } = options;
  const createdAt = clock();
  const now = () => clock() - createdAt;

  const owner = {};
  const keeper = createFailureKeeper(options.onFailure);
  const waiters = createWaiters<AnyEvent>();
  const entries: TimelineEntry[] = [];
  const all: AgentSessionEvent[] = [];
  const messages: AgentMessage[] = [];
  /** Messages by session, for the transcript check. */
  const transcripts: AgentMessage[][] = [[]];
  const ui: UICallLike[] = [];
  const errors: ExtensionError[] = [];
  const attached = new Map<object, Detach>();
  const folders = new Set<string>();
  const abortedAt = new WeakSet<object>();
  let current: Subscribable | undefined;
  let loaded = false;
  let overridden = false;

  type Draft = TimelineEntry extends infer E ? (E extends unknown ? Omit<E, "index" | "at"> : never) : never;
  const note = (draft: Draft, at = now()) => {
    entries.push({ index: entries.length, at, ...draft } as TimelineEntry);
  };

  const hear = (event: AnyEvent) => {
    const copy = snapshotEvent(event);
    note({ source: "extension", type: copy.type, event: copy });
    waiters.tell(copy);
  };

  const facts = createHookFacts({
    now,
    onHook: (_type, event) => hear(asSourceEvent(event) as AnyEvent),
    onHandover: (handover) => note({ source: "hook", type: handover.queue, handover }, handover.from),
  });
  const records = createToolRecords({ stepOf, isMocked, facts });

  const boundary = (reason: string) => {
    note({ source: "boundary", type: reason });
    if (reason !== "reload") transcripts.push([]);
  };

  const onExtensionEvent = (event: AnyEvent, ctx: unknown) => {
    const { type, toolCallId, input, reason } = asLoose(event);
    if (type === "tool_result" && toolCallId !== undefined) {
      const known = facts.of(toolCallId);
      if (!known.executed) Object.assign(known, { executed: true, executedInput: snapshot(input) });
    }
    if (type === "session_start" && reason !== undefined && reason !== "startup") boundary(reason);
    hear(event);
    // A reload keeps the session; anything else is its end.
    if (type === "session_shutdown" && reason !== "reload")
      for (const [source, detach] of [...attached]) if (isContextOf(source, ctx)) detach();
  };

  const knowledge = (kind: SourceKind | "record") => ({
    knows: kind === "session" && loaded && overridden,
    aborted: abortedNow(current),
    authorsTools: kind !== "session",
  });

  const take = (event: SourceEvent, kind: SourceKind | "record") => {
    const copy = snapshotEvent(event);
    const loose = asLoose(copy);
    if (loose.type === "message_end" && abortedNow(current)) abortedAt.add(copy);
    all.push(copy as AgentSessionEvent);
    note({ source: kind, type: copy.type, event: copy });
    if (loose.type === "message_end" && loose.message !== undefined) onMessage(loose.message);
    else if (loose.type === "tool_execution_start") records.onStart(loose);
    else if (loose.type === "tool_execution_end") records.onEnd(loose, knowledge(kind));
    else if (loose.type === "turn_end" || loose.type === "agent_end") records.onRunEnd(knowledge(kind));
    waiters.tell(copy as AnyEvent);
  };

  const onMessage = (message: AgentMessage) => {
    if (message.role === "assistant") records.onAssistantMessage(message);
    if (message.role === "toolResult") records.onResultMessage(message);
    if ((message.role as string) === "system") return;
    messages.push(message);
    transcripts.at(-1)?.push(message);
  };

  const onFailure = (failure: Error) => {
    keeper.keep(failure);
    waiters.fail(failure);
  };

  const attach = (source: EventSource): Detach => {
    const before = attached.get(source);
    if (before !== undefined) return before;
    const reading = readSource(
      source,
      {
        onEvent: take,
        onCallBegins(toolCallId, aborted, callable) {
          const known = facts.of(toolCallId);
          known.abortedAtStart = aborted;
          known.callable = callable;
        },
        onFailure,
      },
      callSite(attach),
    );
    if ("subscribe" in source) {
      const replaces = current !== undefined && current !== source && isSession(current) && isSession(source);
      // With our extension loaded its session_start tells why.
      if (replaces && !loaded) boundary("replaced");
      current = source;
      const cwd = cwdOf(source);
      if (cwd !== undefined) folders.add(cwd);
    }
    const detach = Object.assign(
      () => {
        attached.delete(source);
        reading();
      },
      { done: reading.done },
    );
    attached.set(source, detach);
    return detach;
  };

  const events = () => entries.flatMap((entry) => ("event" in entry ? [entry.event as AnyEvent] : []));
  const matcher = (wanted: EventType | ((event: AnyEvent) => boolean)) =>
    typeof wanted === "function" ? wanted : (event: AnyEvent) => event.type === wanted;
  const tell = (wanted: EventType | ((event: AnyEvent) => boolean)) =>
    typeof wanted === "function" ? "matching event" : wanted;
  const types = () => events().map((event) => event.type);
  const running = () =>
    records.calls
      .filter((call) => call.outcome === "unknown" && records.resultFor(call) === undefined)
      .map((call) => `tool ${call.toolName} (${call.toolCallId})`);

  function timeline(): TimelineEntry[];
  function timeline(wanted: { format: "trace" }): string;
  function timeline(wanted?: { format: "trace" }): TimelineEntry[] | string {
    return wanted === undefined ? [...entries] : formatTrace(entries);
  }

  const waitFor = async (
    wanted: EventType | ((event: AnyEvent) => boolean),
    { timeoutMs = 5000, from = "start" }: WaitOptions = {},
  ): Promise<AnyEvent> =>
    waiters.wait({
      found: from === "start" ? events().find(matcher(wanted)) : undefined,
      matches: matcher(wanted),
      wanted: tell(wanted),
      timeoutMs,
      writtenAt: callSite(waitFor),
      seen: () => ({ types: types(), running: running() }),
    });

  const once = (wanted: EventType | ((event: AnyEvent) => boolean)): AnyEvent => {
    const [found, ...more] = events().filter(matcher(wanted));
    if (found !== undefined && more.length === 0) return found;
    const count = found === undefined ? 0 : 1 + more.length;
    throw countDiffers({ helper: "once", wanted: tell(wanted), count, writtenAt: callSite(once), types: types() });
  };

  const never = (wanted: EventType | ((event: AnyEvent) => boolean)): void => {
    const count = events().filter(matcher(wanted)).length;
    if (count === 0) return;
    throw countDiffers({ helper: "never", wanted: tell(wanted), count, writtenAt: callSite(never), types: types() });
  };

  const assertTranscript = (): void => {
    const writtenAt = callSite(assertTranscript);
    for (const transcript of transcripts) checkTranscript(transcript, writtenAt);
  };

  const collector: EventCollector = {
    all,
    messages,
    toolCalls: records.calls,
    toolResults: records.results,
    ui,
    errors,
    toolCallsFor: (name) => records.calls.filter((call) => call.toolName === name),
    toolResultsFor: (name) => records.results.filter((result) => result.toolName === name),
    blockedCalls: () => records.calls.filter((call) => call.blocked),
    uiCallsFor: (method) => ui.filter((call) => call.method === method),
    toolSequence: () => records.calls.map((call) => call.toolName),
    ofType: <T extends EventType>(type: T) => events().filter((event): event is EventOf<T> => event.type === type),
    waitFor: waitFor as EventCollector["waitFor"],
    once: once as EventCollector["once"],
    never,
    tree: () =>
      drawTree({
        entries,
        calls: records.calls,
        resultFor: records.resultFor,
        hasAuthorsWords: records.hasAuthorsWords,
        wasAborted: (event) => abortedAt.has(event),
        folders: [...folders],
      }),
    timeline,
    assertTranscript,
    attach,
    record: (event) => take(event, "record"),
    recordUI(call) {
      const copy = { ...call, args: [...call.args] };
      ui.push(copy);
      const toolCallId = facts.current();
      note({ source: "ui", type: call.method, call: copy, ...(toolCallId === undefined ? {} : { toolCallId }) });
    },
    onError(error) {
      const copy = { ...error };
      errors.push(copy);
      const toolCallId = facts.current();
      note({ source: "error", type: error.event, error: copy, ...(toolCallId === undefined ? {} : { toolCallId }) });
    },
    extension: createCollectorExtension(
      owner,
      () => {
        loaded = true;
      },
      onExtensionEvent,
    ),
    extensionsOverride(result) {
      overridden = true;
      const own = result.extensions.filter((extension) => isSigned(extension, owner));
      facts.watch(result, (extension) => own.includes(extension));
      // Early, to hear a session start before its handlers act; behind the mocks, which mark error results first.
      const others = result.extensions.filter((extension) => !own.includes(extension));
      const firstOther = others.findIndex((extension) => !isSignedByKit(extension));
      const front = firstOther < 0 ? others.length : firstOther;
      return { ...result, extensions: [...others.slice(0, front), ...own, ...others.slice(front)] };
    },
    get failure() {
      return keeper.first;
    },
    assertDone() {
      keeper.throwFirst();
    },
    dispose() {
      for (const detach of [...attached.values()]) detach();
    },
  };
  return collector;
};
