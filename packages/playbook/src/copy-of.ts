// Copies of what pi hands out, so that a record stays as it was.
import { createDataCopy } from "@pi-testkit/data-copy";

const cloneOf = (value: object): unknown => {
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
};

const { copy, isCopy } = createDataCopy({
  omitUndefined: true,
  leaf: (value) => (typeof value === "function" ? undefined : cloneOf(value)),
});

/** A deep copy of data without keys whose value is undefined or a function; an object of a class is cloned as a whole. */
export const copyOf: <T>(value: T) => T = copy;

/**
 * Copies lists of which each begins as the one before, as the requests of a session do: what both have in common is
 * copied once, and stands in both copies; a list that has not changed is the copy there was.
 */
export const createListCopier = (): (<T>(list: readonly T[]) => T[]) => {
  let last: readonly unknown[] = [];
  return <T>(list: readonly T[]): T[] => {
    if (list.length !== last.length || !list.every((item, at) => isCopy(last[at], item)))
      last = list.map((item, at): T => (isCopy(last[at], item) ? (last[at] as T) : copy(item)));
    return last as T[];
  };
};
