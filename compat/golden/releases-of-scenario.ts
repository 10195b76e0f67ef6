// Which releases a scenario is for.
import type { GoldenScenario } from "./scenario.ts";

const parts = (version: string): number[] => version.split(".").map(Number);

export const isAtLeast = (version: string, since: string): boolean => {
  const [own, other] = [parts(version), parts(since)];
  for (const [index, part] of own.entries()) if (part !== other[index]) return part > (other[index] ?? 0);
  return true;
};

export const isFor = (scenario: GoldenScenario, version: string): boolean =>
  scenario.since === undefined || isAtLeast(version, scenario.since);
