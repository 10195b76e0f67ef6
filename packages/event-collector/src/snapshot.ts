// Copies of what pi hands out, taken at once: a record must not change when pi or an extension changes the original.
import { createDataCopy } from "@pi-testkit/data-copy";
import { asSourceEvent, type SourceEvent } from "./pi-seams.ts";

const { copy: snapshot, isCopy } = createDataCopy({
  // What is no data stays recognisable; an object of a class is copied by its own properties.
  leaf(value, copy) {
    if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
    if (value instanceof Error || value instanceof AbortSignal || value instanceof Promise) return value;
    if (value instanceof Date) return new Date(value);
    if (value instanceof Uint8Array) return value.slice();
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copy(item)]));
    if (value instanceof Set) return new Set([...value].map(copy));
    return copy({ ...value });
  },
});

export { snapshot };

interface Update {
  type: "message_update";
  message?: Record<string, unknown>;
  assistantMessageEvent?: { contentIndex?: number; partial?: unknown };
}

const isUpdate = (event: { type: string }): event is Update => event.type === "message_update";

/**
 * Copies events of one source. A message comes up to four times, and while it streams every update carries all of it, with
 * only the block the update is about changed: what has been copied and is still the same is used again.
 */
export const createEventCopier = (): ((event: SourceEvent) => SourceEvent) => {
  /** Of the messages of the current run; a weak map of this size would cost more in garbage collection than it saves. */
  const copies = new Map<object, object>();
  let blocks: unknown[] = [];

  const messageCopy = (message: unknown): unknown => {
    if (typeof message !== "object" || message === null) return message;
    const known = copies.get(message);
    if (known !== undefined && isCopy(known, message)) return known;
    const copy = snapshot(message);
    copies.set(message, copy);
    return copy;
  };

  const listCopy = (list: unknown): unknown => (Array.isArray(list) ? list.map(messageCopy) : snapshot(list));

  const contentOf = (content: readonly unknown[], changed: number | undefined): unknown[] => {
    const known = changed === undefined ? 0 : Math.min(blocks.length, content.length);
    blocks = blocks.slice(0, known);
    if (changed !== undefined && changed < known) blocks[changed] = snapshot(content[changed]);
    for (let index = known; index < content.length; index++) blocks.push(snapshot(content[index]));
    return blocks;
  };

  const updateCopy = ({ message, assistantMessageEvent: inner, ...rest }: Update): Update => {
    const copy: Update = rest;
    if (message !== undefined) {
      copy.message = {};
      // A provider counts its usage in place while it streams.
      for (const [key, value] of Object.entries(message))
        copy.message[key] =
          key === "content" && Array.isArray(value) ? contentOf(value, inner?.contentIndex) : snapshot(value);
    }
    if (inner === undefined) return copy;
    const { partial, ...told } = inner;
    copy.assistantMessageEvent = snapshot(told);
    if (partial !== undefined) copy.assistantMessageEvent.partial = copy.message;
    return copy;
  };

  return (event) => {
    if (isUpdate(event)) return asSourceEvent(updateCopy(event));
    if (event.type === "message_start") blocks = [];
    if (!("message" in event || "messages" in event || "toolResults" in event)) return snapshot(event);
    // Key by key: taking the rest of an object apart costs more than copying it.
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(event))
      if (key === "message") copy.message = messageCopy(value);
      else if (key === "messages" || key === "toolResults") copy[key] = listCopy(value);
      else copy[key] = snapshot(value);
    if (event.type === "agent_end") copies.clear();
    return asSourceEvent(copy);
  };
};
