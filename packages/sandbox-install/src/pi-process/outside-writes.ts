// Notes the files a package writes outside its own folder while it loads. Best effort: calls of node:fs are seen
// wherever they go; what a child process writes is seen only in the sandbox's home, project and temp folders.
import fs, { readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { deepStack, frameBelow } from "./author-frame.ts";
import type { OutsideWrite } from "./loaded-report.ts";

/** Functions of node:fs that create or change a file, with the position of the path they write to. */
const writers: Readonly<Record<string, number>> = {
  appendFile: 0,
  appendFileSync: 0,
  copyFile: 1,
  copyFileSync: 1,
  cp: 1,
  cpSync: 1,
  createWriteStream: 0,
  link: 1,
  linkSync: 1,
  rename: 1,
  renameSync: 1,
  symlink: 1,
  symlinkSync: 1,
  truncate: 0,
  truncateSync: 0,
  writeFile: 0,
  writeFileSync: 0,
};

/** What pi, its loader and Node write by themselves into the folders that are compared. */
const isOwnTrace = (path: string): boolean => /^[/\\](jiti|node-compile-cache|\.pi)([/\\]|$)/.test(path);

export interface WriteWatch {
  /** What was written outside since the watch began. */
  found(): OutsideWrite[];
}

const pathOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return resolve(value);
  if (value instanceof URL && value.protocol === "file:") return fileURLToPath(value);
  return Buffer.isBuffer(value) ? resolve(value.toString()) : undefined;
};

const opensForWriting = (flags: unknown): boolean =>
  typeof flags === "string"
    ? /[wa+]/.test(flags)
    : typeof flags === "number" && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;

const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !isOwnTrace(file.slice(folder.length)));
  } catch {
    return [];
  }
};

/** Starts to watch. `own` is the folder a package may write to, `watched` are folders that are empty of its traces. */
export const watchWrites = (own: string, watched: readonly string[]): WriteWatch => {
  const calls = new Map<string, string>();
  const note = (target: unknown): void => {
    const path = pathOf(target);
    if (path === undefined || path.startsWith(own + sep) || path.startsWith("/dev/")) return;
    if (watched.some((folder) => path.startsWith(folder + sep) && isOwnTrace(path.slice(folder.length)))) return;
    const by = frameBelow(own, deepStack());
    if (by !== undefined && !calls.has(path)) calls.set(path, by);
  };
  const wrap = (holder: Record<string, unknown>, name: string, notes: (args: unknown[]) => void): void => {
    const original = holder[name];
    if (typeof original !== "function") return;
    const wrapper = function (this: unknown, ...args: unknown[]): unknown {
      notes(args);
      return Reflect.apply(original, this, args);
    };
    holder[name] = Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(original));
  };
  for (const holder of [fs, fs.promises] as unknown as Record<string, unknown>[]) {
    for (const [name, position] of Object.entries(writers)) wrap(holder, name, (args) => note(args[position]));
    for (const name of ["open", "openSync"]) {
      wrap(holder, name, (args) => {
        if (opensForWriting(args[1])) note(args[0]);
      });
    }
  }
  syncBuiltinESMExports();
  const before = new Set(watched.flatMap(filesBelow));
  return {
    found: () => {
      const traces = watched.flatMap(filesBelow).filter((file) => !before.has(file) && !calls.has(file));
      return [...[...calls].map(([path, by]) => ({ path, by })), ...traces.map((path) => ({ path }))];
    },
  };
};
