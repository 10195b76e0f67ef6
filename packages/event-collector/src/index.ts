// A recorder for pi runs: what was called, blocked, answered and shown, as data and as a tree.
export { createEventCollector } from "./event-collector.ts";
export { EventCollectorError, type EventCollectorErrorCode } from "./event-collector-error.ts";
export type { Handover } from "./hook-facts.ts";
export type { AnyEvent, SourceEvent, Subscribable } from "./pi-seams.ts";
export type { Detach, EventSource } from "./sources.ts";
export type { EventCollector, EventCollectorOptions, EventOf, EventType, TestEvents } from "./test-events.ts";
export type { TimelineEntry } from "./timeline.ts";
export type { ResultContent, ToolCallRecord, ToolOutcome, ToolResultRecord } from "./tool-records.ts";
export type { UICallLike } from "./ui-call.ts";
export type { WaitOptions } from "./wait-for.ts";
