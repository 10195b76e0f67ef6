// The folder of a mock: made for one process, removed with it, and what a killed process left is removed by a later one.
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "mock-pi-";
/** What a process that was killed left behind is old when nobody can be using it any more. */
const oldAfterMs = 60 * 60 * 1000;

const key = Symbol.for("@pi-testkit/mock-pi-cli:folders");

const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Of another user, or still open on Windows.
  }
};

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const sweep = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^mock-pi-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || lives(pid)) continue;
    const folder = join(parent, name);
    const age =
      performance.timeOrigin + performance.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > oldAfterMs) remove(folder);
  }
};

// One set and one listener for all mocks of a process, whichever copy of the package made them.
const folders = (): Set<string> => {
  const holder = globalThis as { [key]?: Set<string> };
  if (holder[key] === undefined) {
    const all = new Set<string>();
    holder[key] = all;
    sweep(tmpdir());
    process.on("exit", () => {
      for (const folder of all) remove(folder);
    });
  }
  return holder[key];
};

const cacheKey = Symbol.for("@pi-testkit/mock-pi-cli:cache");

/** Where Node keeps the compiled code of this process's children; made once, removed with the process. */
export const compileCacheFolder = (): string => {
  const holder = globalThis as { [cacheKey]?: string };
  holder[cacheKey] ??= makeMockFolder();
  return holder[cacheKey];
};

/** Makes a folder that lives as long as this process, unless it is removed before. */
export const makeMockFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
  folders().add(folder);
  return folder;
};

export const removeMockFolder = (folder: string): void => {
  folders().delete(folder);
  remove(folder);
};
