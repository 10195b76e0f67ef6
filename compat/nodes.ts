// The Nodes the matrix runs on: the pinned one of the workspace, others installed beside it and kept.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpmInstall } from "./pnpm.ts";

const root = join(import.meta.dirname, "..");
const program = join("bin", process.platform === "win32" ? "node.exe" : "node");

/** The oldest Node we support and the one of the workspace. */
export const testedNodes: readonly string[] = ["22.19.0", process.versions.node];

/** Path of the executable of that exact version. Throws with the package manager's output when it cannot be had. */
export const installNode = (version: string): string => {
  if (version === process.versions.node) return process.execPath;
  const folder = join(root, "node_modules", ".cache", "node", version);
  const executable = join(folder, "node_modules", "node", program);
  if (existsSync(executable)) return executable;
  process.stderr.write(`[set-up] Installing Node ${version} into node_modules/.cache/node …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { node: version } }));
  writeFileSync(join(folder, "pnpm-workspace.yaml"), "minimumReleaseAge: 0\nallowBuilds:\n  node: true\n");
  const failure = pnpmInstall(folder) ?? (existsSync(executable) ? undefined : `${executable} is missing.`);
  process.stderr.write(failure === undefined ? " done\n" : " failed\n");
  if (failure === undefined) return executable;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`Node ${version} could not be installed.\n${failure}`);
};
