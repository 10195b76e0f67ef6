// Which releases a scenario is for.
import { spawnSync } from "node:child_process";
import type { GoldenScenario } from "./scenario.ts";

const parts = (version: string): number[] => version.split(".").map(Number);

export const isAtLeast = (version: string, since: string): boolean => {
  const [own, other] = [parts(version), parts(since)];
  for (const [index, part] of own.entries()) if (part !== other[index]) return part > (other[index] ?? 0);
  return true;
};

const isHere = (program: string): boolean => !spawnSync(program, ["--version"]).error;

export const isFor = ({ since, needs }: GoldenScenario, version: string): boolean =>
  (since === undefined || isAtLeast(version, since)) && (needs === undefined || isHere(needs));
