// Finds the pi a package is checked with: the installed one, one at a path, or a release that is fetched and kept.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { valid } from "semver";
import { cacheFolder, moveIntoPlace, stagingBeside } from "./cache-folder.ts";
import { packageManagerEnvironment } from "./project-environment.ts";
import { lastWords, runCommand } from "./run-command.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { SandboxFolder } from "./sandbox-folder.ts";

const piName = "@earendil-works/pi-coding-agent";
const installTimeoutMs = 10 * 60_000;

export interface ChosenPi {
  /** What the caller wrote. */
  readonly asked: string;
  readonly version: string;
  readonly dir: string;
  /** The file its exports are imported from: that of the program the user runs, where a release has two. */
  readonly entry: string;
}

interface PiPackage {
  readonly name?: string;
  readonly version?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: { readonly "."?: { readonly import?: string } };
}

const readPackage = (dir: string): PiPackage | undefined => {
  const file = join(dir, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
};

const ancestors = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
};

/** By 0.84 the program is a bundle with its own copy of everything; its loader is the one a user has. */
const openAt = (asked: string, dir: string): ChosenPi | undefined => {
  const manifest = readPackage(dir);
  if (manifest?.name !== piName) return undefined;
  const bundled = join(dir, dirname(manifest.bin?.pi ?? ""), "index.js");
  const plain = join(dir, manifest.exports?.["."]?.import ?? "dist/index.js");
  const entry = existsSync(bundled) ? bundled : plain;
  return { asked, version: manifest.version ?? "", dir: realpathSync(dir), entry: realpathSync(entry) };
};

const besideFolder = (asked: string, folder: string): ChosenPi | undefined => {
  for (const ancestor of ancestors(folder)) {
    const found = openAt(asked, join(ancestor, "node_modules", piName));
    if (found) return found;
  }
  return undefined;
};

const onPath = (asked: string): ChosenPi | undefined => {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const program = join(folder, "pi");
    if (folder !== "" && existsSync(program)) return aboveProgram(asked, program);
  }
  return undefined;
};

const aboveProgram = (asked: string, program: string): ChosenPi | undefined => {
  for (const folder of ancestors(dirname(realpathSync(program)))) {
    const found = openAt(asked, folder);
    if (found) return found;
  }
  return undefined;
};

const notFound = (happened: string, writtenAt: string | undefined, fix: string): SandboxError =>
  new SandboxError("pi-not-found", tellFailure({ happened, writtenAt, fix }));

const installed = (asked: string, packageDir: string, writtenAt: string | undefined): ChosenPi => {
  const found = besideFolder(asked, process.cwd()) ?? besideFolder(asked, packageDir) ?? onPath(asked);
  if (found) return found;
  throw notFound(
    `No pi is installed: neither ${process.cwd()} nor the package can import ${piName}, and PATH has no "pi".`,
    writtenAt,
    `install it beside the test (npm install --save-dev ${piName}), or choose one: pi: "1.6.0".`,
  );
};

const atPath = (asked: string, writtenAt: string | undefined): ChosenPi => {
  const path = resolve(asked);
  const found = !existsSync(path)
    ? undefined
    : statSync(path).isFile()
      ? aboveProgram(asked, path)
      : (openAt(asked, path) ?? openAt(asked, join(path, "node_modules", piName)) ?? openAt(asked, join(path, piName)));
  if (found) return found;
  throw notFound(
    `There is no pi at ${asked}.`,
    writtenAt,
    `name the folder of ${piName}, a folder it is installed in, its program, a version such as "1.6.0", or "installed".`,
  );
};

/** Two of the releases ask for a version of this package that the registry does not have. */
const overrides = { "@earendil-works/chord": "0.87.1" };

const fetched = async (folder: SandboxFolder, version: string): Promise<ChosenPi> => {
  const target = join(cacheFolder() ?? folder.path, "pi", version);
  const kept = besideFolder(version, target);
  if (kept?.version === version) return kept;
  const staging = stagingBeside(target);
  const complete = folder.staging(staging);
  mkdirSync(staging, { recursive: true });
  const manifest = { name: "pi-release", private: true, dependencies: { [piName]: version }, overrides };
  writeFileSync(join(staging, "package.json"), JSON.stringify(manifest, null, 2));
  const words = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
  const outcome = await runCommand(folder, words, {
    cwd: staging,
    env: packageManagerEnvironment(),
    timeoutMs: installTimeoutMs,
  });
  if (outcome.code !== 0) {
    rmSync(staging, { recursive: true, force: true });
    complete();
    throw new SandboxError(
      "pi-not-found",
      tellFailure({
        happened: `pi ${version} could not be installed from the registry.`,
        writtenAt: folder.writtenAt,
        received: lastWords(outcome),
        fix: "name a release that exists, or the path of a pi that is installed.",
      }),
    );
  }
  moveIntoPlace(staging, target);
  complete();
  return atPath(target, folder.writtenAt);
};

/** Resolves what the caller wrote as `pi`. */
export const choosePi = async (folder: SandboxFolder, asked: string, packageDir: string): Promise<ChosenPi> => {
  if (asked === "installed") return installed(asked, packageDir, folder.writtenAt);
  if (valid(asked) === null) return atPath(asked, folder.writtenAt);
  const beside = besideFolder(asked, process.cwd()) ?? besideFolder(asked, packageDir);
  return beside?.version === asked ? beside : { ...(await fetched(folder, asked)), asked };
};

/** The version of a package that this pi would give to extensions, `undefined` if it has none. */
export const hostVersion = (pi: ChosenPi, name: string): string | undefined => {
  const own = name === piName ? pi.dir : undefined;
  const folders = [own, ...ancestors(pi.dir).map((folder) => join(folder, "node_modules", name))];
  return folders.map((dir) => (dir ? readPackage(dir)?.version : undefined)).find(Boolean);
};
