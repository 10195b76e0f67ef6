// The same scenario on real pi and on the mock, compared record by record. `npm test` runs the fast ones on the newest pi;
// `GOLDEN_RELEASES="0.74.2 0.80.10 0.84.4 0.87.1 1.3.0 1.6.0" npx vitest run compat/golden` runs all of them on each,
// and with `GOLDEN_SCENARIOS=fast` the fast ones.
import { describe, expect, test } from "vitest";
import { installRelease, newest, releaseFolder } from "../releases.ts";
import { observe } from "./arm.ts";
import { observeMock } from "./compare.ts";
import { differences, normalise } from "./normalise.ts";
import { isMeantFor, lackOf } from "./releases-of-scenario.ts";
import type { GoldenScenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";

const asked = process.env.GOLDEN_RELEASES?.split(/[\s,]+/).filter(Boolean);
const releases = asked ?? [newest];
const all = Object.entries(scenarios);
const fast = asked === undefined || process.env.GOLDEN_SCENARIOS === "fast";
const chosen = fast ? all.filter(([, scenario]) => scenario.fast) : all;

const compare = async (scenario: GoldenScenario, version: string): Promise<string[]> => {
  const real = await observe(scenario, releaseFolder(version));
  return differences(normalise(real), normalise(await observeMock(scenario, version)));
};

for (const version of releases) {
  installRelease(version);
  describe(`pi ${version}`, () => {
    test.for(chosen.filter(([, scenario]) => isMeantFor(scenario, version)))(
      "%s is the same on the mock",
      { timeout: 120_000 },
      async ([, scenario], { skip }) => {
        const lack = lackOf(scenario);
        skip(lack !== undefined, lack);
        expect(await compare(scenario, version)).toEqual([]);
      },
    );
  });
}

test("there are at least sixty scenarios, in all three modes", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(([, { mode }]) => mode))).toEqual(new Set(["print", "json", "rpc"]));
});
