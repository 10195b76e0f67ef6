// Copies of what pi hands out, taken at once: a record must not change when pi or an extension changes the original.
// This runs for every event of a run, so it is written for speed: plain data is copied without any bookkeeping.

/** Deeper than any data of pi's: from here on a value is taken for a cycle and looked at with care. */
const deep = 60;

class TooDeep extends Error {}

const plain = (value: unknown, depth: number): unknown => {
  if (typeof value !== "object" || value === null)
    return typeof value === "function" ? `[function ${value.name || "anonymous"}]` : value;
  if (depth > deep) throw new TooDeep();
  if (Array.isArray(value)) {
    const list = value.slice();
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      if (isNested(item)) list[index] = plain(item, depth + 1);
    }
    return list;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const special = specialCopy(value, (item) => plain(item, depth + 1));
    if (special !== undefined) return special;
  }
  // A spread keeps the shape of the object, which the engine does much faster than adding key by key.
  const record: Record<string, unknown> = { ...value };
  for (const key in record) {
    const item = record[key];
    if (isNested(item)) record[key] = plain(item, depth + 1);
  }
  return record;
};

const isNested = (item: unknown): boolean => (typeof item === "object" && item !== null) || typeof item === "function";

/** A copy of what is no plain data; `undefined` for an object of some class, which is copied by its own properties. */
const specialCopy = (value: object, copy: (item: unknown) => unknown): unknown => {
  if (value instanceof Error || value instanceof AbortSignal || value instanceof Promise) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copy(item)]));
  if (value instanceof Set) return new Set([...value].map(copy));
  return undefined;
};

/** The same with a memory of where it has been, for values that contain themselves. */
const careful = (value: unknown, seen: Map<object, unknown>): unknown => {
  if (typeof value !== "object" || value === null) return plain(value, 0);
  const known = seen.get(value);
  if (known !== undefined) return known;
  const special = specialCopy(value, (item) => careful(item, seen));
  if (special !== undefined) return special;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    for (const item of value) list.push(careful(item, seen));
    return list;
  }
  const record: Record<string, unknown> = {};
  seen.set(value, record);
  for (const [key, item] of Object.entries(value)) record[key] = careful(item, seen);
  return record;
};

/**
 * A deep copy of plain data. What is no data stays recognisable: a function becomes `[function name]`, an object of a
 * class is copied by its own properties, an error stays itself.
 */
export const snapshot = <T>(value: T): T => {
  try {
    return plain(value, 0) as T;
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return careful(value, new Map()) as T;
  }
};

interface Update {
  type: "message_update";
  message?: { content?: unknown };
  assistantMessageEvent?: { contentIndex?: number; partial?: unknown };
}

const isUpdate = (event: { type: string }): event is Update => event.type === "message_update";

/**
 * Copies events of one source. While a message streams every update carries all of it, and only the block the update is
 * about can have changed: the copies of the others are used again.
 */
export const createEventCopier = (): (<E extends { type: string }>(event: E) => E) => {
  let blocks: unknown[] = [];

  const contentOf = (content: readonly unknown[], changed: number | undefined): unknown[] => {
    const known = changed === undefined ? 0 : Math.min(blocks.length, content.length);
    blocks = blocks.slice(0, known);
    if (changed !== undefined && changed < known) blocks[changed] = snapshot(content[changed]);
    for (let index = known; index < content.length; index++) blocks.push(snapshot(content[index]));
    return blocks;
  };

  return <E extends { type: string }>(event: E): E => {
    if (event.type === "message_start") blocks = [];
    if (!isUpdate(event)) return snapshot(event);
    const { message, assistantMessageEvent: inner, ...rest } = event;
    const copied =
      message !== undefined && Array.isArray(message.content)
        ? { ...message, content: contentOf(message.content, inner?.contentIndex) }
        : snapshot(message);
    const copy = {
      ...rest,
      ...(message === undefined ? {} : { message: copied }),
      ...(inner === undefined
        ? {}
        : {
            assistantMessageEvent: {
              ...snapshot({ ...inner, partial: undefined }),
              ...("partial" in inner ? { partial: copied } : {}),
            },
          }),
    };
    return copy as unknown as E;
  };
};
