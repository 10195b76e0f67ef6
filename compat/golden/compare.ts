// Compares the mock with what real pi was recorded to do: `node --conditions=pi-testkit-source compat/golden/compare.ts 1.6.0 [name…]`.
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import { type Observation, observe } from "./arm.ts";
import { differences, normalise } from "./normalise.ts";
import { readRecording } from "./record.ts";
import { isFor } from "./releases-of-scenario.ts";
import type { GoldenScenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";

/** What the mock does in a scenario, in the profile of a release. */
export const observeMock = async (scenario: GoldenScenario, version: string): Promise<Observation> => {
  const { rpc, extensionFlags } = scenario.mock ?? {};
  using mock = createMockPi({ piVersion: version, extensionFlags });
  if (rpc) mock.onRpc({ steps: scenario.script ?? [], ...rpc });
  else mock.onCall({ steps: scenario.script ?? [] });
  return await observe(scenario, mock.cliPath);
};

if (import.meta.main) {
  const [version = "1.6.0", ...names] = process.argv.slice(2);
  let same = 0;
  const failed: string[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const recorded = readRecording(version, name);
    if (!recorded || !isFor(scenario, version) || (names.length > 0 && !names.includes(name))) continue;
    try {
      const found = differences(normalise(recorded), normalise(await observeMock(scenario, version)));
      if (found.length === 0) same++;
      else {
        failed.push(name);
        console.log(`${version} ${name}\n${found.slice(0, names.length > 0 ? 40 : 4).join("\n")}`);
      }
    } catch (error) {
      failed.push(name);
      console.log(`${version} ${name}: FAILED ${(error as Error).message}`);
    }
  }
  console.log(`${version}: ${same} alike, ${failed.length} not: ${failed.join(" ")}`);
}
