// Where the extension of a folder is: the places pi looks in, in the order of how sure they are.
// The default import, since a Node without globSync must still get as far as being told that it is too old.
import fs, { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Manifest, readManifest } from "./package-tree.ts";

export interface FoundExtensions {
  /** Paths relative to the folder, with slashes; empty when nothing was found. */
  readonly paths: readonly string[];
  /** The places that were looked in, in words. */
  readonly places: readonly string[];
  /** What the manifest names and the disk does not have. */
  readonly missing: readonly string[];
}

interface Place {
  readonly title: string;
  look(folder: string, manifest: Manifest): string[];
}

const indexNames = ["index.ts", "index.js", "src/index.ts", "src/index.js", "extension.ts", "src/extension.ts"];

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** As pi discovers extensions in a folder: its files, and the index of each folder in it. */
const discoveredIn = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  const own = ["index.ts", "index.js"].map((name) => join(folder, name)).find(isFile);
  if (own) return [own];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (/\.(test|spec)\.[jt]s$|\.d\.ts$/.test(entry.name)) return [];
      if (isFile(path)) return /\.[jt]s$/.test(entry.name) ? [path] : [];
      return [readManifest(path)?.pi?.extensions ? path : join(path, "index.ts"), join(path, "index.js")]
        .filter((each) => existsSync(each))
        .slice(0, 1);
    });
};

const namedIn = ({ pi }: Manifest): string[] =>
  Array.isArray(pi?.extensions) ? pi.extensions.filter((entry) => typeof entry === "string") : [];

const isPattern = (entry: string): boolean => /[*?{[!+]/.test(entry) || entry.startsWith("-");

/** An entry is a file, a folder or a pattern; `!` and `-` take away what a pattern gave. */
const fromManifest = (folder: string, manifest: Manifest): string[] => {
  const entries = namedIn(manifest);
  const without = entries.filter((entry) => /^[!-]/.test(entry)).map((entry) => entry.slice(1));
  return entries
    .filter((entry) => !/^[!-]/.test(entry))
    .flatMap((entry) => {
      const path = join(folder, entry.replace(/^\+/, ""));
      if (isFile(path)) return [path];
      if (existsSync(path)) return discoveredIn(path);
      return fs.globSync(entry, { cwd: folder, exclude: without }).map((match) => join(folder, match));
    });
};

const places: readonly Place[] = [
  { title: '"pi.extensions" of package.json', look: fromManifest },
  { title: "extensions/", look: (folder) => discoveredIn(join(folder, "extensions")) },
  { title: ".pi/extensions/", look: (folder) => discoveredIn(join(folder, ".pi", "extensions")) },
  {
    title: indexNames.join(", "),
    look: (folder) =>
      indexNames
        .map((name) => join(folder, name))
        .filter(isFile)
        .slice(0, 1),
  },
];

/** The extensions of a folder. Never throws for what is missing; it is told. */
export const findExtensions = (folder: string): FoundExtensions => {
  const manifest = readManifest(folder) ?? {};
  const missing = namedIn(manifest).filter((entry) => !isPattern(entry) && !existsSync(join(folder, entry)));
  // A manifest that names what is not there must not be answered with some other file.
  const found = missing.length > 0 ? [] : places.map((place) => place.look(folder, manifest));
  const paths = found.find((each) => each.length > 0) ?? [];
  return {
    paths: paths.map((path) => relative(folder, path).replaceAll("\\", "/")),
    places: places.map(({ title }) => title),
    missing,
  };
};

/** What to call the extension: its file's name, or the project's where the file has a general one. */
export const extensionName = (path: string, folder: string): string => {
  const name = basename(path).replace(/(\.extension)?\.[jt]s$/, "");
  if (!["index", "extension"].includes(name)) return name;
  return basename((readManifest(folder)?.name ?? folder).replaceAll("\\", "/"));
};
