// Which handler answers the next call of a tool, and what of the queues is left. It runs nothing.
import type { MockToolHandler, RepeatLast, ToolHandlers } from "./tool-handlers.ts";

/** A handler of one call: never a queue. */
export type SingleHandler = Exclude<MockToolHandler, readonly MockToolHandler[] | RepeatLast<unknown>>;

export type NextHandler =
  | { kind: "none" }
  | { kind: "handler"; handler: SingleHandler }
  | { kind: "exhausted"; length: number };

interface Entry {
  readonly queue: readonly SingleHandler[];
  /** `once`: a queue; `always`: one handler for every call; `last`: a queue whose last entry stays. */
  readonly use: "once" | "always" | "last";
  position: number;
  readonly writtenAt: string | undefined;
}

const isRepeatLast = (handler: MockToolHandler): handler is RepeatLast<unknown> =>
  typeof handler === "object" && "repeatLast" in handler && Array.isArray(handler.repeatLast);

const flatten = (handlers: readonly MockToolHandler[]): SingleHandler[] =>
  handlers.flatMap((handler) => {
    if (Array.isArray(handler)) return flatten(handler);
    return isRepeatLast(handler) ? flatten(handler.repeatLast) : [handler as SingleHandler];
  });

const entryOf = (handler: MockToolHandler, writtenAt: string | undefined): Entry => {
  if (Array.isArray(handler)) return { queue: flatten(handler), use: "once", position: 0, writtenAt };
  if (isRepeatLast(handler)) return { queue: flatten(handler.repeatLast), use: "last", position: 0, writtenAt };
  return { queue: [handler as SingleHandler], use: "always", position: 0, writtenAt };
};

export interface HandlerTable {
  has(name: string): boolean;
  names(): string[];
  writtenAt(name: string): string | undefined;
  set(name: string, handler: MockToolHandler | undefined, writtenAt: string | undefined): void;
  /** Takes the handler of the next call; a queue moves on. */
  take(name: string): NextHandler;
  /** Queues with entries nobody asked for. */
  leftOver(): { name: string; used: number; length: number; writtenAt: string | undefined }[];
  reset(): void;
}

export const createHandlerTable = (handlers: ToolHandlers, writtenAt: string | undefined): HandlerTable => {
  const entries = new Map<string, Entry>();
  const fill = () => {
    entries.clear();
    for (const [name, handler] of Object.entries(handlers))
      if (handler !== undefined) entries.set(name, entryOf(handler, writtenAt));
  };
  fill();
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    writtenAt: (name) => entries.get(name)?.writtenAt,
    set(name, handler, place) {
      if (handler === undefined) entries.delete(name);
      else entries.set(name, entryOf(handler, place));
    },
    take(name) {
      const entry = entries.get(name);
      if (entry === undefined) return { kind: "none" };
      const last = entry.queue.length - 1;
      const handler = entry.queue[entry.use === "once" ? entry.position : Math.min(entry.position, last)];
      if (handler === undefined) return { kind: "exhausted", length: entry.queue.length };
      entry.position++;
      return { kind: "handler", handler };
    },
    leftOver: () =>
      [...entries].flatMap(([name, { queue, use, position, writtenAt: place }]) =>
        use === "once" && position < queue.length
          ? [{ name, used: position, length: queue.length, writtenAt: place }]
          : [],
      ),
    reset: fill,
  };
};
