// Checks a script that came from outside, and tells what is wrong with it by path. Knows nothing of pi.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { PlaybookError } from "./errors.ts";
import { itemSchemas, promptSchema, type ScriptJSON } from "./script-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Where in which script something is wrong. */
interface Place {
  readonly source: string | undefined;
  /** A JSON pointer; `""` is the script itself. */
  readonly pointer: string;
}

const kinds = Object.keys(itemSchemas);
const stepKinds = kinds.filter((kind) => kind !== "when");
const partKinds = ["says", "thinks", "calls"];

/**
 * Checks that `value` is a script as data and returns it.
 *
 * @param source where the script came from, such as a file's path; messages name it.
 * @throws PlaybookError `invalid-script`, with the path, what was expected there and what was found.
 * @example
 * parseScript(JSON.parse(text), "play.json");
 */
export const parseScript = (value: unknown, source?: string): ScriptJSON => {
  const place: Place = { source, pointer: "" };
  if (Array.isArray(value)) checkItems(value, kinds, place);
  else checkModels(value, place);
  return value as ScriptJSON;
};

const checkModels = (value: unknown, place: Place): void => {
  if (!isObject(value)) {
    throw invalid(place, "an array of turns and steps, or an object with one such array for each model id", value);
  }
  const entries = Object.entries(value);
  if (entries.length === 0) throw invalid(place, "a script for at least one model id", value);
  for (const [id, script] of entries) {
    const at = below(place, id);
    if (Array.isArray(script)) {
      checkItems(script, kinds, at);
      continue;
    }
    const forgotten = kinds.includes(id) ? "put the turn or step into an array: [ … ]." : undefined;
    throw invalid(at, `an array of turns and steps for the model "${id}"`, script, forgotten);
  }
};

const checkItems = (items: readonly unknown[], allowed: readonly string[], place: Place): void => {
  for (const [index, item] of items.entries()) checkItem(item, allowed, below(place, index));
};

const checkItem = (item: unknown, allowed: readonly string[], place: Place): void => {
  const expected = `an object with one of the keys ${allowed.join(", ")}`;
  if (!isObject(item)) throw invalid(place, expected, item);
  const found = allowed.filter((kind) => kind in item);
  const [kind] = found;
  if (kind === undefined || found.length > 1) throw invalid(place, expected, item, kindHint(item, allowed, found));
  const { steps, together, after, when } = item;
  // Lists first: the schema of the whole would name the list and not the item in it.
  if (kind === "when" && Array.isArray(steps)) checkItems(steps, stepKinds, below(place, "steps"));
  if (kind === "when" && isObject(when)) checkSchema(promptSchema, when, below(place, "when"));
  if (kind === "together" && Array.isArray(together)) checkItems(together, partKinds, below(place, "together"));
  if (kind === "fails" && Array.isArray(after)) checkItems(after, partKinds, below(place, "after"));
  checkSchema(itemSchemas[kind] as TSchema, item, place);
};

const kindHint = (item: Fields, allowed: readonly string[], found: readonly string[]): string | undefined => {
  if (found.length > 1) return `write one of ${found.join(" and ")}, or put both into "together".`;
  const other = kinds.find((kind) => kind in item);
  if (other !== undefined) return `a "${other}" cannot stand here; move it out.`;
  const names = Object.keys(item).flatMap((key) => nearestName(key, allowed) ?? []);
  return names[0] === undefined ? undefined : `write "${names[0]}".`;
};

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: {
    readonly requiredProperties?: readonly string[];
    readonly additionalProperties?: readonly string[];
  };
}

const checkSchema = (schema: TSchema, value: unknown, place: Place): void => {
  if (Value.Check(schema, value)) return;
  const errors = [...Value.Errors(schema, value)] as SchemaError[];
  // A key that does not belong there tells more than the one it was meant to be.
  const error = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) throw invalid(place, "a turn or a step", value);
  const path = error.instancePath.split("/").slice(1);
  const at: Place = { ...place, pointer: place.pointer + error.instancePath };
  const extra = error.params.additionalProperties?.[0];
  if (extra !== undefined) {
    const known = Object.keys(propertiesOf(schemaAt(schema, path)));
    const near = nearestName(extra, known);
    throw invalid(
      at,
      `no other keys than ${known.join(", ")}`,
      extra,
      near ? `write "${near}".` : `remove "${extra}".`,
    );
  }
  const missing = error.params.requiredProperties?.[0];
  const target = missing === undefined ? path : [...path, missing];
  const expected = descriptionAt(schema, target) ?? "something else";
  if (missing !== undefined) throw invalid(below(at, missing), expected, undefined);
  throw invalid(at, expected, valueAt(value, path));
};

const propertiesOf = (schema: TSchema | undefined): Readonly<Record<string, TSchema>> =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};

const schemaAt = (schema: TSchema, path: readonly string[]): TSchema | undefined =>
  path.reduce<TSchema | undefined>(
    (at, key) => (/^\d+$/.test(key) ? (at as { items?: TSchema } | undefined)?.items : propertiesOf(at)[key]),
    schema,
  );

const descriptionAt = (schema: TSchema, path: readonly string[]): string | undefined =>
  (schemaAt(schema, path) as { description?: string } | undefined)?.description;

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], value);

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const below = (place: Place, key: string | number): Place => ({
  ...place,
  pointer: `${place.pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
});

const invalid = ({ source, pointer }: Place, expected: string, received: unknown, fix?: string): PlaybookError =>
  new PlaybookError(
    "invalid-script",
    tellFailure({
      happened: `The script${source === undefined ? "" : ` ${source}`} is not valid${pointer === "" ? "" : ` at ${pointer}`}.`,
      expected,
      received: received === undefined ? "nothing" : describeValue(received),
      fix,
    }),
  );
