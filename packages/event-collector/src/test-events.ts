// What a test holds in its hands: the questions to a record, and the recorder that answers them.
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type {
  AgentSessionEvent,
  ExtensionError,
  ExtensionFactory,
  LoadExtensionsResult,
} from "@earendil-works/pi-coding-agent";
import type { AnyEvent, SourceEvent } from "./pi-seams.ts";
import type { Detach, EventSource } from "./sources.ts";
import type { TimelineEntry } from "./timeline.ts";
import type { ToolCallRecord, ToolResultRecord } from "./tool-records.ts";
import type { UICallLike } from "./ui-call.ts";
import type { WaitOptions } from "./wait-for.ts";

/** What the collector is told by other doubles, so that a record knows its step and whether it was mocked. */
export interface EventCollectorOptions {
  /** The script step that made a call: a playbook's `stepOf` fits. */
  stepOf?: ((toolCallId: string) => number | undefined) | undefined;
  /** Whether a call's result came from a mock: the tool mocks' `isMocked` fits. */
  isMocked?: ((toolCallId: string) => boolean) | undefined;
  /** Told the first failure of a source the moment it happens. */
  onFailure?: ((failure: Error) => void) | undefined;
  /** Milliseconds, for the times of the timeline. Default: the `performance` there is when the collector is created. */
  now?: (() => number) | undefined;
}

/** The type of any event that a collector can see. */
export type EventType = AnyEvent["type"];
/** The event of a type. */
export type EventOf<T extends EventType> = Extract<AnyEvent, { type: T }>;

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
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}
