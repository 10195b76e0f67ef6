// What an older release of pi does otherwise than the fake, which follows the newest one. Measured, and kept in
// older-releases.json: `node --conditions=pi-testkit-source conformance/older-releases.ts [versions…]` measures anew.
// The compatibility matrix holds every release against it, in both directions.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { published } from "../compat/published.ts";
import { inRanges, ranges } from "../compat/ranges.ts";

/** How a requirement came out on a release: pi does what the fake does, does otherwise, or cannot play the scenario. */
export type State = "same" | "different" | "not on this release";

/** By requirement. */
export type States = Readonly<Record<string, State>>;

/** What a run of all scenarios showed. */
interface Played {
  readonly states: States;
  /** Why a requirement is not on the release. */
  readonly reasons: Readonly<Record<string, string>>;
}

const file = join(import.meta.dirname, "older-releases.json");

/** Ranges of releases, such as "0.74.0 to 0.84.2, 0.85.1"; a release in neither was the same. */
interface Older {
  readonly different?: string;
  readonly "not on this release"?: string;
}

const others = ["different", "not on this release"] as const;

/** By requirement; one that is the same everywhere is not in it. */
export const olderReleases = (): Readonly<Record<string, Older>> => JSON.parse(readFileSync(file, "utf8"));

/** What was measured of each of these requirements on a release; `undefined` for one that is not in compat/published.ts. */
export const measuredStates = (version: string, ids: readonly string[]): States | undefined => {
  if (!published.includes(version)) return undefined;
  const older = olderReleases();
  const stateOf = (id: string): State =>
    others.find((state) => inRanges(older[id]?.[state] ?? "", published).includes(version)) ?? "same";
  return Object.fromEntries(ids.map((id) => [id, stateOf(id)]));
};

/** Plays all scenarios on both arms, in a process of its own under that Node. Throws with its output when it broke. */
export const playOn = (version: string, node = process.execPath): Played => {
  const folder = mkdtempSync(join(tmpdir(), "pi-conformance-states-"));
  const json = join(folder, "states.json");
  try {
    const script = join(import.meta.dirname, "run.ts");
    const run = spawnSync(node, ["--conditions=pi-testkit-source", script, "--pi", version, "--json", json], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (run.status !== 0) throw new Error(`Conformance did not run on pi ${version}.\n${run.stdout}\n${run.stderr}`);
    return JSON.parse(readFileSync(json, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What is kept, with what was measured of the same requirements on some releases; what becomes the file. */
export const merged = (measured: Readonly<Record<string, States>>): Record<string, Older> => {
  const ids = [...new Set(Object.values(measured).flatMap(Object.keys))];
  const states = new Map(published.map((version) => [version, measured[version] ?? measuredStates(version, ids)]));
  const result: Record<string, Older> = {};
  for (const id of ids)
    for (const state of others) {
      const versions = published.filter((version) => states.get(version)?.[id] === state);
      if (versions.length > 0) result[id] = { ...result[id], [state]: ranges(versions, published) };
    }
  return result;
};

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const unknown = asked.find((version) => !published.includes(version));
  if (unknown !== undefined)
    throw new Error(`pi ${unknown} is not in compat/published.ts, and only what is there is kept; add it first.`);
  const measured: Record<string, States> = {};
  for (const version of asked.length > 0 ? asked : published) {
    measured[version] = playOn(version).states;
    writeFileSync(file, `${JSON.stringify(merged(measured), null, 2)}\n`);
    process.stdout.write(`pi ${version}: measured\n`);
  }
}
