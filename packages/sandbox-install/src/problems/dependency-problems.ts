// Problems of what a package imports and what its dependencies bring.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies, validRange } from "semver";
import { type CheckedPackage, packagePath } from "../checked-package.ts";
import { hostVersion } from "../choose-pi.ts";
import type { PackageManifest } from "../package-manifest.ts";
import type { Problem } from "../sandbox-result.ts";
import { isHostPackage, isProvided, packageOf, providedPackages } from "./host-packages.ts";

const has = (list: Readonly<Record<string, string>> | undefined, name: string): boolean => list?.[name] !== undefined;

/** The problem of importing the package `name` from `file`, `undefined` when its dependencies bring it. */
export const importProblem = (checked: CheckedPackage, name: string, file: string): Problem | undefined => {
  const { manifest, sourceManifest } = checked;
  if (has(manifest.dependencies, name) || has(manifest.optionalDependencies, name)) return undefined;
  const seen = `pi's loader answers "Cannot find module '${name}'" on the user's machine`;
  if (has(sourceManifest.devDependencies, name) && !has(manifest.peerDependencies, name)) {
    return {
      code: "dev-dependency",
      file,
      message: `${file} imports "${name}", which only "devDependencies" has: ${seen}.`,
      fix: `Move "${name}" to "dependencies", or bundle it.`,
    };
  }
  if (has(manifest.peerDependencies, name)) {
    return {
      code: "peer-dependency",
      file,
      message: `${file} imports "${name}", which only "peerDependencies" has. pi installs no peers: ${seen}.`,
      fix: `Move "${name}" to "dependencies".`,
    };
  }
  return {
    code: "undeclared-dependency",
    file,
    message: `${file} imports "${name}", which no dependency in package.json brings: ${seen}, or it works by the accident of another package that brings it.`,
    fix: `Add "${name}" to "dependencies".`,
  };
};

/** The packages a package may import: what its dependencies bring, what pi provides, itself, and optional peers. */
export const importable = (manifest: PackageManifest): string[] => [
  ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  ...Object.keys(manifest.peerDependenciesMeta ?? {}).filter((name) => manifest.peerDependenciesMeta?.[name]?.optional),
  ...providedPackages,
  manifest.name,
];

/** Imports that the scan of the packed sources found and no dependency declares; one problem for each package. */
export const scannedImportProblems = (checked: CheckedPackage): Problem[] => {
  const first = new Map<string, string>();
  for (const { specifier, file } of checked.report.imports) {
    const name = packageOf(specifier);
    if (!first.has(name)) first.set(name, packagePath(checked.packageDir, file));
  }
  return [...first].flatMap(([name, file]) => importProblem(checked, name, file) ?? []);
};

/** Files that a source asks for and that were not packed; loading tells of those it reaches. */
export const missingFileProblem = (checked: CheckedPackage, file: string, specifier: string): Problem => {
  const { sourceDir } = checked;
  const target = join(file, "..", specifier).replaceAll("\\", "/");
  const inSource = sourceDir !== undefined && existsSync(join(sourceDir, target));
  return {
    code: "missing-file",
    file,
    message: `${file} imports "${specifier}", which ${inSource ? "is in the source but not in the tarball" : "is not in the tarball"}: it fails on the user's machine.`,
    fix: inSource ? `Add "${target}" to "files" in package.json.` : `Pack "${target}", or correct the import.`,
  };
};

export const scannedFileProblems = (checked: CheckedPackage): Problem[] =>
  checked.report.missingFiles.map(({ file, specifier }) =>
    missingFileProblem(checked, packagePath(checked.packageDir, file), specifier),
  );

