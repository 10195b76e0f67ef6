// Holds the mock `pi` beside one release of pi, in the golden scenarios of `npm test`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SuiteTest } from "./suite-reporter.ts";

/** What every scenario showed. Throws with the output when the run itself broke. */
export const runGolden = (version: string, node: string): SuiteTest[] => {
  const folder = mkdtempSync(join(tmpdir(), "pi-golden-"));
  const json = join(folder, "found.json");
  try {
    const script = join(import.meta.dirname, "golden", "compare.ts");
    const run = spawnSync(node, ["--conditions=pi-testkit-source", script, "--fast", `--json=${json}`, version], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    let found: Record<string, string[]>;
    try {
      found = JSON.parse(readFileSync(json, "utf8"));
    } catch {
      throw new Error(`The golden scenarios did not run on pi ${version}.\n${run.stdout}\n${run.stderr}`);
    }
    return Object.entries(found).map(([name, differences]): SuiteTest => {
      const named = { file: "golden/scenarios", name };
      if (differences.length === 0) return { ...named, state: "passed" };
      return { ...named, state: "failed", reason: differences.join(" ").trim() };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
