// Which package manager a project belongs to, and how each is told to pack and to install.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type PackageManagerName, packageManagers } from "./sandbox-options.ts";

export interface PackageManager {
  readonly name: PackageManagerName;
  /** The words that start it. */
  readonly command: readonly string[];
  /** Why it was chosen, for a message. */
  readonly because: string;
}

const lockFiles: Readonly<Record<string, PackageManagerName>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

const ancestors = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
};

const readPackage = (folder: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  } catch {
    return {};
  }
};

const nameIn = (text: string): PackageManagerName | undefined =>
  packageManagers.find((name) => name === text.replace(/(?!^)@.*$/, "").replace(/\.(cmd|exe|[mc]?js)$/i, ""));

/** The package manager that `npmCommand` runs, found as pi finds it: the command itself, else a word of it. */
export const managerOfCommand = (command: readonly string[]): PackageManagerName => {
  const words = command.map((word) => nameIn(basename(word)));
  const wrapped = command.lastIndexOf("--");
  return words[0] ?? (wrapped >= 0 ? words[wrapped + 1] : undefined) ?? words.find(Boolean) ?? "npm";
};

/** Looks in the package and above it, up to the root of its repository. */
export const detectPackageManager = (packageDir: string): PackageManager => {
  for (const folder of ancestors(packageDir)) {
    const { packageManager } = readPackage(folder);
    const named = typeof packageManager === "string" ? nameIn(packageManager) : undefined;
    if (named !== undefined) {
      return { name: named, command: [named], because: `"packageManager" in its package.json says so` };
    }
    const lockFile = Object.keys(lockFiles).find((file) => existsSync(join(folder, file)));
    const locked = lockFiles[lockFile ?? ""];
    if (locked !== undefined) return { name: locked, command: [locked], because: `its project has a ${lockFile}` };
    if (existsSync(join(folder, ".git"))) break;
  }
  return { name: "npm", command: ["npm"], because: "nothing names another" };
};

/** The folder whose package.json or pnpm-workspace.yaml makes the package part of a monorepo, else the package's own. */
export const workspaceRoot = (packageDir: string): string =>
  ancestors(packageDir).find(
    (folder) => existsSync(join(folder, "pnpm-workspace.yaml")) || readPackage(folder).workspaces !== undefined,
  ) ?? packageDir;

const isModernYarn = (packageDir: string): boolean =>
  ancestors(packageDir).some((folder) => existsSync(join(folder, ".yarnrc.yml"))) ||
  ancestors(packageDir).some((folder) => /^yarn@[2-9]/.test(String(readPackage(folder).packageManager)));

/** Words that pack the package in the working directory into `target`, an empty folder. */
export const packWords = ({ name }: PackageManager, packageDir: string, target: string, tarball: string): string[] => {
  switch (name) {
    case "npm":
      return ["pack", "--pack-destination", target, "--loglevel", "error"];
    case "pnpm":
      return ["pack", "--pack-destination", target];
    case "bun":
      return ["pm", "pack", "--destination", target];
    case "yarn":
      return ["pack", isModernYarn(packageDir) ? "--out" : "--filename", join(target, tarball)];
  }
};

/**
 * Words that install `tarball` into `root` as pi does it for `npm:` packages, with scripts, development and peer
 * dependencies off. pi knows npm, pnpm and bun.
 */
export const installWords = ({ name }: PackageManager, tarball: string, root: string): string[] => {
  switch (name) {
    case "pnpm":
      return [
        ...["install", tarball, "--prefix", root, "--ignore-scripts", "--prod", "--ignore-workspace"],
        ...["--config.auto-install-peers=false", "--config.strict-peer-dependencies=false"],
        "--config.strict-dep-builds=false",
      ];
    case "bun":
      return ["install", tarball, "--cwd", root, "--ignore-scripts", "--omit=dev", "--omit=peer"];
    default:
      return [
        ...["install", tarball, "--prefix", root, "--ignore-scripts", "--omit=dev", "--omit=peer"],
        ...["--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel", "error"],
      ];
  }
};
