// One project per pi release: the newest runs every test, the others the files named *.pi.test.ts.
// PI_RELEASES="0.80.10 1.3.0" replaces the releases that run beside the newest one; a missing release is installed.
import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { alwaysTested, installRelease, newest, releaseFolder } from "./compat/releases.ts";
import { suiteReporter } from "./compat/suite-reporter.ts";
import { piAliases } from "./examples/many-versions/pi-aliases.ts";
import { closingLineReporter } from "./scripts/closing-line.ts";

const others = process.env.PI_RELEASES?.split(/[\s,]+/).filter(Boolean) ?? alwaysTested;
for (const version of others) installRelease(version);

const project = (version: string): TestProjectInlineConfiguration => ({
  resolve: {
    conditions: ["pi-testkit-source"],
    alias: version === newest ? [] : piAliases(releaseFolder(version)),
  },
  ssr: { resolve: { conditions: ["pi-testkit-source"] } },
  test: {
    name: `pi ${version}`,
    include: [
      version === newest
        ? "{packages,compat,conformance,examples,scripts}/**/*.test.ts"
        : "{packages,compat,conformance,examples}/**/*.pi.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Importing pi takes longer than most test files; a worker imports it once. The doubles hold no global state, so
    // files cannot disturb each other, and a run that shares workers is one more proof of it.
    isolate: false,
    env: { PI_VERSION: version, PI_FOLDER: releaseFolder(version) },
    testTimeout: 20_000,
  },
});

export default defineConfig({
  test: {
    // vitest leaves a core free, which on a machine with two halves the speed; and many tests wait for processes they
    // have started, so one worker more than cores is a seventh faster.
    maxWorkers: availableParallelism() + 1,
    globalSetup: "./scripts/temp-folder.ts",
    projects: [newest, ...others].map(project),
    reporters: [
      "default",
      ...(process.env.CI ? [closingLineReporter] : []),
      ...(process.env.PI_COMPAT_REPORT ? [suiteReporter(process.env.PI_COMPAT_REPORT)] : []),
    ],
  },
});
