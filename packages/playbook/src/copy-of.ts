// Copies of what pi hands out, so that a record stays as it was.

/** Deeper than any message nests; beyond it a value is taken to hold itself. */
const deepest = 100;

/**
 * A deep copy of data: plain objects and arrays, without keys whose value is undefined or a function. An object of a
 * class is cloned as a whole; where a value holds itself, the copy says `[circular]`. Several times as fast as
 * `structuredClone` on what a transcript holds.
 */
export const copyOf = (value: unknown): unknown => {
  try {
    return plainCopy(value, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return plainCopy(value, 0, new Set());
  }
};

/** @param holders the objects around this one; without them a value that is too deep is a RangeError. */
const plainCopy = (value: unknown, depth: number, holders?: Set<object>): unknown => {
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (holders?.has(value)) return "[circular]";
  if (depth > deepest && holders === undefined) throw new RangeError("too deep");
  holders?.add(value);
  const copy = contentCopy(value, depth + 1, holders);
  holders?.delete(value);
  return copy;
};

const contentCopy = (value: object, depth: number, holders: Set<object> | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth, holders));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return cloneOf(value);
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const item = plainCopy((value as Record<string, unknown>)[key], depth, holders);
    if (item === undefined) continue;
    // An own key of that name, as JSON can bring it, must not become the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true });
    else copy[key] = item;
  }
  return copy;
};

const cloneOf = (value: object): unknown => {
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
};

/** Whether `copyOf(original)` would make the same again. Cheaper than another copy, and leaves nothing to collect. */
const isCopyOf = (copy: unknown, original: unknown): boolean => {
  if (typeof original !== "object" || original === null) return copy === original;
  if (typeof copy !== "object" || copy === null) return false;
  if (Array.isArray(original)) {
    if (!Array.isArray(copy) || copy.length !== original.length) return false;
    for (let at = 0; at < original.length; at++) if (!isCopyOf(copy[at], original[at])) return false;
    return true;
  }
  if (Object.getPrototypeOf(original) !== Object.prototype) return false;
  let keys = 0;
  for (const key in original) {
    const item = (original as Record<string, unknown>)[key];
    if (item === undefined || typeof item === "function") continue;
    keys++;
    if (!isCopyOf((copy as Record<string, unknown>)[key], item)) return false;
  }
  for (const _ in copy) keys--;
  return keys === 0;
};

/**
 * Copies lists of which each begins as the one before, as the requests of a session do: what both have in common is
 * copied once, and stands in both copies.
 */
export const createListCopier = (): (<T>(list: readonly T[]) => T[]) => {
  let last: readonly unknown[] = [];
  return <T>(list: readonly T[]): T[] => {
    const copies = list.map((item, at) => (isCopyOf(last[at], item) ? last[at] : copyOf(item)));
    last = copies;
    return copies as T[];
  };
};
