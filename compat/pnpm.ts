// Runs the workspace's own pnpm in some other folder; by its path, so that it does not matter who started us.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const pnpm = join(import.meta.dirname, "..", "node_modules", ".bin", "pnpm");

/** Installs what the manifest in a folder asks for. Returns everything pnpm said when it fails, else undefined. */
export const pnpmInstall = (folder: string, options = ""): string | undefined => {
  const run = spawnSync(`"${pnpm}" install --no-frozen-lockfile ${options}`, {
    cwd: folder,
    encoding: "utf8",
    shell: true,
  });
  if (run.status === 0) return undefined;
  return [run.error?.message, run.stdout, run.stderr].filter(Boolean).join("\n") || `ended with ${run.status}`;
};
