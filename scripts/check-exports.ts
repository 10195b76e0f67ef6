// Looks into packed packages: do the exports lead somewhere, is everything inside that should be and nothing else?
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Packed, run } from "./pack.ts";
import { root } from "./workspace-packages.ts";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();

const failureOf = (work: () => unknown): string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
};

/** Every compiled file has a map, and each map leads to sources that are in the package or in the map itself. */
const mapProblems = (extracted: string, files: readonly string[]): string[] =>
  files
    // The failure report's declarations are copied in; its sources belong to no package.
    .filter((file) => /^dist\/(?!failure-report\/).*(\.js|\.d\.ts)$/.test(file))
    .flatMap((file) => {
      const map = join(extracted, `${file}.map`);
      if (!existsSync(map)) return [`${file} has no source map`];
      const { sources, sourcesContent } = JSON.parse(readFileSync(map, "utf8"));
      return sources.flatMap((source: string, index: number) =>
        typeof sourcesContent?.[index] === "string" || existsSync(join(dirname(map), source))
          ? []
          : [`${file}.map names ${source}, which is neither inside it nor in the package`],
      );
    });

const foreignFiles = /(\.test\.ts|\.test-d\.ts|\/fixtures\/|tsup\.config|tsconfig|\.tsbuildinfo)/;

const contentProblems = (extracted: string, files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(extracted, file), "utf8");
    return [
      ...(foreignFiles.test(file) ? [`${file} does not belong into a package`] : []),
      ...(text.includes(root) ? [`${file} holds a path of this machine`] : []),
      ...(/^dist\/.*\.(js|d\.ts)$/.test(file) && /["']@pi-testkit\/(data-copy|failure-report)["']/.test(text)
        ? [`${file} imports a package of ours that is never published`]
        : []),
      // pi's own declarations bring Node's types along, so the compiler does not notice this.
      ...(/^dist\/.*\.d\.ts$/.test(file) && /\bNodeJS\./.test(text)
        ? [`${file} names NodeJS.*, which a user without @types/node does not have`]
        : []),
    ];
  });

/** What `npm pack` would put in; it must not differ from what `pnpm pack` did. */
const packerProblems = ({ path }: Packed, files: readonly string[]): string[] => {
  const listing: unknown = JSON.parse(run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], path));
  const [entry] = Object.values(listing as Record<string, { files: { path: string }[] }>);
  const others = new Set(entry?.files.map((file) => file.path));
  return [
    ...files.filter((file) => !others.has(file)).map((file) => `${file} is packed by pnpm, but not by npm`),
    ...[...others].filter((file) => !files.includes(file)).map((file) => `${file} is packed by npm, but not by pnpm`),
  ];
};

/** Problems of one packed package, each a line that names the package. */
export const checkExports = (packed: Packed): string[] => {
  const { extracted, manifest, tarball } = packed;
  const files = filesIn(extracted);
  return [
    ...["README.md", "LICENSE"].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...mapProblems(extracted, files),
    ...contentProblems(extracted, files),
    ...packerProblems(packed, files),
    ...failureOf(() => run("publint", [tarball, "--strict"], root)),
    ...failureOf(() => run("attw", [tarball, "--profile", "esm-only", "--no-emoji"], root)),
  ].map((problem) => `${manifest.name}: ${problem}`);
};
