// Compares the mock with real pi in all scenarios, on one release after the other:
// `node --conditions=pi-testkit-source compat/golden/compare.ts [--recorded] [--fast] [--json=file] [versions…] [names…]`;
// without versions on all six. Real pi is asked, unless its recordings (record.ts) are to serve; `--fast` are the scenarios
// of `npm test`; the file gets the differences by scenario. Exits with 1 when something differs.
import { writeFileSync } from "node:fs";
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

type Named = readonly [name: string, scenario: GoldenScenario];

/** The differences of each scenario, by name. Two at a time: most of a scenario is the start of a process. */
const compareAll = async (
  chosen: readonly Named[],
  version: string,
  recorded: boolean,
): Promise<Record<string, string[]>> => {
  installRelease(version);
  const found: Record<string, string[]> = {};
  const rest = chosen.values();
  const worker = async () => {
    for (const [name, scenario] of rest)
      found[name] = await attempt(name, scenario, version, recorded).catch((error) => [`  failed: ${error.message}`]);
  };
  await Promise.all([worker(), worker()]);
  return found;
};

const tell = (version: string, found: Readonly<Record<string, string[]>>, lines: number): void => {
  const failed = Object.keys(found).filter((name) => found[name]?.length);
  for (const name of failed) console.log(`${version} ${name}\n${found[name]?.slice(0, lines).join("\n")}`);
  const alike = Object.keys(found).length - failed.length;
  console.log(`${version}: ${alike} alike, ${failed.length} not: ${failed.join(" ")}`);
  if (failed.length > 0) process.exitCode = 1;
};

if (import.meta.main) {
  const words = process.argv.slice(2);
  const recorded = words.includes("--recorded");
  const fast = words.includes("--fast");
  const json = words.find((word) => word.startsWith("--json="))?.slice("--json=".length);
  const versions = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => /^[a-z]/.test(word));
  const wanted = ([name, scenario]: Named) =>
    (names.length === 0 || names.includes(name)) && (!fast || scenario.fast === true);
  for (const version of versions.length > 0 ? versions : releases) {
    const chosen = Object.entries(scenarios).filter((named) => wanted(named) && isFor(named[1], version));
    const found = await compareAll(chosen, version, recorded);
    tell(version, found, names.length > 0 ? 40 : 6);
    if (json !== undefined) writeFileSync(json, JSON.stringify(found));
  }
}
