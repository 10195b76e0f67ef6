// Packs every published package as a release would, one run at a time: two builds would write into one dist folder.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedPackages, root, type WorkspacePackage } from "./workspace-packages.ts";

export interface Packed extends WorkspacePackage {
  readonly tarball: string;
  /** Folder with the tarball's content. */
  readonly extracted: string;
}

export interface PackedPackages extends Disposable {
  readonly folder: string;
  readonly packages: readonly Packed[];
  /** What could not be packed, with everything the packer said. */
  readonly failures: readonly string[];
}

/** Runs a command and returns its output. Throws with everything it said when it fails. */
export const run = (command: string, argumentList: readonly string[], cwd: string): string => {
  const result = spawnSync(command, argumentList, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  if (result.status === 0) return result.stdout;
  const reason = result.error?.message ?? `ended with ${result.signal ?? result.status}`;
  throw new Error(`${command} ${argumentList.join(" ")} (in ${cwd}) ${reason}\n${result.stdout}\n${result.stderr}`);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Holds a folder as the lock; one whose owner has died is taken over. */
const lock = (): Disposable => {
  const folder = join(root, "node_modules", ".cache", "pi-testkit", "packing");
  mkdirSync(join(folder, ".."), { recursive: true });
  const owner = join(folder, "pid");
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(owner, String(process.pid));
      return { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
    try {
      if (!isAlive(Number(readFileSync(owner, "utf8")))) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The owner has just left, or has not written its id yet.
    }
  }
};

const packOne = (workspacePackage: WorkspacePackage, folder: string): Packed => {
  const { manifest, path } = workspacePackage;
  const target = join(folder, "node_modules", manifest.name);
  mkdirSync(join(target, ".."), { recursive: true });
  run("pnpm", ["pack", "--pack-destination", folder], path);
  const tarball = join(folder, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);
  const unpacking = mkdtempSync(join(folder, "unpack-"));
  run("tar", ["-xzf", tarball, "-C", unpacking], folder);
  renameSync(join(unpacking, "package"), target);
  rmSync(unpacking, { recursive: true });
  return { ...workspacePackage, tarball, extracted: target };
};

/** Packs into a temp folder laid out as `node_modules`; disposing removes it. */
export const packAll = (): PackedPackages => {
  const folder = mkdtempSync(join(tmpdir(), "pi-testkit-packed-"));
  const packages: Packed[] = [];
  const failures: string[] = [];
  using _ = lock();
  for (const workspacePackage of publishedPackages()) {
    try {
      packages.push(packOne(workspacePackage, folder));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { folder, packages, failures, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};
