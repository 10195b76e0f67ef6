// Last step of a package's build, run in its folder: makes the emitted declarations right for every consumer.
// The compiler leaves `./name.ts` in them and drops lib references; both are put right here, the maps kept in step.
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const libReference = '/// <reference lib="esnext.disposable" />\n';
const relativeSource = /((?:\bfrom|\bimport|\bimport\()\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g;

/** The declaration as it is shipped. */
export const finishDeclaration = (text: string): string => {
  const imports = text
    .replace(/^\/\/\/ <reference lib="esnext\.disposable"[^>]*\/>\r?\n/gm, "")
    .replace(relativeSource, "$1.js$2");
  const needsLib = /\bSymbol\.(dispose|asyncDispose)\b|\b(Async)?Disposable\b/.test(imports);
  return needsLib ? libReference + imports : imports;
};

const finishFile = (file: string): void => {
  const before = readFileSync(file, "utf8");
  const after = finishDeclaration(before);
  if (after === before) return;
  writeFileSync(file, after);
  const map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  const added = after.split("\n").length - before.split("\n").length;
  // One line is one ";" of the mappings; lines that go were references, which have none but their ";".
  const mappings = added < 0 ? map.mappings.slice(-added) : ";".repeat(added) + map.mappings;
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings }));
};

// `import.meta.main` is newer than the oldest Node this runs on.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  for (const file of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".d.ts")) finishFile(join("dist", file));
  }
}
