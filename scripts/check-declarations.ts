// Type-checks packed declarations as a user's compiler sees them, against one release of pi and without skipLibCheck.
// pi's own declarations have errors of their own; only a diagnostic in a file of ours counts.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installRelease, piPackages, releaseFolder } from "../compat/releases.ts";
import type { Packed, PackedPackages } from "./pack.ts";
import { root } from "./workspace-packages.ts";

interface Consumer {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether the types of Node are there to be found. */
  readonly nodeTypes: boolean;
}

/** The two ends of what users have: a full set-up of Node, and a bare one without newer libs and Node's types. */
const consumers: readonly Consumer[] = [
  { name: "node", nodeTypes: true, options: { module: "NodeNext", lib: ["ES2023", "ESNext.Disposable"] } },
  {
    name: "bare",
    nodeTypes: false,
    options: { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022"], types: [] },
  },
];

const link = (target: string, path: string): void => {
  if (!existsSync(target) || existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
};

const isOurs = (name: string): boolean => name === "pi-testkit" || name.startsWith("@pi-testkit/");

/** Dependencies and peers that are neither ours nor pi's, as they are installed in the workspace. */
const linkOthers = ({ manifest, path }: Packed, modules: string): void => {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (isOurs(name) || name.startsWith("@earendil-works/")) continue;
    link(join(path, "node_modules", name), join(modules, name));
  }
};

const entriesOf = ({ manifest }: Packed): string[] =>
  Object.entries(manifest.exports)
    .filter(([, conditions]) => typeof conditions !== "string")
    .map(([key]) => (key === "." ? manifest.name : `${manifest.name}/${key.slice(2)}`));

const compile = (folder: string, consumer: Consumer): { diagnostics: string[]; crashed: string | undefined } => {
  const project = join(folder, `tsconfig.${consumer.name}.json`);
  const shared = {
    target: "ES2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
  };
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: { ...shared, ...consumer.options }, files: ["consumer.ts"] }),
  );
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", project, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  const diagnostics = run.stdout.split(/\r?\n/).filter((line) => /error TS\d+:/.test(line));
  return {
    diagnostics,
    crashed: run.status !== 0 && diagnostics.length === 0 ? `${run.stdout}${run.stderr}` : undefined,
  };
};

/** In a file of the packages, or in the importing file itself (an entry that cannot be found shows there). */
const concernsUs = (line: string): boolean =>
  /^(consumer\.ts|tsconfig\.|node_modules\/(@pi-testkit|pi-testkit)\/)/.test(line.replaceAll("\\", "/")) ||
  /^error TS/.test(line);

/** Problems of all packed packages with one release of pi, each a line that names release and consumer. */
export const checkDeclarations = ({ folder, packages }: PackedPackages, version: string): string[] => {
  installRelease(version);
  return consumers.flatMap((consumer) => {
    const project = mkdtempSync(join(folder, `consumer-${version}-`));
    try {
      const modules = join(project, "node_modules");
      for (const packed of packages) {
        // A copy, since a link would resolve pi from its target's place.
        cpSync(packed.extracted, join(modules, packed.manifest.name), { recursive: true });
        linkOthers(packed, modules);
      }
      for (const name of piPackages) {
        link(join(releaseFolder(version), "@earendil-works", name), join(modules, "@earendil-works", name));
      }
      if (consumer.nodeTypes) link(join(root, "node_modules", "@types", "node"), join(modules, "@types", "node"));
      const imports = packages
        .flatMap(entriesOf)
        .map((entry, index) => `export * as entry${index} from ${JSON.stringify(entry)};\n`);
      writeFileSync(join(project, "consumer.ts"), imports.join(""));
      const { diagnostics, crashed } = compile(project, consumer);
      if (crashed) return [`pi ${version}, ${consumer.name} consumer: the compiler failed: ${crashed}`];
      return diagnostics.filter(concernsUs).map((line) => `pi ${version}, ${consumer.name} consumer: ${line}`);
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  });
};
