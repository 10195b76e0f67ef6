// Starts pi on an installed package, in a process of its own, and reads what that process wrote down.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { cacheFolder } from "./cache-folder.ts";
import type { ChosenPi } from "./choose-pi.ts";
import { emptyReport, type LoadedReport, type LoadRequest } from "./pi-process/loaded-report.ts";
import { userEnvironment } from "./project-environment.ts";
import { type CommandOutcome, lastWords, runCommand } from "./run-command.ts";
import { SandboxError } from "./sandbox-error.ts";
import { programPath, type SandboxFolder } from "./sandbox-folder.ts";

/** How long a process with nothing left to do may stay. */
export const exitGraceMs = 1500;

export interface PiRun {
  readonly report: LoadedReport;
  readonly outcome: CommandOutcome;
}

/** The folders of one run. */
export interface RunFolders {
  readonly root: string;
  readonly project: string;
  /** Where pi keeps the npm packages of a project: the tarball is installed here. */
  readonly installRoot: string;
}

export const runFolders = (root: string): RunFolders => {
  const project = join(root, "project");
  return { root, project, installRoot: join(project, ".pi", "npm") };
};

export interface LoadOptions {
  /** Try the package as a folder, should npm's way find nothing. */
  readonly byPath: boolean;
  /** Packages it may import. */
  readonly known: readonly string[];
  readonly timeoutMs: number;
}

/** Loads the package named `name` that is installed in `folders`. */
export const loadInPi = async (
  folder: SandboxFolder,
  pi: ChosenPi,
  folders: RunFolders,
  name: string,
  { byPath, known, timeoutMs }: LoadOptions,
): Promise<PiRun> => {
  const { root, project, installRoot } = folders;
  const [home, agentDir, temp] = ["home", "agent", "tmp"].map((part) => join(root, part)) as [string, string, string];
  for (const path of [home, agentDir, temp]) mkdirSync(path);
  const packageDir = join(installRoot, "node_modules", name);
  const cache = cacheFolder();
  const request: LoadRequest = {
    ...{ piEntry: pi.entry, piDir: pi.dir, project, agentDir, home, temp, installRoot, packageDir },
    sources: byPath ? [`npm:${name}`, packageDir] : [`npm:${name}`],
    known,
    reportFile: join(root, "report.json"),
    compileCache: cache && join(cache, "compiled"),
    exitGraceMs,
  };
  const requestFile = join(root, "request.json");
  writeFileSync(requestFile, JSON.stringify(request));
  const outcome = await runCommand(folder, [process.execPath, programPath("pi-process"), requestFile], {
    cwd: project,
    env: userEnvironment({ home, agentDir, temp }),
    timeoutMs,
  });
  const report: LoadedReport = existsSync(request.reportFile)
    ? JSON.parse(readFileSync(request.reportFile, "utf8"))
    : emptyReport();
  if (report.stage === "starting" && !outcome.timedOut) {
    throw new SandboxError(
      "pi-unusable",
      tellFailure({
        happened: `pi ${pi.version} at ${pi.dir} could not be started on Node ${process.versions.node}.`,
        writtenAt: folder.writtenAt,
        received: report.thrown?.split("\n")[0] ?? lastWords(outcome),
        fix: "install it again, or use the Node that its package.json asks for.",
      }),
    );
  }
  return { report, outcome };
};
