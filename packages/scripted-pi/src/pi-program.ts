// Finds the pi to run: the package's own `bin`, as npm would start it. Never looks at PATH.
import { existsSync, readFileSync, statSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { tellFailure } from "@pi-testkit/failure-report";
import { ScriptedPiError } from "./scripted-pi-error.ts";

/** The pi that is run. */
export interface PiProgram {
  /** The JavaScript file `node` starts. */
  readonly file: string;
  /** The release; undefined when `pi` named a file outside a package. */
  readonly version: string | undefined;
}

const packageName = "@earendil-works/pi-coding-agent";

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly bin?: { readonly pi?: string };
}

const manifestAt = (path: string): Manifest | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
};

const ofFolder = (folder: string): PiProgram | undefined => {
  const manifest = manifestAt(join(folder, "package.json"));
  const bin = manifest?.name === packageName ? manifest.bin?.pi : undefined;
  return bin === undefined ? undefined : { file: join(folder, bin), version: manifest?.version };
};

const ofFile = (file: string): PiProgram => {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = manifestAt(join(folder, "package.json"));
    if (manifest?.name === packageName) return { file, version: manifest.version };
  }
  return { file, version: undefined };
};

const installed = (): PiProgram | undefined => {
  for (const base of [pathToFileURL(join(process.cwd(), "package.json")), import.meta.url]) {
    let manifest: string | undefined;
    try {
      manifest = findPackageJSON(packageName, base);
    } catch {
      continue; // not installed as seen from there
    }
    if (manifest !== undefined) return ofFolder(dirname(manifest));
  }
  return undefined;
};

const notFound = (where: string, writtenAt: string | undefined, fix: string): ScriptedPiError =>
  new ScriptedPiError(
    "pi-not-found",
    tellFailure({ happened: `There is no pi ${where}.`, writtenAt, expected: `the package ${packageName}`, fix }),
  );

/**
 * The pi to run.
 * @param pi a folder that holds the package, a `node_modules` with it, or the file to start; default: the installed one.
 */
export const findPi = (pi: string | undefined, writtenAt: string | undefined): PiProgram => {
  if (pi === undefined) {
    const found = installed();
    if (found === undefined) throw notFound("installed", writtenAt, `install ${packageName}, or name one with \`pi\`.`);
    return found;
  }
  const path = resolve(pi);
  if (existsSync(path) && statSync(path).isFile()) return ofFile(path);
  const inside = [path, join(path, packageName), join(path, "node_modules", packageName)].map(ofFolder);
  const found = inside.find((each) => each !== undefined);
  if (found === undefined)
    throw notFound(
      `at ${pi}`,
      writtenAt,
      "name the package's folder, a node_modules that holds it, or the file to start.",
    );
  return found;
};
