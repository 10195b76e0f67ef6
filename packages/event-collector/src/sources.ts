// Reads events out of whatever can be attached. What they mean is not its business.
import { invalidLine, invalidSource, sourceFailed } from "./failure-texts.ts";
import {
  type AgentLike,
  agentOf,
  asSourceEvent,
  isCallable,
  isSession,
  type SourceEvent,
  type Subscribable,
} from "./pi-seams.ts";

/** What kind of thing an event came from; it decides what can be known about a call. */
export type SourceKind = "session" | "agent" | "stream" | "jsonl";

/** Anything `attach` reads: see the README's table of sources. */
export type EventSource = Subscribable | AsyncIterable<unknown>;

/** Undoes `attach`; `done` settles when a stream has ended, and never rejects. */
export type Detach = (() => void) & { readonly done: Promise<void> };

/** Where an event came from. */
export interface EventOrigin {
  kind: SourceKind | "record";
  source?: Subscribable;
  /** The agent of the source; looked up once, since this is asked at each event. */
  agent?: AgentLike;
}

export interface SourceListener {
  onEvent(event: SourceEvent, origin: EventOrigin): void;
  /** A call begins: whether the run is aborted and whether the tool can be found, at that moment. */
  onCallBegins(toolCallId: string, aborted: boolean, callable: boolean): void;
  onFailure(failure: Error): void;
}

const isSubscribable = (source: unknown): source is Subscribable =>
  typeof source === "object" && source !== null && "subscribe" in source && typeof source.subscribe === "function";

const isIterable = (source: unknown): source is AsyncIterable<unknown> =>
  typeof source === "object" && source !== null && Symbol.asyncIterator in source;

export const abortedNow = ({ agent }: EventOrigin): boolean => agent?.signal?.aborted ?? false;

const subscribeTo = (source: Subscribable, listener: SourceListener): (() => void) => {
  const agent = agentOf(source);
  const origin: EventOrigin = { kind: isSession(source) ? "session" : "agent", source, agent };
  // From 0.75.4 on pi waits for its listeners, so this is the state in which the call begins. A second listener, on the
  // session's agent, would tell it in time on older versions, too, but pi's own order shifts by it there.
  const stop = source.subscribe((event) => {
    if (event.type === "tool_execution_start")
      listener.onCallBegins(
        event.toolCallId,
        abortedNow(origin),
        isCallable(source, agent, event.toolName, event.parentToolCallId !== undefined),
      );
    listener.onEvent(event, origin);
  });
  return () => {
    if (typeof stop === "function") stop();
  };
};

const linesOf = (listener: SourceListener, writtenAt: () => string | undefined) => {
  const decoder = new TextDecoder();
  let rest = "";
  let number = 0;
  const line = (text: string) => {
    number++;
    if (text.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string")
      listener.onFailure(invalidLine(text, number, writtenAt()));
    else listener.onEvent(asSourceEvent(value), { kind: "jsonl" });
  };
  return {
    push(chunk: string | Uint8Array) {
      const parts = (rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) line(part.endsWith("\r") ? part.slice(0, -1) : part);
    },
    end() {
      if (rest !== "") line(rest);
      rest = "";
    },
  };
};

const read = async (
  source: AsyncIterable<unknown>,
  listener: SourceListener,
  writtenAt: () => string | undefined,
  stopped: () => boolean,
): Promise<void> => {
  const lines = linesOf(listener, writtenAt);
  try {
    for await (const item of source) {
      if (stopped()) return;
      if (typeof item === "string" || item instanceof Uint8Array) lines.push(item);
      else listener.onEvent(asSourceEvent(item), { kind: "stream" });
    }
    lines.end();
  } catch (cause) {
    if (!stopped()) listener.onFailure(sourceFailed(cause, writtenAt()));
  }
};

export const readSource = (
  source: EventSource,
  listener: SourceListener,
  writtenAt: () => string | undefined,
): Detach => {
  if (isSubscribable(source)) {
    const stop = subscribeTo(source, listener);
    return Object.assign(stop, { done: Promise.resolve() });
  }
  if (!isIterable(source)) throw invalidSource(source, writtenAt());
  let stopped = false;
  const done = read(source, listener, writtenAt, () => stopped);
  const stop = () => {
    stopped = true;
  };
  return Object.assign(stop, { done });
};
