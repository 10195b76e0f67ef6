// Records what real pi does, into the cache: `node --conditions=pi-testkit-source compat/golden/record.ts 1.6.0 [name…]`.
// The recordings serve work on the mock; the golden test itself always asks the real pi. What is there is kept.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installRelease, releaseFolder } from "../releases.ts";
import { type Observation, observe } from "./arm.ts";
import { isFor } from "./releases-of-scenario.ts";
import { scenarios } from "./scenarios/index.ts";

const cache = join(import.meta.dirname, "../../node_modules/.cache/golden");

export const recordingOf = (version: string, name: string): string => join(cache, version, `${name}.json`);

export const readRecording = (version: string, name: string): Observation | undefined => {
  const file = recordingOf(version, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
};

if (import.meta.main) {
  const [version = "1.6.0", ...names] = process.argv.slice(2);
  installRelease(version);
  mkdirSync(join(cache, version), { recursive: true });
  for (const [name, scenario] of Object.entries(scenarios)) {
    const wanted = names.length === 0 || names.includes(name);
    if (!wanted || !isFor(scenario, version) || existsSync(recordingOf(version, name))) continue;
    const started = performance.now();
    try {
      const seen = await observe(scenario, releaseFolder(version));
      writeFileSync(recordingOf(version, name), JSON.stringify(seen, undefined, 1));
      console.log(
        `${version} ${name}: ${seen.records.length} records, code ${seen.code}, ${Math.round(performance.now() - started)} ms`,
      );
    } catch (error) {
      console.log(`${version} ${name}: FAILED ${(error as Error).message}`);
    }
  }
}
