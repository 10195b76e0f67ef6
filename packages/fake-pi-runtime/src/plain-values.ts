// Small shapings of what a fake hands out.
import type { AuthorCallbacks } from "./author-callbacks.ts";
import type { FakePiOptions } from "./fake-pi.ts";

/** Without the keys whose value is `undefined`, at the top only. Anything that is no plain object stays as it is. */
export const withoutUndefined = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  return entries.every(([, item]) => item !== undefined)
    ? value
    : Object.fromEntries(entries.filter(([, item]) => item !== undefined));
};

/** What the test says; else pi's answer for an empty session; else a refusal, since only pi can estimate tokens. */
export const contextUsage = (
  { contextUsage: given }: FakePiOptions,
  contextWindow: number | undefined,
  isEmpty: boolean,
  callbacks: AuthorCallbacks,
): unknown => {
  if (typeof given === "function") return callbacks.callNow("contextUsage of createFakePi", given);
  if (given !== undefined) return given;
  if (!contextWindow) return undefined;
  if (isEmpty) return { tokens: 0, contextWindow, percent: 0 };
  throw callbacks.notFaked("ctx.getContextUsage", "ctx.getContextUsage() of a session with messages");
};
