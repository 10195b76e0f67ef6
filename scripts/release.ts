// `pnpm release`: publishes what changesets have versioned; `--version` takes the changesets into versions first. With `--dry-run` nothing is published: the packages are
// packed, and the README's start is followed with each package manager that can be had; `--with npm,bun` chooses.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { serveRegistry } from "./local-registry.ts";
import { tryAsNewcomer } from "./newcomer.ts";
import { packAll } from "./pack.ts";
import { packageManagers } from "./package-managers.ts";
import { root } from "./workspace-packages.ts";

const { values } = parseArgs({
  options: { "dry-run": { type: "boolean" }, version: { type: "boolean" }, with: { type: "string" } },
});

const dryRun = async (): Promise<number> => {
  using packed = packAll();
  for (const { manifest } of packed.packages) console.log(`packed ${manifest.name} ${manifest.version}`);
  for (const failure of packed.failures) console.log(failure);
  if (packed.failures.length > 0) return 1;
  using registry = await serveRegistry(packed);
  const chosen = values.with?.split(",") ?? packageManagers.map(({ name }) => name);
  const outcomes: string[] = [];
  for (const manager of packageManagers.filter(({ name }) => chosen.includes(name))) {
    const { outcome, steps } = await tryAsNewcomer(manager, registry.url);
    console.log(`\n== ${manager.name}: ${outcome}\n${steps.join("\n")}`);
    outcomes.push(outcome);
  }
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  console.log(`\n${count("passed")} passed, ${count("failed")} failed, ${count("not to be had")} not to be had.`);
  return count("failed") === 0 && count("passed") > 0 ? 0 : 1;
};

const runHere = (command: string): number =>
  spawnSync(command, { cwd: root, stdio: "inherit", shell: true }).status ?? 1;

process.exitCode = values["dry-run"]
  ? await dryRun()
  : runHere(values.version ? "changeset version && pnpm install --lockfile-only" : "changeset publish");
