// Installs the tarball as pi would, into an empty project. The same tarball is not installed twice.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { keepInstall, restoreInstall } from "./cache-folder.ts";
import { checkPresent } from "./pack-project.ts";
import { installWords, type PackageManager } from "./package-manager.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { packageManagerEnvironment } from "./project-environment.ts";
import { type CommandOutcome, lastWords, runCommand } from "./run-command.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { SandboxFolder } from "./sandbox-folder.ts";

const installTimeoutMs = 10 * 60_000;
/** Ranges of dependencies are looked up anew after a day; without dependencies nothing can change. */
const freshDays = (manifest: PackageManifest): number =>
  Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length > 0 ? 1 : 7;

const unreachable =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|ConnectionRefused|FailedToOpenSocket/;

const causeOf = (said: string): string | undefined => {
  const protocol = said.match(/"?(workspace:|catalog:)[^\s"']*/)?.[1];
  if (protocol) return `a dependency is declared with "${protocol}", which npm packs as it is; pack with pnpm or yarn.`;
  const absent = said.match(/(?:404|notarget|No matching version found for)[^\n]*?['"\s]([@\w][^\s'"]*@[^\s'"]+)/)?.[1];
  return absent ? `the registry has no ${absent.replace(/\.$/, "")}.` : undefined;
};

const failure = (folder: SandboxFolder, name: string, command: string, outcome: CommandOutcome): SandboxError => {
  const { writtenAt } = folder;
  const said = lastWords(outcome);
  if (unreachable.test(said)) {
    return new SandboxError(
      "registry-unreachable",
      tellFailure({
        happened: `The dependencies of ${name} could not be installed: the registry did not answer.`,
        writtenAt,
        received: said,
        fix: "check the network, the proxy and the `registry` setting of npm, and run it again.",
      }),
    );
  }
  const cause = causeOf(said);
  return new SandboxError(
    "install-failed",
    tellFailure({
      happened: `The packed ${name} could not be installed with "${command}"; a user's \`pi install\` would fail as well.`,
      writtenAt,
      received: outcome.timedOut ? "it did not end within ten minutes" : `exit code ${outcome.code}\n${said}`,
      ...(cause ? { cause } : {}),
      fix: "put the dependencies in its package.json right.",
    }),
  );
};

/** Installs `tarball` into `root`, a folder that does not exist yet. Resolves to what has to be awaited before `root` may change. */
export const installTarball = async (
  folder: SandboxFolder,
  tarball: string,
  manifest: PackageManifest,
  manager: PackageManager,
  root: string,
): Promise<void> => {
  const key = createHash("sha256")
    .update(readFileSync(tarball))
    .update([...manager.command, process.platform, process.arch, process.version].join("\0"))
    .digest("hex")
    .slice(0, 32);
  if (await restoreInstall(key, root, freshDays(manifest))) return;
  mkdirSync(root, { recursive: true });
  // The project that pi itself makes for `npm:` packages.
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "pi-extensions", private: true }, null, 2));
  const words = [...manager.command, ...installWords(manager, tarball, root)];
  const outcome = await runCommand(folder, words, {
    cwd: root,
    env: packageManagerEnvironment(),
    timeoutMs: installTimeoutMs,
  });
  checkPresent(outcome, manager, "installed", folder.writtenAt);
  const command = words.slice(0, manager.command.length + 1).join(" ");
  if (outcome.code !== 0) throw failure(folder, manifest.name, command, outcome);
  await keepInstall(key, root);
};
