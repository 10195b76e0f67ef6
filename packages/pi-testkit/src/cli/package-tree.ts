// The packages a project can load, found as Node finds them: by the dependencies of each, folder by folder upwards.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Manifest {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly type?: string | undefined;
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>> | undefined;
  readonly devDependencies?: Readonly<Record<string, string>> | undefined;
  readonly optionalDependencies?: Readonly<Record<string, string>> | undefined;
  readonly peerDependencies?: Readonly<Record<string, string>> | undefined;
  readonly pi?: { readonly extensions?: unknown } | undefined;
}

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Where it really is. */
  readonly folder: string;
  /** The packages on the way to it, the project's own dependency first. */
  readonly broughtBy: readonly string[];
}

/** A package.json that cannot be read; the message names it. */
export class BrokenManifestError extends Error {}

/** The manifest of a folder; undefined where there is none. Throws a BrokenManifestError for one that is no JSON. */
export const readManifest = (folder: string): Manifest | undefined => {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new BrokenManifestError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

const upwards = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
};

/** The folder that `name` resolves to from `folder`. */
const resolvePackage = (name: string, folder: string): string | undefined => {
  const found = upwards(folder).find((each) => existsSync(join(each, "node_modules", name, "package.json")));
  return found === undefined ? undefined : realpathSync(join(found, "node_modules", name));
};

/** The manifests that say what a folder has: that of its own project, and that of the workspace around it. */
const manifestsOf = (folder: string): Manifest[] => {
  const isWorkspace = (each: string): boolean =>
    existsSync(join(each, "pnpm-workspace.yaml")) || readManifest(each)?.workspaces !== undefined;
  const [own, ...above] = upwards(folder).filter((each) => existsSync(join(each, "package.json")));
  const workspace = own === undefined || isWorkspace(own) ? undefined : above.find(isWorkspace);
  return [own, workspace].flatMap((each) => (each === undefined ? [] : (readManifest(each) ?? [])));
};

const wantedBy = (manifest: Manifest): string[] =>
  Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies });

/** Every package reachable from `folder`, each copy once; `also` names packages that no manifest need mention. */
export const reachablePackages = (folder: string, also: readonly string[]): InstalledPackage[] => {
  const found = new Map<string, InstalledPackage>();
  const declared = manifestsOf(folder).flatMap((each) => [
    ...wantedBy(each),
    ...Object.keys(each.devDependencies ?? {}),
  ]);
  const open = [{ from: folder, names: [...also, ...declared], way: [] as string[] }];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const name of next.names) {
      const target = resolvePackage(name, next.from);
      if (target === undefined || found.has(target)) continue;
      const manifest = readManifest(target) ?? {};
      found.set(target, { name, version: manifest.version ?? "unknown", folder: target, broughtBy: next.way });
      open.push({ from: target, names: wantedBy(manifest), way: [...next.way, name] });
    }
  }
  return [...found.values()];
};
