// Follows the relative imports from a package's entry files and collects what nothing brings. It finds the lazy imports
// that loading does not reach. Where TypeScript seems to ask for such a thing, pi's own transform has the last word,
// since it drops the imports that are types only.
import { existsSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, join, resolve, sep } from "node:path";
import { packageOf } from "../problems/host-packages.ts";
import { importsOf } from "./imports-of.ts";
import type { FoundImport } from "./loaded-report.ts";

const extensions = [".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", ".tsx", ".jsx", ".json"];
const isSource = (file: string): boolean => extensions.includes(extname(file)) && !file.endsWith(".json");
const isTypeScript = (file: string): boolean => /\.[mc]?tsx?$/.test(file);

/** Characters; what is longer is a bundle, and would take the transform seconds. */
const limit = 5_000_000;

export interface PackageScan {
  readonly imports: FoundImport[];
  readonly missingFiles: FoundImport[];
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The file a relative specifier means, tried as pi's loader tries it. */
const resolveRelative = (from: string, specifier: string): string | undefined => {
  const path = resolve(dirname(from), specifier.replace(/[?#].*$/, ""));
  const candidates = [
    path,
    ...extensions.map((extension) => path + extension),
    path.replace(/\.([mc]?)js(x?)$/, ".$1ts$2"),
    ...extensions.map((extension) => join(path, `index${extension}`)),
  ];
  const file = candidates.find(isFile);
  if (file !== undefined || !isFile(join(path, "package.json"))) return file;
  const { main } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  return typeof main === "string" ? resolveRelative(join(path, "package.json"), `./${main}`) : undefined;
};

export interface ScanOptions {
  readonly packageDir: string;
  /** The extensions, as files or folders. */
  readonly entries: readonly string[];
  /** Packages that are there for the package to import. */
  readonly known: ReadonlySet<string>;
  /** Absent when the pi has none to offer. */
  readonly transform: (() => ((source: string, filename: string) => string) | undefined) | undefined;
}

const isElsewhere = (specifier: string): boolean =>
  isBuiltin(specifier) || specifier.startsWith("#") || specifier.startsWith("/") || /^[a-z][a-z+.-]+:/i.test(specifier);

/** Scans from `entries`. A file that cannot be transformed is skipped: loading it says why. */
export const scanPackage = ({ packageDir, entries, known, transform }: ScanOptions): PackageScan => {
  const imports: FoundImport[] = [];
  const missingFiles: FoundImport[] = [];
  const queue = entries.map((entry) => (isFile(entry) ? entry : resolveRelative(join(entry, "package.json"), ".")));
  const seen = new Set<string>();
  const modules = join(packageDir, "node_modules") + sep;
  const isAbsent = (file: string, specifier: string): boolean =>
    specifier.startsWith(".")
      ? resolveRelative(file, specifier) === undefined
      : !isElsewhere(specifier) && !known.has(packageOf(specifier));
  const read = (file: string): string[] => {
    const source = readFileSync(file, "utf8");
    const written = importsOf(source);
    if (!isTypeScript(file) || !written.some((specifier) => isAbsent(file, specifier))) return written;
    const certain = written.filter((specifier) => !isAbsent(file, specifier));
    const apply = source.length > limit ? undefined : transform?.();
    try {
      return apply === undefined ? certain : importsOf(apply(source, file));
    } catch {
      return certain;
    }
  };
  for (const file of queue) {
    if (file === undefined || seen.has(file) || !isSource(file)) continue;
    if (!file.startsWith(packageDir + sep) || file.startsWith(modules)) continue;
    seen.add(file);
    for (const specifier of read(file)) {
      if (specifier.startsWith(".")) {
        const target = resolveRelative(file, specifier);
        if (target === undefined) missingFiles.push({ file, specifier });
        else queue.push(target);
      } else if (isAbsent(file, specifier)) imports.push({ file, specifier });
    }
  }
  return { imports, missingFiles };
};
