// Deep copies of plain data, for records that must stay as they were when something happened. What becomes of a function
// or of an object of a class is the caller's to say. Written for speed: this runs for every event and every request.

/** What differs between those who keep records. */
export interface CopyRules {
  /** What stands in the copy for a function or an object of a class; `copy` copies what is inside it. */
  leaf(value: object, copy: (inner: unknown) => unknown): unknown;
  /** Leaves keys out whose copy is undefined. Default: false. */
  readonly omitUndefined?: boolean;
}

export interface DataCopy {
  /** A deep copy: plain objects and arrays. Where a value holds itself, the copy says `[circular]`. */
  copy<T>(value: T): T;
  /** Whether `copy(original)` would make the same again. Cheaper than another copy, and leaves nothing to collect. */
  isCopy(copy: unknown, original: unknown): boolean;
}

/** Deeper than any data of pi's: from here on a value is taken to hold itself and is looked at with care. */
const deepest = 100;

class TooDeep extends Error {}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

export const createDataCopy = ({ leaf, omitUndefined = false }: CopyRules): DataCopy => {
  /** @param done the copies so far, by their originals; without it a value that is too deep is an error. */
  const copyAt = (value: unknown, depth: number, done: Map<object, unknown> | undefined): unknown => {
    if (typeof value === "function") return leaf(value, (inner) => copyAt(inner, depth + 1, done));
    if (typeof value !== "object" || value === null) return value;
    if (done === undefined) {
      if (depth > deepest) throw new TooDeep();
      return contentCopy(value, depth + 1, done);
    }
    if (done.has(value)) return done.get(value);
    done.set(value, "[circular]");
    const copy = contentCopy(value, depth + 1, done);
    done.set(value, copy);
    return copy;
  };

  const contentCopy = (value: object, depth: number, done: Map<object, unknown> | undefined): unknown => {
    if (Array.isArray(value)) {
      const list = value.slice();
      for (let at = 0; at < list.length; at++) {
        const item = list[at];
        if (typeof item === "object" || typeof item === "function") list[at] = copyAt(item, depth, done);
      }
      return list;
    }
    if (!isPlain(value)) return leaf(value, (inner) => copyAt(inner, depth, done));
    const record: Record<string, unknown> = {};
    for (const key in value) {
      let item: unknown = (value as Record<string, unknown>)[key];
      if (typeof item === "object" || typeof item === "function") item = copyAt(item, depth, done);
      if (omitUndefined && item === undefined) continue;
      // An own key of that name, as JSON can bring it, must not become the prototype.
      if (key === "__proto__") Object.defineProperty(record, key, { value: item, enumerable: true, writable: true });
      else record[key] = item;
    }
    return record;
  };

  const isCopy = (copy: unknown, original: unknown): boolean => {
    if (typeof original !== "object" || original === null) return typeof original !== "function" && copy === original;
    if (typeof copy !== "object" || copy === null) return false;
    if (Array.isArray(original)) {
      if (!Array.isArray(copy) || copy.length !== original.length) return false;
      for (let at = 0; at < original.length; at++) if (!isCopy(copy[at], original[at])) return false;
      return true;
    }
    if (Array.isArray(copy) || !isPlain(copy) || !isPlain(original)) return false;
    let keys = 0;
    for (const key in original) {
      const item = (original as Record<string, unknown>)[key];
      if (omitUndefined && item === undefined) continue;
      keys++;
      if (!isCopy((copy as Record<string, unknown>)[key], item)) return false;
    }
    for (const _ in copy) keys--;
    return keys === 0;
  };

  return {
    copy<T>(value: T): T {
      try {
        return copyAt(value, 0, undefined) as T;
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
        return copyAt(value, 0, new Map()) as T;
      }
    },
    isCopy,
  };
};
