// Copies of what pi hands out, taken at once: a record must not change when pi or an extension changes the original.
import { createDataCopy } from "@pi-testkit/data-copy";

export const { copy: snapshot } = createDataCopy({
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
