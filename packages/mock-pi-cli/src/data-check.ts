// Checks data from outside against a schema, and tells the first thing that is wrong: where, expected, found.
import { describeValue, nearestName } from "@pi-testkit/failure-report";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";

/** What is wrong with a value. */
export interface DataFault {
  /** A JSON pointer; `""` is the value itself. */
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  readonly fix?: string | undefined;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: {
    readonly additionalProperties?: readonly string[];
    readonly requiredProperties?: readonly string[];
  };
}

type Properties = { readonly properties?: Readonly<Record<string, TSchema>>; readonly items?: TSchema };

const schemaAt = (schema: TSchema, path: readonly string[]): TSchema | undefined =>
  path.reduce<TSchema | undefined>((at, key) => {
    const { properties, items } = (at ?? {}) as Properties;
    return /^\d+$/.test(key) ? items : properties?.[key];
  }, schema);

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);

/** The first fault of `value`, or undefined when it fits. */
export const faultOf = (schema: TSchema, value: unknown): DataFault | undefined => {
  if (Value.Check(schema, value)) return undefined;
  const errors = [...Value.Errors(schema, value)] as unknown as SchemaError[];
  const error = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) return { pointer: "", expected: "something else", received: describeValue(value) };
  const path = error.instancePath.split("/").slice(1);
  const extra = error.params.additionalProperties?.[0];
  if (extra !== undefined) {
    const known = Object.keys((schemaAt(schema, path) as Properties | undefined)?.properties ?? {});
    const near = nearestName(extra, known);
    return {
      pointer: error.instancePath,
      expected: `no other keys than ${known.join(", ")}`,
      received: describeValue(extra),
      fix: near ? `write "${near}".` : `remove "${extra}".`,
    };
  }
  const missing = error.params.requiredProperties?.[0];
  const target = missing === undefined ? path : [...path, missing];
  const description = (schemaAt(schema, target) as { description?: string } | undefined)?.description;
  return {
    pointer: missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`,
    expected: description ?? error.message,
    received: missing === undefined ? describeValue(valueAt(value, path)) : "nothing",
  };
};

const expectedData = "data: texts, numbers, booleans, null, arrays and plain objects";

// By its distance from the root, since another realm, such as a test runner's, has an Object of its own.
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || "toJSON" in value || prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** The first value in `value` that JSON has no form for, and so could not reach a child as it is. */
export const notDataIn = (
  value: unknown,
  pointer = "",
  parents: readonly object[] = [],
): Omit<DataFault, "fix"> | undefined => {
  const fault = (received: string) => ({ pointer, expected: expectedData, received });
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : fault(String(value));
  if (typeof value === "bigint") return fault(`the bigint ${value}`);
  if (typeof value !== "object") return fault(describeValue(value));
  if (parents.includes(value)) return fault("an object that holds itself");
  if (!isPlain(value)) return fault(`an object of the class ${value.constructor.name}`);
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined && !Array.isArray(value)) continue;
    const found = notDataIn(item, `${pointer}/${key}`, [...parents, value]);
    if (found) return found;
  }
  return undefined;
};