/** Packages of pi's own among the dependencies. */
export const bundledHostProblems = ({ manifest }: CheckedPackage): Problem[] => {
  const names = Object.keys(manifest.dependencies ?? {}).filter(isProvided);
  if (names.length === 0) return [];
  const listed = names.map((name) => `"${name}"`).join(", ");
  return [
    {
      code: "bundled-host-package",
      file: "package.json",
      message: `${listed} in "dependencies": pi provides ${names.length === 1 ? "it" : "them"} to extensions. The user gets a second copy, which may be another version with its own classes, themes and registries.`,
      fix: `Move ${listed} to "peerDependencies" with the range "*".`,
    },
  ];
};

/** Peer ranges that the chosen pi is outside of. */
export const peerRangeProblems = ({ manifest, pi }: CheckedPackage): Problem[] => {
  const excluded = Object.entries(manifest.peerDependencies ?? {}).flatMap(([name, range]) => {
    const version = isHostPackage(name) ? hostVersion(pi, name) : undefined;
    if (version === undefined) return [];
    const fits = validRange(range) !== null && satisfies(version, range, { includePrerelease: true });
    return fits ? [] : [`"${name}": "${range}" excludes ${version}`];
  });
  if (excluded.length === 0) return [];
  return [
    {
      code: "peer-range",
      file: "package.json",
      message: `"peerDependencies" exclude pi ${pi.version}: ${excluded.join(", ")}. npm refuses the package or installs a second pi beside it, unless told to ignore peers.`,
      fix: 'Widen the range; pi documents "*".',
    },
  ];
};

interface InstalledPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
        .map(({ name }) => join(folder, name))
    : [];

/** Every package below a `node_modules` folder. Links are not followed. */
const installedBelow = (modules: string): InstalledPackage[] =>
  foldersIn(modules)
    .flatMap((folder) => (/[\\/]@[^\\/]+$/.test(folder) ? foldersIn(folder) : [folder]))
    .flatMap((path) => {
      const inner = installedBelow(join(path, "node_modules"));
      const file = join(path, "package.json");
      if (!existsSync(file)) return inner;
      const { name = "", version = "", dependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
      return [{ path, name, version, dependencies: Object.keys(dependencies) }, ...inner];
    });

/** Names of everything that `names` bring, they included. */
const broughtBy = (installed: readonly InstalledPackage[], names: readonly string[]): ReadonlySet<string> => {
  const reached = new Set(names);
  for (const name of reached) {
    for (const owner of installed) {
      if (owner.name === name) for (const dependency of owner.dependencies) reached.add(dependency);
    }
  }
  return reached;
};

/** Copies of what pi provides that dependencies of the package bring. Those it asks for itself are told elsewhere. */
export const secondCopyProblems = ({ installRoot, manifest }: CheckedPackage): Problem[] => {
  const own = Object.keys(manifest.dependencies ?? {}).filter(isProvided);
  const installed = installedBelow(join(installRoot, "node_modules"));
  const explained = broughtBy(installed, own);
  return (
    installed
      .filter(({ name }) => isProvided(name) && name !== "@sinclair/typebox" && name !== manifest.name)
      .flatMap(({ path, name, version }): Problem[] => {
        const owners = installed.filter(({ dependencies }) => dependencies.includes(name)).map((owner) => owner.name);
        const brought = [...new Set(owners)].filter((owner) => owner !== manifest.name && !explained.has(owner));
        if (explained.has(name) && brought.length === 0) return [];
        const by = brought.length > 0 ? ` by ${brought.join(", ")}` : "";
        return [
          {
            code: "second-host-copy",
            file: packagePath(installRoot, path),
            message: `A second copy of ${name} (${version}) is installed${by}. It has classes, themes and registries of its own: what one copy sets up, the other does not see.`,
            fix:
              brought.length > 0
                ? `Ask for ${name} as a peer in ${brought[0]}, or do without it.`
                : `Do not bundle ${name}.`,
          },
        ];
      })
      // Several copies of one version, brought by the same packages, are one problem with one fix.
      .filter(({ message }, at, all) => all.findIndex((other) => other.message === message) === at)
  );
};
