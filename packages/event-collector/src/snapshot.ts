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
      if (typeof item === "object" || typeof item === "function") list[index] = plain(item, depth + 1);
    }
    return list;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const special = specialCopy(value, (item) => plain(item, depth + 1));
    if (special !== undefined) return special;
  }
  const record: Record<string, unknown> = {};
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item !== "object" && typeof item !== "function") record[key] = item;
    else if (prototype === Object.prototype || Object.hasOwn(value, key)) record[key] = plain(item, depth + 1);
  }
  return record;
};

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

/** Whether a copy still says what its original says. Cheaper than another copy, and nothing new stays in memory. */
const isStill = (copy: unknown, original: unknown): boolean => {
  if (copy === original) return true;
  if (typeof original !== "object" || original === null || typeof copy !== "object" || copy === null) return false;
  if (Array.isArray(original)) {
    if (!Array.isArray(copy) || copy.length !== original.length) return false;
    for (let index = 0; index < original.length; index++) if (!isStill(copy[index], original[index])) return false;
    return true;
  }
  if (Object.getPrototypeOf(original) !== Object.prototype) return false;
  let keys = 0;
  for (const key in original) {
    keys++;
    if (!isStill((copy as Record<string, unknown>)[key], (original as Record<string, unknown>)[key])) return false;
  }
  for (const _ in copy) keys--;
  return keys === 0;
};

interface Update {
  type: "message_update";
  message?: { content?: unknown };
  assistantMessageEvent?: { contentIndex?: number; partial?: unknown };
}

const isUpdate = (event: { type: string }): event is Update => event.type === "message_update";

/**
 * Copies events of one source. A message comes up to four times, and while it streams every update carries all of it, with
 * only the block the update is about changed: what has been copied and is still the same is used again.
 */
export const createEventCopier = (): (<E extends { type: string }>(event: E) => E) => {
  /** Of the messages of the current run; a weak map of this size would cost more in garbage collection than it saves. */
  const copies = new Map<object, object>();
  let blocks: unknown[] = [];

  const messageCopy = (message: unknown): unknown => {
    if (typeof message !== "object" || message === null) return message;
    const known = copies.get(message);
    if (known !== undefined && isStill(known, message)) return known;
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
    const copied =
      message !== undefined && Array.isArray(message.content)
        ? { ...message, content: contentOf(message.content, inner?.contentIndex) }
        : snapshot(message);
    const copy: Update = rest;
    if (message !== undefined) copy.message = copied as NonNullable<Update["message"]>;
    if (inner === undefined) return copy;
    const { partial, ...told } = inner;
    copy.assistantMessageEvent = snapshot(told);
    if (partial !== undefined) copy.assistantMessageEvent.partial = copied;
    return copy;
  };

  return <E extends { type: string }>(event: E): E => {
    if (isUpdate(event)) return updateCopy(event) as unknown as E;
    if (event.type === "message_start") blocks = [];
    if (!("message" in event || "messages" in event || "toolResults" in event)) return snapshot(event);
    // Key by key: taking the rest of an object apart costs more than copying it.
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(event))
      if (key === "message") copy.message = messageCopy(value);
      else if (key === "messages" || key === "toolResults") copy[key] = listCopy(value);
      else copy[key] = typeof value === "object" ? snapshot(value) : value;
    if (event.type === "agent_end") copies.clear();
    return copy as unknown as E;
  };
};
