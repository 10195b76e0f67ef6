// Problems that the package.json and the list of packed files show.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { describeValue } from "@pi-testkit/failure-report";
import { type CheckedPackage, packagePath } from "../checked-package.ts";
import { type ManifestFlaw, type PackageManifest, type ResourceKind, resourceKinds } from "../package-manifest.ts";
import type { Problem } from "../sandbox-result.ts";

/** A package.json that is not what pi or a package manager can read. */
export const manifestProblem = (flaws: readonly ManifestFlaw[], file = "package.json"): Problem[] => {
  if (flaws.length === 0) return [];
  const told = flaws.map(({ place, expected, received }) => `${place || "the file"} ${expected}, found ${received}`);
  const ofPi = flaws.every(({ place }) => place.startsWith("pi"));
  return [
    {
      code: "malformed-manifest",
      file,
      message: `${file} has the wrong shape: ${told.join("; ")}. ${
        ofPi ? "pi ignores such a part and says nothing, so what it lists is not there." : "It cannot be published."
      }`,
      fix: ofPi
        ? 'Write lists of paths: "pi": { "extensions": ["./dist/index.js"] }.'
        : `Write ${file} as npm and pi document it.`,
    },
  ];
};

const isOverride = (entry: string): boolean => /^[!+-]/.test(entry);
const isGlob = (entry: string): boolean => /[*?]/.test(entry);

const matches = (root: string, entry: string): string[] =>
  (isGlob(entry) ? globSync(entry, { cwd: root }) : [entry])
    .map((path) => resolve(root, path))
    .filter((path) => existsSync(path));

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** Paths of what pi found, or tried, of a kind. */
const foundOfKind = ({ report }: CheckedPackage, kind: ResourceKind): string[] => {
  const items =
    kind === "extensions" ? [...report.extensions, ...report.errors] : [...report[kind], ...report.warnings];
  return items.map(({ path }) => path);
};

