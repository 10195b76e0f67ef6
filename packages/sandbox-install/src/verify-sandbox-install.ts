// The one call: packs, installs, loads and judges, and leaves nothing behind.
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { callSite, tellFailure } from "@pi-testkit/failure-report";
import { checkInPi, type InstalledPackage } from "./check-in-pi.ts";
import { type ChosenPi, choosePi } from "./choose-pi.ts";
import { describeLoaded } from "./describe-loaded.ts";
import { installTarball } from "./install-tarball.ts";
import { packProject } from "./pack-project.ts";
import { detectPackageManager, managerOfCommand, type PackageManager } from "./package-manager.ts";
import { type ManifestFlaw, type PackageManifest, type ReadManifest, readManifest } from "./package-manifest.ts";
import { emptyReport } from "./pi-process/loaded-report.ts";
import { manifestProblem } from "./problems/manifest-problems.ts";
import { SandboxError } from "./sandbox-error.ts";
import { openSandboxFolder, type SandboxFolder } from "./sandbox-folder.ts";
import { checkOptions, type SandboxOptions } from "./sandbox-options.ts";
import type { SandboxResult } from "./sandbox-result.ts";
import { readTarball } from "./tarball.ts";

interface Source {
  /** A folder, or a tarball. */
  readonly path: string;
  readonly isTarball: boolean;
  readonly read: ReadManifest;
}

const openSource = (asked: string, writtenAt: string | undefined): Source => {
  const path = resolve(asked);
  if (existsSync(path) && statSync(path).isFile() && /\.(tgz|tar\.gz)$/.test(path)) {
    return { path, isTarball: true, read: readManifest(readTarball(path).manifest) };
  }
  if (existsSync(join(path, "package.json"))) {
    return { path, isTarball: false, read: readManifest(readFileSync(join(path, "package.json"), "utf8")) };
  }
  throw new SandboxError(
    "package-not-found",
    tellFailure({
      happened: `There is no package at ${asked}: ${existsSync(path) ? "the folder has no package.json" : "the path does not exist"}.`,
      writtenAt,
      fix: "name the package's folder, or a tarball (.tgz), as `packageDir`; it is relative to the working directory.",
    }),
  );
};

const managers = (options: SandboxOptions, packageDir: string): { pack: PackageManager; install: PackageManager } => {
  const { npmCommand, packageManager } = options;
  // pi installs with npm, whatever the project itself is built with; yarn it does not know.
  const npm: PackageManager = { name: "npm", command: ["npm"], because: "pi installs packages with it" };
  if (npmCommand !== undefined) {
    const command = typeof npmCommand === "string" ? npmCommand.trim().split(/\s+/) : npmCommand;
    const name = packageManager ?? managerOfCommand(command);
    const chosen = { name, command, because: "`npmCommand` names it" };
    return { pack: chosen, install: name === "yarn" ? npm : chosen };
  }
  if (packageManager === undefined) return { pack: detectPackageManager(packageDir), install: npm };
  return {
    pack: { name: packageManager, command: [packageManager], because: "`packageManager` names it" },
    install: npm,
  };
};

/** A package.json that no package manager can pack. */
const unpackable = (flaws: readonly ManifestFlaw[], pi: ChosenPi, startedAt: number): SandboxResult => ({
  tarball: { name: "", files: [], size: 0 },
  loaded: describeLoaded({ packageDir: "", installRoot: "", report: emptyReport() }),
  problems: manifestProblem(flaws),
  durationMs: Math.round(performance.now() - startedAt),
  pi: { version: pi.version, dir: pi.dir },
});

const isPackable = ({ manifest, flaws }: ReadManifest): boolean =>
  manifest !== undefined && flaws.every(({ place }) => /^pi\b/.test(place));

interface Run {
  readonly options: SandboxOptions;
  readonly folder: SandboxFolder;
  readonly startedAt: number;
}

