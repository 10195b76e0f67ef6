// Installs all packed packages in an empty project, with npm and with pnpm, and runs there what their READMEs show.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { x } from "tinyexec";
import { newest } from "../compat/releases.ts";
import { serveRegistry } from "./local-registry.ts";
import type { PackedPackages } from "./pack.ts";
import { packageManagers } from "./package-managers.ts";
import { root } from "./workspace-packages.ts";

/** The examples that READMEs show; they name the packages as a user does. */
const shown = ["full-session", "hook-test", "own-harness", "recorded-session", "spawns-pi", "survives-packing"];

/** The README tests of the packages, with what they take from the workspace by path taken by name, or copied along. */
const copyReadmeTests = (packed: PackedPackages, project: string): void => {
  for (const { folder, manifest } of packed.packages) {
    const source = join(root, "packages", folder, "src");
    const fixtures = join(source, "fixtures");
    const byName = (text: string) =>
      text
        .replaceAll(/"\.\.?\/index\.ts"/g, JSON.stringify(manifest.name))
        .replaceAll(/"\.\.\/\.\.\/([\w-]+)\/src\/fixtures\//g, '"../$1/fixtures/');
    const target = join(project, "readmes", folder);
    mkdirSync(join(target, "fixtures"), { recursive: true });
    for (const file of readdirSync(source).filter((name) => /^readme.*\.test\.ts$/.test(name)))
      writeFileSync(join(target, file), byName(readFileSync(join(source, file), "utf8")));
    for (const file of existsSync(fixtures) ? readdirSync(fixtures).filter((name) => /^[\w-]+\.ts$/.test(name)) : [])
      writeFileSync(join(target, "fixtures", file), byName(readFileSync(join(fixtures, file), "utf8")));
  }
};

const vitestConfig = `export default { test: { testTimeout: 120_000, isolate: false } };\n`;

const tryWith = async (manager: (typeof packageManagers)[number], packed: PackedPackages, registry: string) => {
  const project = mkdtempSync(join(tmpdir(), `readmes-${manager.name}-`));
  const take = async (line: string) => {
    const { stdout, stderr, exitCode } = await x(line, [], {
      nodeOptions: { cwd: project, shell: true, env: { CI: "1", NO_COLOR: "1", npm_config_yes: "true" } },
    });
    if (exitCode !== 0) throw new Error(`${line}\n${stdout}\n${stderr}`);
    return stdout;
  };
  try {
    for (const [path, text] of Object.entries(manager.files(registry))) writeFileSync(join(project, path), text);
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
    writeFileSync(join(project, "vitest.config.js"), vitestConfig);
    for (const story of shown)
      cpSync(join(root, "examples", story), join(project, "examples", story), { recursive: true });
    copyReadmeTests(packed, project);
    const pi = ["pi-coding-agent", "pi-ai", "pi-agent-core", "pi-tui"].map(
      (name) => `@earendil-works/${name}@${newest}`,
    );
    const ours = packed.packages.map(({ manifest }) => manifest.name);
    await take([manager.add, ...pi, ...ours, "vitest", "@xterm/headless", "typebox"].join(" "));
    const said = await take(`${manager.exec} vitest run`);
    console.log(`READMEs with ${manager.name}: ${said.match(/^ *Tests +(.*)$/m)?.[1]}`);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
};

/** Problems, each with what the package manager or the tests said. */
export const checkReadmes = async (packed: PackedPackages): Promise<string[]> => {
  using registry = await serveRegistry(packed);
  const problems: string[] = [];
  for (const manager of packageManagers.filter(({ name }) => name === "npm" || name === "pnpm")) {
    try {
      await tryWith(manager, packed, registry.url);
    } catch (error) {
      problems.push(`READMEs with ${manager.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return problems;
};
