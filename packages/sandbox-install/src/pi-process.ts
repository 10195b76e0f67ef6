// The program that runs pi: loads the installed package, reports through a file, and ends by itself if the package
// lets it. Everything it prints is the package's own noise.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { deepStack, frameBelow } from "./pi-process/author-frame.ts";
import { loadPackage, type Shutdown } from "./pi-process/load-package.ts";
import { emptyReport, type LoadRequest } from "./pi-process/loaded-report.ts";
import { watchHandles } from "./pi-process/open-handles.ts";
import { watchWrites } from "./pi-process/outside-writes.ts";
import { openPi, openTransform } from "./pi-process/pi-seams.ts";
import { scanPackage } from "./pi-process/scan-package.ts";

const request: LoadRequest = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const report = emptyReport();

const writeReport = (): void => {
  writeFileSync(`${request.reportFile}.part`, JSON.stringify(report));
  renameSync(`${request.reportFile}.part`, request.reportFile);
};
const describe = (value: unknown): string => (value instanceof Error ? (value.stack ?? value.message) : String(value));

const load = async (): Promise<void> => {
  if (request.compileCache !== undefined) enableCompileCache(request.compileCache);
  const began = performance.now();
  const pi = await openPi(request.piEntry);
  report.startMs = performance.now() - began;
  report.stage = "loading";
  const writes = watchWrites(request.installRoot, [request.home, request.project, request.temp]);
  const handles = watchHandles(request.installRoot);
  process.on("exit", () => {
    report.exitedAt = frameBelow(request.installRoot, deepStack());
    report.writes = writes.found();
    writeReport();
  });
  let shutdown: Shutdown | undefined;
  for (const source of request.sources) {
    shutdown = await loadPackage(pi, request, source, report);
    const { extensions, errors, skills, prompts, themes } = report;
    if ([extensions, errors, skills, prompts, themes].some((found) => found.length > 0)) break;
  }
  report.stage = "loaded";
  const entries = [...report.extensions.map(({ path }) => path), ...report.errors.map(({ path }) => path)];
  const scan = scanPackage({
    packageDir: request.packageDir,
    entries,
    known: new Set(request.known),
    transform: () => openTransform(request.piDir),
  });
  report.imports = scan.imports;
  report.missingFiles = scan.missingFiles;
  // The timer alone does not keep the process: it fires only if something else does.
  setTimeout(() => {
    report.openHandles = handles.stillOpen();
    process.exit(0);
  }, request.exitGraceMs).unref();
  await shutdown?.();
};

process.on("uncaughtExceptionMonitor", (error) => {
  report.crash ??= describe(error);
});
try {
  await load();
} catch (error) {
  report.thrown = describe(error);
  if (report.stage === "starting") writeReport();
}
