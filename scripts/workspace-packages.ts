// The packages of this workspace as their manifests describe them. Knows nothing of what a check asks of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root: string = join(import.meta.dirname, "..");

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [key: string]: unknown;
}

export interface WorkspacePackage {
  /** Name of the folder under `packages/`. */
  readonly folder: string;
  /** Absolute path of that folder. */
  readonly path: string;
  readonly manifest: Manifest;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));

export const workspacePackages = (): WorkspacePackage[] =>
  readdirSync(join(root, "packages"))
    .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
    .sort()
    .map((folder) => ({ folder, path: join(root, "packages", folder), manifest: readManifest(folder) }));

export const publishedPackages = (): WorkspacePackage[] =>
  workspacePackages().filter(({ manifest }) => manifest.private !== true);
