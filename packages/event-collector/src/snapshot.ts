// Copies of what pi hands out, taken at once: a record must not change when pi or an extension changes the original.

/**
 * A deep copy of plain data. What is no data stays recognisable: a function becomes `[function name]`, an object of a
 * class is copied by its own properties.
 */
export const snapshot = <T>(value: T): T => copyOf(value, undefined) as T;

type Seen = Map<object, unknown>;

const copyOf = (value: unknown, seen: Seen | undefined): unknown => {
  if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return value;
  const known = seen?.get(value);
  if (known !== undefined) return known;
  if (value instanceof Error || value instanceof AbortSignal || value instanceof Promise) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof Uint8Array) return value.slice();
  const parents: Seen = seen ?? new Map();
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    parents.set(value, list);
    for (const item of value) list.push(copyOf(item, parents));
    return list;
  }
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copyOf(item, parents)]));
  if (value instanceof Set) return new Set([...value].map((item) => copyOf(item, parents)));
  const record: Record<string, unknown> = {};
  parents.set(value, record);
  for (const [key, item] of Object.entries(value)) record[key] = copyOf(item, parents);
  return record;
};

// While a message streams, every update carries all of it; only the block the update is about can have changed.
const blocks = new WeakMap<object, unknown>();

const blockCopy = (block: unknown, changed: boolean): unknown => {
  if (typeof block !== "object" || block === null) return block;
  const known = changed ? undefined : blocks.get(block);
  if (known !== undefined) return known;
  const copy = snapshot(block);
  blocks.set(block, copy);
  return copy;
};

interface Update {
  type: "message_update";
  message?: { content?: unknown };
  assistantMessageEvent?: { contentIndex?: number; partial?: unknown };
}

const isUpdate = (event: { type: string }): event is Update => event.type === "message_update";

/** A copy of an event; the growing message of a stream is copied by what is new in it. */
export const snapshotEvent = <E extends { type: string }>(event: E): E => {
  if (!isUpdate(event)) return snapshot(event);
  const { message, assistantMessageEvent: inner, ...rest } = event;
  const copied =
    message !== undefined && Array.isArray(message.content)
      ? {
          ...message,
          content: message.content.map((block, index) =>
            blockCopy(block, inner?.contentIndex === undefined || index === inner.contentIndex),
          ),
        }
      : snapshot(message);
  const copy = {
    ...snapshot(rest),
    ...(message === undefined ? {} : { message: copied }),
    ...(inner === undefined
      ? {}
      : { assistantMessageEvent: { ...inner, ...("partial" in inner ? { partial: copied } : {}) } }),
  };
  return copy as unknown as E;
};