const whyAbsent = ({ sourceDir, packageDir }: CheckedPackage, entry: string): readonly [string, string] => {
  const name = entry.replace(/^\.\//, "");
  const inSource = sourceDir !== undefined && !isGlob(entry) && existsSync(join(sourceDir, entry));
  const [nearby] = isGlob(entry) ? [] : globSync(`${name}.{ts,js,mts,mjs,cts,cjs}`, { cwd: packageDir });
  if (inSource) return ["is in the source but not in the tarball", `Add "${name}" to "files" in package.json.`];
  if (nearby) return ["does not exist", `Write the whole name: "./${nearby}".`];
  if (/(^|\/)node_modules\//.test(entry)) {
    return ["is not below the package: a package manager puts dependencies elsewhere", "Name a file of this package."];
  }
  return [isGlob(entry) ? "matches no file of the tarball" : "does not exist", "Correct it, or build before packing."];
};

const seen: Readonly<Record<ResourceKind, string>> = {
  extensions: "Its tools, commands and hooks do not exist for the user; pi says nothing.",
  skills: "The skill does not exist for the user; pi says nothing.",
  prompts: "The prompt does not exist for the user; pi says nothing.",
  themes: "The theme does not exist for the user; pi says nothing.",
};

const emptyKind: Readonly<Record<ResourceKind, string>> = {
  extensions: "holds no extension",
  skills: "holds no SKILL.md",
  prompts: "holds no Markdown file",
  themes: "holds no JSON file",
};

/** Entries of the `pi` manifest that lead to nothing. */
export const entryProblems = (checked: CheckedPackage): Problem[] =>
  resourceKinds.flatMap((kind) =>
    (checked.manifest.pi?.[kind] ?? []).flatMap((entry): Problem[] => {
      if (isOverride(entry)) return [];
      const code = kind === "extensions" ? "missing-entry" : "missing-resource";
      const file = entry.replace(/^\.\//, "");
      const paths = matches(checked.packageDir, entry);
      if (paths.length === 0) {
        const [why, fix] = whyAbsent(checked, entry);
        return [{ code, file, message: `"pi.${kind}" names "${entry}", which ${why}. ${seen[kind]}`, fix }];
      }
      const found = foundOfKind(checked, kind);
      if (checked.report.stage !== "loaded" || paths.some((path) => found.some((item) => isBelow(item, path))))
        return [];
      if (!paths.some((path) => statSync(path).isDirectory())) return [];
      return [
        {
          code,
          file,
          message: `"pi.${kind}" names "${entry}", which ${emptyKind[kind]}. ${seen[kind]}`,
          fix: `Name the files themselves in "pi.${kind}".`,
        },
      ];
    }),
  );

/** A package.json in a folder of extensions that pi cannot read: it goes on as if there were none. */
export const innerManifestProblems = ({ files, manifest, packageDir }: CheckedPackage): Problem[] => {
  const folders = (manifest.pi?.extensions ?? ["extensions"])
    .flatMap((entry) => matches(packageDir, entry))
    .map((path) => packagePath(packageDir, path));
  const inFolder = (file: string): boolean => folders.some((folder) => file.startsWith(`${folder}/`));
  return files
    .filter((file) => file.endsWith("/package.json") && !file.includes("node_modules/") && inFolder(file))
    .flatMap((file) => {
      try {
        JSON.parse(readFileSync(join(packageDir, file), "utf8").replace(/^\uFEFF/, ""));
        return [];
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return [
          {
            code: "malformed-manifest",
            file,
            message: `${file} must be JSON, found ${reason}. pi goes on as if it were not there.`,
            fix: `Write ${file} as JSON, or leave it out of the package.`,
          } satisfies Problem,
        ];
      }
    });
};

/** The keys of publishConfig that pnpm, and no other, copies over those of the package.json. */
const overridden = [
  "exports",
  "main",
  "module",
  "types",
  "typings",
  "type",
  "imports",
  "bin",
  "browser",
  "typesVersions",
];

/** What pnpm would pack differently from npm. */
export const packingProblems = ({ sourceManifest, packedBy }: CheckedPackage): Problem[] => {
  const own: Readonly<Record<string, unknown>> = { ...sourceManifest };
  const keys = overridden.filter((key) => {
    const value = sourceManifest.publishConfig?.[key];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(own[key]);
  });
  if (keys.length === 0) return [];
  const told = keys.map(
    (key) =>
      `npm ships "${key}" as ${describeValue(own[key])}, pnpm as ${describeValue(sourceManifest.publishConfig?.[key])}`,
  );
  return [
    {
      code: "exports-differ",
      file: "package.json",
      message: `"publishConfig" makes two packages of one: ${told.join("; ")}. Which one the user gets depends on who publishes; this check packed with ${packedBy}.`,
      fix: `Write what users need at the top of package.json and leave ${keys.map((key) => `"${key}"`).join(", ")} out of "publishConfig".`,
    },
  ];
};

/** Scripts that npm runs on the user's machine. */
export const installScriptProblems = ({ manifest, files }: CheckedPackage): Problem[] => {
  const names = ["preinstall", "install", "postinstall"].filter((name) => manifest.scripts?.[name] !== undefined);
  const told = names.map((name) => `"${name}": ${describeValue(manifest.scripts?.[name])}`);
  if (files.includes("binding.gyp") && names.length === 0)
    told.push('"install": "node-gyp rebuild", implied by binding.gyp');
  if (told.length === 0) return [];
  return [
    {
      code: "install-script",
      file: "package.json",
      message: `A script would have run on the user's machine at \`pi install\`: ${told.join(", ")}. The sandbox did not run it; users who turn scripts off miss what it does.`,
      fix: "Do that work before packing, or when the extension first needs it.",
    },
  ];
};

const declaresOthers = ({ pi }: PackageManifest): boolean => pi !== undefined && pi.extensions === undefined;

/** No extension, and no other problem that tells why. */
export const zeroExtensionsProblem = (checked: CheckedPackage): Problem[] => {
  const { manifest, report, files } = checked;
  if (report.extensions.length > 0) return [];
  const hasOthers = [report.skills, report.prompts, report.themes].some((found) => found.length > 0);
  const hasFolder = files.some((file) => file.startsWith("extensions/"));
  if (hasOthers && (declaresOthers(manifest) || (manifest.pi === undefined && !hasFolder))) return [];
  const why = manifest.pi
    ? manifest.pi.extensions
      ? `"pi.extensions" in package.json lists ${manifest.pi.extensions.length === 0 ? "none" : "only exclusions or files it then excludes"}`
      : 'the "pi" manifest in package.json has no "extensions"'
    : `package.json has no "pi" manifest, and the package ${hasFolder ? "has no extension in its extensions/ folder" : "has no extensions/ folder"}`;
  return [
    {
      code: "zero-extensions",
      file: "package.json",
      message: `pi loads no extension from this package and says nothing: ${why}. For the user no tool, command or hook of it exists.`,
      fix: 'Name the extensions in package.json: "pi": { "extensions": ["./dist/index.js"] }.',
    },
  ];
};