const packAndInstall = async (
  { options, folder }: Run,
  source: Source,
  sourceManifest: PackageManifest,
): Promise<{ installed: InstalledPackage; tarball: SandboxResult["tarball"] }> => {
  const { pack, install } = managers(options, source.path);
  options.onProgress?.(source.isTarball ? "reading the tarball" : `packing with ${pack.name}`);
  const file = await packProject(folder, source.path, sourceManifest, pack);
  const { files, size, manifest: text } = readTarball(file);
  const { manifest = sourceManifest, flaws } = readManifest(text);
  options.onProgress?.(`installing with ${install.name}`);
  const root = join(folder.path, "install");
  await installTarball(folder, file, manifest, install, root);
  return {
    tarball: { name: basename(file), files, size },
    installed: {
      sourceDir: source.isTarball ? undefined : source.path,
      sourceManifest,
      manifest,
      flaws,
      files,
      packedBy: pack.name,
      installed: root,
    },
  };
};

const verifyOn = async (run: Run, source: Source, asked: readonly string[]): Promise<Record<string, SandboxResult>> => {
  const { options, folder, startedAt } = run;
  const pis: ChosenPi[] = [];
  for (const name of new Set(asked)) {
    options.onProgress?.(`looking for pi ${name}`);
    pis.push(await choosePi(folder, name, source.path));
  }
  const { manifest, flaws } = source.read;
  if (manifest === undefined || !isPackable(source.read)) {
    return Object.fromEntries(pis.map((pi) => [pi.asked, unpackable(flaws, pi, startedAt)]));
  }
  const { installed, tarball } = await packAndInstall(run, source, manifest);
  const preparedMs = performance.now() - startedAt;
  const results: Record<string, SandboxResult> = {};
  for (const [index, pi] of pis.entries()) {
    options.onProgress?.(`loading in pi ${pi.version}`);
    const began = performance.now();
    const last = index === pis.length - 1;
    const place = { root: join(folder.path, `pi-${index + 1}`), last, options };
    const result = await checkInPi(folder, installed, pi, place);
    results[pi.asked] = { tarball, ...result, durationMs: Math.round(preparedMs + performance.now() - began) };
  }
  return results;
};

const verify = async (
  { pi = "installed", ...options }: SandboxOptions & { pi?: string | readonly string[] | undefined },
  writtenAt: string | undefined,
): Promise<SandboxResult | Record<string, SandboxResult>> => {
  const startedAt = performance.now();
  checkOptions({ ...options, pi }, writtenAt);
  const source = openSource(options.packageDir, writtenAt);
  const folder = openSandboxFolder(writtenAt);
  try {
    const results = await verifyOn({ options, folder, startedAt }, source, [pi].flat());
    return typeof pi === "string" ? (results[pi] as SandboxResult) : results;
  } catch (error) {
    if (!options.keep || !SandboxError.isInstance(error)) throw error;
    throw new SandboxError(error.code, `${error.message}\nThe sandbox was kept at ${folder.path}.`, { cause: error });
  } finally {
    await folder.close(options.keep ?? false);
  }
};

/**
 * Packs a package, installs the tarball as a user's pi would, loads it in a pi of your choice, and tells everything
 * that would go wrong: files that were not packed, dependencies nobody declared, extensions pi passes over in silence.
 *
 * The source tree is only read. pi runs in a process of its own, with an empty home and agent folder and no network
 * for models. Nothing is left behind, also when this process is killed.
 *
 * `problems` are returned; a pack or install that fails, and an `expect` that is not met, reject with a
 * {@link SandboxError}. What pi calls a package, and how it finds its parts, is told in pi's `docs/packages.md`.
 *
 * @example
 * const { problems, loaded } = await verifySandboxInstall({ packageDir: ".", expect: { extensions: 1 } });
 * expect(problems).toEqual([]);
 * expect(loaded.tools).toContain("weather");
 *
 * @param options `pi`: `"installed"` (default: the one beside the caller), a release such as `"1.6.0"`, or a path.
 * A list gives a result for each, by what was written.
 */
export function verifySandboxInstall(options: SandboxOptions & { pi?: string | undefined }): Promise<SandboxResult>;
export function verifySandboxInstall(
  options: SandboxOptions & { pi: readonly string[] },
): Promise<Record<string, SandboxResult>>;
export function verifySandboxInstall(
  options: SandboxOptions & { pi?: string | readonly string[] | undefined },
): Promise<SandboxResult | Record<string, SandboxResult>> {
  return verify(options, callSite(verifySandboxInstall));
}
