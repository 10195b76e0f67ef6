// Where installs are kept between runs: releases of pi, and tarballs that were installed before.
import { randomUUID } from "node:crypto";
import { constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

const day = 24 * 60 * 60_000;

/** `PI_TESTKIT_CACHE_DIR` names another folder; `off` keeps nothing. */
export const cacheFolder = (): string | undefined => {
  const asked = process.env.PI_TESTKIT_CACHE_DIR;
  if (asked === "off") return undefined;
  if (asked) return asked;
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? homedir(), "pi-testkit", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "pi-testkit");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pi-testkit");
};

/** Moves a finished folder to its place. When another process was first, its folder stays. */
export const moveIntoPlace = (staging: string, target: string): void => {
  try {
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
};

export const stagingBeside = (target: string): string => `${target}.${randomUUID().slice(0, 8)}.part`;

const copyTree = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });

const age = (path: string): number => Date.now() - statSync(path).mtimeMs;

/** Brings a kept install back, if there is one younger than `days`. */
export const restoreInstall = async (key: string, target: string, days: number): Promise<boolean> => {
  const cache = cacheFolder();
  const kept = cache && join(cache, "installs", key);
  if (!kept || !existsSync(kept) || age(kept) > days * day) return false;
  try {
    await copyTree(kept, target);
    return true;
  } catch {
    // Another process has just replaced it.
    rmSync(target, { recursive: true, force: true });
    return false;
  }
};

/** Keeps an install, and forgets those that are older than a week. A cache that cannot be written is no failure. */
export const keepInstall = async (key: string, from: string): Promise<void> => {
  const cache = cacheFolder();
  if (cache === undefined) return;
  const installs = join(cache, "installs");
  const target = join(installs, key);
  const staging = stagingBeside(target);
  try {
    mkdirSync(installs, { recursive: true });
    for (const name of readdirSync(installs)) {
      if (age(join(installs, name)) > 7 * day) rmSync(join(installs, name), { recursive: true, force: true });
    }
    await copyTree(from, staging);
    rmSync(target, { recursive: true, force: true });
    moveIntoPlace(staging, target);
  } catch {
    rmSync(staging, { recursive: true, force: true });
  }
};
