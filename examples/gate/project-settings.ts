// What a program that spawns pi in a project writes first: pi's output is then the answer alone.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the project's settings and returns the arguments with which pi takes them without a question of trust. */
export const quietProject = (cwd: string): string[] => {
  mkdirSync(join(cwd, ".pi"), { recursive: true });
  writeFileSync(join(cwd, ".pi/settings.json"), `${JSON.stringify({ quietStartup: true }, null, 2)}\n`);
  return ["--approve"];
};
