// What createFakePi takes, and what it says of anything else. It reads nothing out of the options.
import { describeValue, nearestName } from "@pi-testkit/failure-report";
import type { FakePiOptions } from "./fake-pi.ts";
import { fakeFailure } from "./fake-pi-error.ts";
import { as } from "./pi-seams.ts";

type Taken = readonly [takes: (value: unknown) => boolean, expected: string, names?: readonly string[]];

const oneOf = (...names: readonly string[]): Taken => [
  (value) => as<readonly unknown[]>(names).includes(value),
  names.map(describeValue).join(", "),
  names,
];
const aBoolean: Taken = [(value) => typeof value === "boolean", "true, false"];
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFunction = (value: unknown) => typeof value === "function";
const anObject: Taken = [isObject, "an object"];
const aFunction: Taken = [isFunction, "a function"];

/** What each option takes. */
const values: Readonly<Record<string, Taken>> = {
  mode: oneOf("tui", "rpc", "print", "json"),
  hasUI: aBoolean,
  cwd: [(value) => typeof value === "string", "a string"],
  ui: anObject,
  flags: anObject,
  model: [(value) => value === null || isObject(value), "an object, or null"],
  tools: [(value) => Array.isArray(value) || isObject(value), "an object, or an array"],
  exec: aFunction,
  replies: [(value) => Array.isArray(value) || isFunction(value), "an array, or a function"],
  settings: anObject,
  contextUsage: [(value) => isObject(value) || isFunction(value), "an object, or a function"],
  trusted: aBoolean,
  errors: oneOf("throw", "record"),
  onFailure: aFunction,
};

/** Options read from elsewhere may hold anything. */
export const checkOptions = (options: FakePiOptions, writtenAt: () => string | undefined): void => {
  if (!isObject(options))
    throw fakeFailure("unknown-option", {
      happened: "createFakePi takes its options as an object.",
      writtenAt: writtenAt(),
      received: describeValue(options),
      fix: "Give an object, or leave it out.",
    });
  for (const [name, value] of Object.entries(options)) {
    const taken = Object.hasOwn(values, name) ? values[name] : undefined;
    if (taken === undefined) {
      const nearest = nearestName(name, Object.keys(values));
      throw fakeFailure("unknown-option", {
        happened: `createFakePi has no option "${name}".`,
        writtenAt: writtenAt(),
        fix: nearest ? `Write "${nearest}".` : `Use one of: ${Object.keys(values).join(", ")}.`,
      });
    }
    const [takes, expected, names = []] = taken;
    if (value === undefined || takes(value)) continue;
    const nearest = typeof value === "string" ? nearestName(value, names) : undefined;
    throw fakeFailure("unknown-option", {
      happened: `The option "${name}" of createFakePi does not take ${describeValue(value)}.`,
      writtenAt: writtenAt(),
      expected,
      fix: nearest ? `Write "${nearest}".` : "Use one of these, or leave it out.",
    });
  }
};
