// Runs the suites named *.pi.test.ts on one release of pi under one Node, in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { newest } from "./releases.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const root = join(import.meta.dirname, "..");

/** What every test showed. Throws with the runner's output when the run itself broke. */
export const runSuites = (version: string, node: string): SuiteTest[] => {
  const folder = mkdtempSync(join(tmpdir(), "pi-testkit-compat-"));
  const report = join(folder, "report.json");
  try {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const run = spawnSync(node, [vitest, "run", "--project", `pi ${version}`, ".pi.test.ts"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: {
        ...process.env,
        PATH: [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
        PI_RELEASES: version === newest ? "" : version,
        PI_COMPAT_REPORT: report,
      },
    });
    try {
      return JSON.parse(readFileSync(report, "utf8"));
    } catch {
      throw new Error(`The suites did not run on pi ${version}.\n${run.stdout}\n${run.stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
