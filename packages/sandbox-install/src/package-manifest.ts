// The shape of a package.json as far as pi and a package manager read it, and the check of one.
import { describeValue } from "@pi-testkit/failure-report";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";

const paths = Type.Array(Type.String());

/**
 * The `pi` key of a package.json: which resources pi takes from the package. Paths and globs, relative to it.
 *
 * @example
 * import { Value } from "typebox/value";
 * Value.Check(piManifestSchema, { extensions: ["./src/index.ts"] }); // true
 */
export const piManifestSchema = Type.Object({
  extensions: Type.Optional(paths),
  skills: Type.Optional(paths),
  prompts: Type.Optional(paths),
  themes: Type.Optional(paths),
  changelogPath: Type.Optional(Type.String()),
});

/** The `pi` key of a package.json. */
export type PiManifest = Static<typeof piManifestSchema>;

const texts = Type.Record(Type.String(), Type.String());

/**
 * The parts of a package.json that decide what a user gets.
 *
 * @example
 * import { Value } from "typebox/value";
 * Value.Check(packageManifestSchema, { name: "my-extension", version: "1.0.0", pi: { extensions: ["./index.ts"] } }); // true
 */
export const packageManifestSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  main: Type.Optional(Type.String()),
  scripts: Type.Optional(texts),
  dependencies: Type.Optional(texts),
  devDependencies: Type.Optional(texts),
  optionalDependencies: Type.Optional(texts),
  peerDependencies: Type.Optional(texts),
  peerDependenciesMeta: Type.Optional(
    Type.Record(Type.String(), Type.Object({ optional: Type.Optional(Type.Boolean()) })),
  ),
  publishConfig: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  pi: Type.Optional(piManifestSchema),
});

/** A package.json that fits {@link packageManifestSchema}. */
export type PackageManifest = Static<typeof packageManifestSchema>;

/** The four kinds of resource a package can bring, as the manifest and the folders without one name them. */
export const resourceKinds = ["extensions", "skills", "prompts", "themes"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** What is wrong with one value of a package.json. */
export interface ManifestFlaw {
  /** Where in the file, as `pi.extensions[0]`; empty for the whole of it. */
  readonly place: string;
  readonly expected: string;
  readonly received: string;
}

export interface ReadManifest {
  /** What is left when the parts of the wrong shape are dropped, as pi drops them; absent when nothing is. */
  readonly manifest?: PackageManifest;
  readonly flaws: ManifestFlaw[];
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const placeOf = (parts: readonly string[]): string =>
  parts.reduce((before, part) => {
    if (/^\d+$/.test(part)) return `${before}[${part}]`;
    return before === "" ? part : `${before}.${part}`;
  }, "");

const flawsOf = (value: unknown): (ManifestFlaw & { parts: string[] })[] =>
  Value.Errors(packageManifestSchema, value).map((error) => {
    const parts = partsOf(error.instancePath);
    const received: unknown = parts.reduce<unknown>((holder, part) => Object(holder)[part], value);
    return { parts, place: placeOf(parts), expected: error.message, received: describeValue(received) };
  });

/** Drops what `parts` points to, up to the key of `pi` or of the whole file that it belongs to. */
const without = (value: object, parts: readonly string[]): object => {
  const [key = "", inner] = parts;
  const copy: Record<string, unknown> = { ...value };
  if (key === "pi" && inner !== undefined) copy.pi = without(Object(copy.pi), [inner]);
  else delete copy[key];
  return copy;
};

/** Reads the text of a package.json. */
export const readManifest = (source: string): ReadManifest => {
  let value: unknown;
  try {
    value = JSON.parse(source.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { flaws: [{ place: "", expected: "must be JSON", received: reason }] };
  }
  if (Value.Check(packageManifestSchema, value)) return { manifest: value, flaws: [] };
  const flaws = flawsOf(value);
  const told = flaws.map(({ place, expected, received }) => ({ place, expected, received }));
  if (typeof value !== "object" || value === null) return { flaws: told };
  const rest = flaws.reduce((left: object, { parts }) => without(left, parts), value);
  return Value.Check(packageManifestSchema, rest) ? { manifest: rest, flaws: told } : { flaws: told };
};
