// `pnpm check`: everything that is not a test run, one step after the other, all of them even if one fails.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const steps: readonly (readonly [title: string, command: string])[] = [
  ["types", "tsc -p tsconfig.json"],
  ["examples in docstrings compile", "node scripts/docstring-examples.ts"],
  ["lint and format", "biome check --error-on-warnings"],
  ["unused code and dependencies", "knip --no-config-hints"],
  ["package edges, shapes and surface", "vitest run scripts --reporter=default"],
  ["API reference is current", "node scripts/api-reference.ts --check"],
  [
    "packed packages: exports, contents, declarations against pi, READMEs with npm and pnpm",
    "node scripts/check-packed.ts",
  ],
];

const failed = steps.filter(([title, command]) => {
  console.log(`\n== ${title}: ${command}`);
  const started = performance.now();
  const { status } = spawnSync(command, { cwd: join(import.meta.dirname, ".."), shell: true, stdio: "inherit" });
  console.log(`== ${status === 0 ? "holds" : "FAILED"} (${Math.round((performance.now() - started) / 1000)} s)`);
  return status !== 0;
});

console.log(
  failed.length === 0
    ? `\nAll ${steps.length} checks hold.`
    : `\n${failed.length} of ${steps.length} checks failed: ${failed.map(([title]) => title).join("; ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
