// Which releases a scenario is for.
import { spawnSync } from "node:child_process";
import type { GoldenScenario } from "./scenario.ts";

const parts = (version: string): number[] => version.split(".").map(Number);

export const isAtLeast = (version: string, since: string): boolean => {
  const [own, other] = [parts(version), parts(since)];
  for (const [index, part] of own.entries()) if (part !== other[index]) return part > (other[index] ?? 0);
  return true;
};

const runs = ([program = "", ...args]: readonly string[]): boolean => spawnSync(program, args).status === 0;

/** Whether a release has what a scenario is about. */
export const isMeantFor = ({ since }: GoldenScenario, version: string): boolean =>
  since === undefined || isAtLeast(version, since);

/** What the machine lacks for a scenario, as a reason to leave it out. */
export const lackOf = ({ needs }: GoldenScenario): string | undefined =>
  needs === undefined || runs(needs) ? undefined : `no \`${needs.join(" ")}\` on this machine`;

export const isFor = (scenario: GoldenScenario, version: string): boolean =>
  isMeantFor(scenario, version) && lackOf(scenario) === undefined;
