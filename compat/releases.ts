// Installs exact releases of pi beside the workspace, so that one test run can hold several of them.
// A release lives under node_modules/.cache and is reused while it is there.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

export const isInstalled = (version: string): boolean =>
  version === newest || existsSync(join(cache, version, "complete"));

/** Installs one release. Throws with the package manager's output when it cannot. */
export const installRelease = (version: string): void => {
  if (isInstalled(version)) return;
  const target = join(cache, version);
  const staging = `${target}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(
    join(staging, "package.json"),
    JSON.stringify({
      name: `pi-${version}`,
      private: true,
      type: "module",
      dependencies: Object.fromEntries(piPackages.map((name) => [`@earendil-works/${name}`, version])),
      // 0.99.1 and 1.0.3 ask for a version of this package that the registry does not have.
      overrides: { "@earendil-works/chord": "0.87.1" },
    }),
  );
  const run = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: staging,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (run.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    throw new Error(`pi ${version} could not be installed.\n${run.stdout}\n${run.stderr}`);
  }
  writeFileSync(join(staging, "complete"), "");
  rmSync(target, { recursive: true, force: true });
  renameSync(staging, target);
};
