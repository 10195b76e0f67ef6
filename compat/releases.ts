// Installs exact releases of pi beside the workspace, so that one test run can hold several of them.
// A release lives under node_modules/.cache and is reused while it is there; files come hard-linked from pnpm's store.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpmInstall } from "./pnpm.ts";

const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules", ".cache", "pi");

/** pi's packages that our tests resolve; all four are pinned to the same version. */
export const piPackages = ["pi-coding-agent", "pi-ai", "pi-agent-core", "pi-tui"] as const;

/** The release the workspace itself installs (the catalog in pnpm-workspace.yaml). */
export const newest: string = JSON.parse(
  readFileSync(join(root, "node_modules/@earendil-works/pi-coding-agent/package.json"), "utf8"),
).version;

/** The releases `npm test` runs beside the newest one. */
export const alwaysTested: readonly string[] = ["0.74.2", "0.87.1"];

/** Folder that holds `@earendil-works/*` of a release. */
export const releaseFolder = (version: string): string =>
  version === newest ? join(root, "node_modules") : join(cache, version, "node_modules");

const isInstalled = (version: string): boolean => version === newest || existsSync(join(cache, version, "complete"));

/** What a release imports and does not ask for: without it, its main module does not load (0.85.1 mended that). */
export const undeclared: Readonly<Record<string, readonly string[]>> = { "0.85.0": ["pi-server"] };

const manifest = (version: string) => ({
  name: `pi-${version}`,
  private: true,
  type: "module",
  dependencies: Object.fromEntries(
    [...piPackages, ...(undeclared[version] ?? [])].map((name) => [`@earendil-works/${name}`, version]),
  ),
});

// pi's inner packages float to newer ones that old releases cannot use (1.0.3 breaks on pi-codemode 1.6.0): as at its day.
// 0.99.1 and 1.0.3 ask for a version of chord that the registry does not have.
const settings = (version: string) => `nodeLinker: hoisted
minimumReleaseAge: 0
nodeVersion: ${process.versions.node}
overrides:
  "@earendil-works/chord": 0.87.1
  "@earendil-works/pi-codemode": ${version}
  "@earendil-works/pi-mcp": ${version}
  "@earendil-works/pi-telemetry": ${version}
`;

/** Installs one release, telling so on stderr. Throws with the package manager's output when it cannot. */
export const installRelease = (version: string): void => {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`A release of pi is named by its exact version, as in 1.6.0; received "${version}".`);
  if (isInstalled(version)) return;
  const started = performance.now();
  process.stderr.write(`[set-up] Installing pi ${version} into node_modules/.cache/pi …`);
  const target = join(cache, version);
  const staging = `${target}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, "package.json"), JSON.stringify(manifest(version)));
  writeFileSync(join(staging, "pnpm-workspace.yaml"), settings(version));
  const failure = pnpmInstall(staging, "--ignore-scripts");
  if (failure !== undefined) {
    rmSync(staging, { recursive: true, force: true });
    process.stderr.write(" failed\n");
    throw new Error(`pi ${version} could not be installed.\n${failure}`);
  }
  writeFileSync(join(staging, "complete"), "");
  if (isInstalled(version)) rmSync(staging, { recursive: true, force: true });
  else {
    rmSync(target, { recursive: true, force: true });
    renameSync(staging, target);
  }
  process.stderr.write(` ${Math.round((performance.now() - started) / 1000)} s\n`);
};
