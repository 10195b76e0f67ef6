// Packs a package into the sandbox. The source tree is only read: a package whose own scripts take part in packing
// is packed in a copy of its project, so that what they build is built there.
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { type PackageManager, packWords, workspaceRoot } from "./package-manager.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { packageManagerEnvironment } from "./project-environment.ts";
import { type CommandOutcome, lastWords, runCommand } from "./run-command.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { SandboxFolder } from "./sandbox-folder.ts";

const packingScripts = ["prepublish", "prepack", "prepare", "postpack"];
const packTimeoutMs = 10 * 60_000;

/** Copies a project without its history; its installed modules are linked, not copied. */
const copyProject = async (from: string, to: string): Promise<void> => {
  const modules: string[] = [];
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const name = basename(path);
      if (name === "node_modules") modules.push(relative(from, path));
      return name !== "node_modules" && name !== ".git";
    },
  });
  for (const path of modules) symlinkSync(join(from, path), join(to, path), "junction");
};

/** Throws when `command` was not there to be run. */
export const checkPresent = (
  outcome: CommandOutcome,
  manager: PackageManager,
  task: string,
  writtenAt: string | undefined,
): void => {
  if (!outcome.missing) return;
  const [command = ""] = manager.command;
  throw new SandboxError(
    "package-manager-missing",
    tellFailure({
      happened: `The package could not be ${task}: "${command}" is not installed.`,
      writtenAt,
      cause: `it was chosen because ${manager.because}.`,
      fix: `install ${command}, or name another command: npmCommand: ["corepack", "${manager.name}"].`,
    }),
  );
};

/** Packs and returns the tarball's path. */
export const packProject = async (
  folder: SandboxFolder,
  packageDir: string,
  manifest: PackageManifest,
  manager: PackageManager,
): Promise<string> => {
  const target = join(folder.path, "pack");
  mkdirSync(target);
  if (statSync(packageDir).isFile()) {
    copyFileSync(packageDir, join(target, basename(packageDir)));
    return join(target, basename(packageDir));
  }
  const root = workspaceRoot(packageDir);
  const copied = packingScripts.some((script) => manifest.scripts?.[script] !== undefined);
  const copy = join(folder.path, "source");
  if (copied) await copyProject(root, copy);
  const cwd = copied ? join(copy, relative(root, packageDir)) : packageDir;
  const name = `${manifest.name.replace(/^@/, "").replaceAll("/", "-")}-${manifest.version}.tgz`;
  const words = [...manager.command, ...packWords(manager, packageDir, target, name)];
  const outcome = await runCommand(folder, words, {
    cwd,
    env: packageManagerEnvironment(),
    timeoutMs: packTimeoutMs,
  });
  checkPresent(outcome, manager, "packed", folder.writtenAt);
  const tarball = readdirSync(target).find((file) => file.endsWith(".tgz"));
  if (outcome.code === 0 && tarball !== undefined && existsSync(join(target, tarball))) return join(target, tarball);
  throw new SandboxError(
    "pack-failed",
    tellFailure({
      happened: `"${words.slice(0, manager.command.length + 1).join(" ")}" could not pack ${manifest.name}.`,
      writtenAt: folder.writtenAt,
      received: outcome.timedOut
        ? "it did not end within ten minutes"
        : `exit code ${outcome.code}\n${lastWords(outcome)}`,
      ...(copied ? { cause: "its scripts run in a copy of the project, without its .git folder." } : {}),
      fix: `make "${words.slice(0, manager.command.length + 1).join(" ")}" work in the package's folder.`,
    }),
  );
};
