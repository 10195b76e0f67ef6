// Checks and coerces tool arguments. pi-ai's own validator does it when it is installed; otherwise the small check below,
// which knows objects, required and typed properties, enums and array items, and coerces nothing.
import { as, loadPiValidator } from "./pi-seams.ts";

/** Which of the two checked a call. */
export type ValidatorName = "pi-ai" | "fallback";

export interface ArgumentValidator {
  readonly name: ValidatorName;
  /** The arguments to run with: a copy. Throws with pi's text when they do not fit. */
  validate(tool: { name: string; parameters: unknown }, args: unknown): unknown;
}

interface Schema {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

const isOfType = (type: string, value: unknown) =>
  type === "integer" ? Number.isInteger(value) : type === "any" || typeOf(value) === type;

const problems = (schema: Schema, value: unknown, path: string): string[] => {
  const at = path || "root";
  if (schema.anyOf)
    return schema.anyOf.some((arm) => problems(arm, value, path).length === 0) ? [] : [`${at}: no alternative matches`];
  if (schema.const !== undefined && schema.const !== value) return [`${at}: expected ${JSON.stringify(schema.const)}`];
  if (schema.enum && !schema.enum.includes(value))
    return [`${at}: expected one of ${schema.enum.map((item) => JSON.stringify(item)).join(", ")}`];
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return [`${at}: expected ${types.join(" or ")}, got ${typeOf(value)}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => problems(items, item, path ? `${path}.${index}` : `${index}`)) : [];
  }
  if (typeof value !== "object" || value === null) return [];
  const below = (key: string) => (path ? `${path}.${key}` : key);
  const record = as<Record<string, unknown>>(value);
  const missing = (schema.required ?? []).filter((key) => record[key] === undefined);
  return [
    ...missing.map((key) => `${below(key)}: missing`),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      record[key] === undefined ? [] : problems(property, record[key], below(key)),
    ),
  ];
};

export const fallbackValidator: ArgumentValidator = {
  name: "fallback",
  validate: (tool, args) => {
    const copy = structuredClone(args);
    const found = problems(as<Schema>(tool.parameters ?? {}), copy, "");
    if (found.length === 0) return copy;
    const list = found.map((problem) => `  - ${problem}`).join("\n");
    throw new Error(
      `Validation failed for tool "${tool.name}":\n${list}\n\nReceived arguments:\n${JSON.stringify(args, null, 2)}`,
    );
  },
};

let chosen: Promise<ArgumentValidator> | undefined;

/** pi-ai's validator if this process can load it, else the fallback. Asked for at the first call of a tool. */
export const argumentValidator = (): Promise<ArgumentValidator> => {
  chosen ??= loadPiValidator().then((validate) =>
    validate
      ? {
          name: "pi-ai",
          validate: (tool, args) => validate(tool, { type: "toolCall", id: "", name: tool.name, arguments: args }),
        }
      : fallbackValidator,
  );
  return chosen;
};
