// Compares the mock with real pi in all scenarios, on one release after the other:
// `node --conditions=pi-testkit-source compat/golden/compare.ts [--recorded] [versions…] [names…]`; without versions on all six.
// Real pi is asked, unless its recordings (record.ts) are to serve. Exits with 1 when something differs.
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import { installRelease, releaseFolder } from "../releases.ts";
import { type Observation, observe } from "./arm.ts";
import { differences, normalise } from "./normalise.ts";
import { readRecording } from "./record.ts";
import { isFor } from "./releases-of-scenario.ts";
import type { GoldenScenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";

/** The releases that all scenarios are held on. */
export const releases: readonly string[] = ["0.74.2", "0.80.10", "0.84.4", "0.87.1", "1.3.0", "1.6.0"];

/** What the mock does in a scenario, in the profile of a release. */
export const observeMock = async (scenario: GoldenScenario, version: string): Promise<Observation> => {
  const { rpc, extensionFlags } = scenario.mock ?? {};
  using mock = createMockPi({ piVersion: version, extensionFlags });
  if (rpc) mock.onRpc({ steps: scenario.script ?? [], ...rpc });
  else mock.onCall({ steps: scenario.script ?? [] });
  return await observe(scenario, mock.cliPath);
};

const attempt = async (
  name: string,
  scenario: GoldenScenario,
  version: string,
  recorded: boolean,
): Promise<string[]> => {
  const real = recorded ? readRecording(version, name) : await observe(scenario, releaseFolder(version));
  if (real === undefined) return ["  no recording"];
  return differences(normalise(real), normalise(await observeMock(scenario, version)));
};

/** Tells the differences; returns the names of the scenarios that have some. */
const compareAll = async (version: string, names: readonly string[], recorded: boolean): Promise<string[]> => {
  installRelease(version);
  const failed: string[] = [];
  const chosen = Object.entries(scenarios).filter(
    ([name, scenario]) => isFor(scenario, version) && (names.length === 0 || names.includes(name)),
  );
  for (const [name, scenario] of chosen) {
    const found = await attempt(name, scenario, version, recorded).catch((error) => [`  failed: ${error.message}`]);
    if (found.length === 0) continue;
    failed.push(name);
    console.log(`${version} ${name}\n${found.slice(0, names.length > 0 ? 40 : 6).join("\n")}`);
  }
  console.log(`${version}: ${chosen.length - failed.length} alike, ${failed.length} not: ${failed.join(" ")}`);
  return failed;
};

if (import.meta.main) {
  const words = process.argv.slice(2);
  const recorded = words.includes("--recorded");
  const versions = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => /^[a-z]/.test(word));
  for (const version of versions.length > 0 ? versions : releases)
    if ((await compareAll(version, names, recorded)).length > 0) process.exitCode = 1;
}
