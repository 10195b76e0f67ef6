// Runs suites under one Node, in a process of its own: those named *.pi.test.ts on one release of pi, and the golden ones.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { newest } from "./releases.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const root = join(import.meta.dirname, "..");

/** @param subject what is run, for the error when it does not run at all. */
const runVitest = (
  subject: string,
  node: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): SuiteTest[] => {
  const folder = mkdtempSync(join(tmpdir(), "pi-testkit-compat-"));
  const report = join(folder, "report.json");
  try {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const run = spawnSync(node, [vitest, "run", ...args], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: {
        ...process.env,
        PATH: [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
        PI_COMPAT_REPORT: report,
        ...env,
      },
    });
    const tests: SuiteTest[] = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : [];
    if (tests.length === 0) throw new Error(`${subject} did not run.\n${run.stdout}\n${run.stderr}`);
    return tests;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What every test of the packages showed. Throws with the runner's output when the run itself broke. */
export const runSuites = (version: string, node: string): SuiteTest[] => {
  const args = ["--project", `pi ${version}`, ".pi.test.ts"];
  const env = { PI_RELEASES: version === newest ? "" : version };
  return runVitest(`The packages' suites on pi ${version}`, node, args, env);
};

/** What every golden scenario of `npm test` showed on a release. Throws as `runSuites` does. */
export const runGolden = (version: string, node: string): SuiteTest[] => {
  const args = ["--project", `pi ${newest}`, "compat/golden/golden.test.ts"];
  const env = { PI_RELEASES: "", GOLDEN_RELEASES: version, GOLDEN_SCENARIOS: "fast" };
  const tests = runVitest(`The golden scenarios on pi ${version}`, node, args, env);
  const ofScenarios = tests.filter(({ name, state }) => state === "failed" || name.startsWith(`pi ${version}`));
  return ofScenarios.map((test) => ({ ...test, file: "golden/scenarios" }));
};
