// Everything that is known about a package once pi has run: what the problem rules look at.
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import type { ChosenPi } from "./choose-pi.ts";
import type { ManifestFlaw, PackageManifest } from "./package-manifest.ts";
import type { LoadedReport } from "./pi-process/loaded-report.ts";
import type { CommandOutcome } from "./run-command.ts";
import type { PackageManagerName } from "./sandbox-options.ts";

export interface CheckedPackage {
  /** The source folder; absent when a tarball was given. */
  readonly sourceDir: string | undefined;
  /** The package.json as the author wrote it, and as it was packed. */
  readonly sourceManifest: PackageManifest;
  readonly manifest: PackageManifest;
  readonly flaws: readonly ManifestFlaw[];
  readonly files: readonly string[];
  readonly packedBy: PackageManagerName;
  readonly installRoot: string;
  readonly packageDir: string;
  readonly pi: ChosenPi;
  readonly report: LoadedReport;
  readonly outcome: CommandOutcome;
}

/** A path relative to the package, with forward slashes; `.` for the package itself. */
export const packagePath = (packageDir: string, path: string): string => {
  const inside = relative(packageDir, path).split(sep).join("/");
  return inside === "" ? "." : inside;
};

/** A text of pi without the sandbox's own paths. */
export const withoutSandbox = (
  { packageDir, installRoot }: Pick<CheckedPackage, "packageDir" | "installRoot">,
  text: string,
): string => {
  if (installRoot === "") return text;
  const project = dirname(dirname(installRoot));
  const root = dirname(project);
  return text
    .replaceAll(packageDir + sep, "")
    .replaceAll(packageDir, ".")
    .replaceAll(installRoot + sep, "")
    .replaceAll(join(root, "home"), "~")
    .replaceAll(project, "<project>")
    .replaceAll(join(root, "agent"), "<agent folder>")
    .replaceAll(join(root, "tmp"), "<temporary folder>");
};

/** The file behind what pi calls an extension: itself, or what a folder's `main` or index leads to. */
export const extensionFile = (path: string): string => {
  if (!existsSync(join(path, "package.json"))) return path;
  try {
    return realpathSync(createRequire(join(path, "package.json")).resolve(path));
  } catch {
    return path;
  }
};
