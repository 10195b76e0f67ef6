// Last step of a package's build, run in its folder: makes the emitted declarations right for every consumer.
// The compiler leaves `./name.ts` in them, drops lib references and keeps the import of the private failure report,
// whose code the bundler has inlined; all three are put right here, the maps kept in step.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

const libReference = '/// <reference lib="esnext.disposable" />\n';
const relativeSource = /((?:\bfrom|\bimport|\bimport\()\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g;
const inlined = "@pi-testkit/failure-report";
const inlinedFolder = "failure-report";

/** The declaration as it is shipped; `file` is its path below `dist`, with slashes. */
export const finishDeclaration = (text: string, file: string): string => {
  const report = posix.join(posix.relative(posix.dirname(file), "."), inlinedFolder, "index.js");
  const imports = text
    .replace(/^\/\/\/ <reference lib="esnext\.disposable"[^>]*\/>\r?\n/gm, "")
    .replace(relativeSource, "$1.js$2")
    .replaceAll(`"${inlined}"`, JSON.stringify(report.startsWith(".") ? report : `./${report}`));
  const needsLib = /\bSymbol\.(dispose|asyncDispose)\b|\b(Async)?Disposable\b/.test(imports);
  return needsLib ? libReference + imports : imports;
};

const declarationsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => file.replaceAll("\\", "/"));

const finishFile = (dist: string, file: string): void => {
  const path = join(dist, file);
  const before = readFileSync(path, "utf8");
  const after = finishDeclaration(before, file);
  if (after === before) return;
  writeFileSync(path, after);
  if (file.startsWith(`${inlinedFolder}/`)) return; // has no map: its sources are not shipped
  const map = JSON.parse(readFileSync(`${path}.map`, "utf8"));
  const added = after.split("\n").length - before.split("\n").length;
  // One line is one ";" of the mappings; lines that go were references, which have none but their ";".
  const mappings = added < 0 ? map.mappings.slice(-added) : ";".repeat(added) + map.mappings;
  writeFileSync(`${path}.map`, JSON.stringify({ ...map, mappings }));
};

/** Emits the declarations of the private package into this one, if a declaration names it. */
const inlineReport = (dist: string): void => {
  if (!declarationsIn(dist).some((file) => readFileSync(join(dist, file), "utf8").includes(`"${inlined}"`))) return;
  const project = join(import.meta.dirname, "..", "packages", inlinedFolder);
  const compiler = join(import.meta.dirname, "..", "node_modules", "typescript", "bin", "tsc");
  const outDir = join(dist, inlinedFolder);
  const { status } = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", outDir], { stdio: "inherit" });
  if (status !== 0) throw new Error(`The declarations of ${inlined} could not be emitted into ${dist}.`);
};

// `import.meta.main` is newer than the oldest Node this runs on.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const dist = join(process.cwd(), "dist");
  inlineReport(dist);
  for (const file of declarationsIn(dist)) finishFile(dist, file);
}
