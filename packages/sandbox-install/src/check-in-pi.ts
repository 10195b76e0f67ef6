// One installed package on one pi: loads it, judges it, and hands it to the caller's own check.

import { mkdirSync } from "node:fs";
import { cp, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CheckedPackage } from "./checked-package.ts";
import type { ChosenPi } from "./choose-pi.ts";
import { describeLoaded, loadedExtensionPaths } from "./describe-loaded.ts";
import { checkExpectations } from "./expectations.ts";
import { findProblems } from "./find-problems.ts";
import { loadInPi, runFolders } from "./load-in-pi.ts";
import { resourceKinds } from "./package-manifest.ts";
import type { LoadedReport } from "./pi-process/loaded-report.ts";
import { importable } from "./problems/dependency-problems.ts";
import type { SandboxFolder } from "./sandbox-folder.ts";
import type { SandboxOptions } from "./sandbox-options.ts";
import type { SandboxResult } from "./sandbox-result.ts";

/** What is the same for every pi. */
export type InstalledPackage = Pick<
  CheckedPackage,
  "sourceDir" | "sourceManifest" | "manifest" | "flaws" | "files" | "packedBy"
> & {
  /** Folder of the install, and whether it may be moved rather than copied. */
  readonly installed: string;
};

const defaultTimeoutMs = 180_000;

/** Without a manifest and without the four folders, pi finds nothing in an npm package, but takes a folder for an extension. */
const foundByFolderOnly = ({ manifest, files }: InstalledPackage): boolean =>
  resourceKinds.every(
    (kind) => manifest.pi?.[kind] === undefined && !files.some((file) => file.startsWith(`${kind}/`)),
  );

/** When a package was tried as a folder, says so; what only that way complains about is no error of a user. */
const asNpmUserSees = (report: LoadedReport, manifest: InstalledPackage["manifest"], path: string): LoadedReport => {
  if (report.source.startsWith("npm:")) return report;
  if (report.extensions.length === 0) return { ...report, errors: [] };
  const warning = `pi finds this extension through "main" only when the package is named by its path; installed from npm, nothing of it loads. Add "pi": { "extensions": ["./${manifest.main?.replace(/^\.\//, "") ?? "index.js"}"] } to package.json.`;
  return { ...report, warnings: [...report.warnings, { path, warning }] };
};

/** Runs the whole check on `pi` in the folder `root`. `last`: the install is not needed afterwards. */
export const checkInPi = async (
  folder: SandboxFolder,
  installed: InstalledPackage,
  pi: ChosenPi,
  { root, last, options }: { root: string; last: boolean; options: SandboxOptions },
): Promise<Omit<SandboxResult, "tarball" | "durationMs">> => {
  const { manifest } = installed;
  const folders = runFolders(root);
  mkdirSync(dirname(folders.installRoot), { recursive: true });
  if (last) await rename(installed.installed, folders.installRoot);
  else await cp(installed.installed, folders.installRoot, { recursive: true, verbatimSymlinks: true });
  const { report, outcome } = await loadInPi(folder, pi, folders, manifest.name, {
    byPath: foundByFolderOnly(installed),
    known: importable(manifest),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  });
  const { installRoot } = folders;
  const packageDir = join(installRoot, "node_modules", manifest.name);
  const seen = asNpmUserSees(report, manifest, join(packageDir, "package.json"));
  const checked: CheckedPackage = { ...installed, installRoot, packageDir, pi, report: seen, outcome };
  const result = {
    loaded: describeLoaded(checked),
    problems: findProblems(checked),
    pi: { version: pi.version, dir: pi.dir },
    ...(options.keep ? { keptAt: folder.path } : {}),
  };
  if (options.expect) checkExpectations(options.expect, result, manifest.name, folder.writtenAt);
  await options.check?.({ dir: installRoot, packageDir, extensionPaths: loadedExtensionPaths(seen) });
  return result;
};
