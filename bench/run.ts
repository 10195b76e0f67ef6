// Every benchmark, one after the other; each prints ratios measured in its own run.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** No benchmarks by themselves. */
const parts: ReadonlySet<string> = new Set([
  "run.ts",
  "bare-session.ts",
  "kit-session.ts",
  // Needs the registry and a quarter of an hour: a command of its own.
  "sandbox-registry.ts",
]);
for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !parts.has(name))) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ["--conditions=pi-testkit-source", join(import.meta.dirname, file)], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
