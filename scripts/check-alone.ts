// Installs the packed fake of pi alone, as a project without pi does, and runs its README there as ESM and through require().
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Packed, run } from "./pack.ts";

const name = "@pi-testkit/fake-pi-runtime";
/** Everything an installation may bring: the package and the double it depends on. */
const allowed = ["fake-pi-runtime", "mock-ui"];

/** The examples expect what vitest's `expect` checks; a project that has only the fake does not have vitest. */
const expectation = `const assert = require("node:assert/strict");
const expect = (value) => ({
  toBe: (other) => assert.equal(value, other),
  toEqual: (other) => assert.deepEqual(value, other),
  toMatchObject: (other) => assert.partialDeepStrictEqual(value, other),
  toBeUndefined: () => assert.equal(value, undefined),
  toHaveLength: (length) => assert.equal(value.length, length),
});`;

/** The README's TypeScript blocks as one program; the second and third belong together. */
const programOf = (readme: string): string => {
  const [bare = "", ...loaded] = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  const part = (code: string) => `await (async () => {\n${code}})();`;
  return stripTypeScriptTypes(`${part(bare)}\n${part(loaded.slice(0, 2).join("\n"))}`);
};

const installed = (project: string): string[] =>
  readdirSync(join(project, "node_modules"))
    .filter((entry) => !entry.startsWith("."))
    .flatMap((entry) =>
      entry.startsWith("@") ? readdirSync(join(project, "node_modules", entry)).map((own) => `${entry}/${own}`) : entry,
    );

/** Problems, each a line that names the package. */
export const checkAlone = (packages: readonly Packed[]): string[] => {
  const needed = packages.filter(({ folder }) => allowed.includes(folder));
  const project = mkdtempSync(join(tmpdir(), "pi-testkit-alone-"));
  try {
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }));
    const tarballs = needed.map(({ tarball }) => tarball);
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", ...tarballs], project);
    const expected = allowed.map((folder) => `@pi-testkit/${folder}`);
    const strangers = installed(project).filter((entry) => !expected.includes(entry));
    const program = programOf(readFileSync(join(project, "node_modules", name, "README.md"), "utf8"));
    const required = `${expectation}\nconst { createFakePi } = require("${name}");\n(async () => {\n${program}\n})();`;
    const imported = `import { createRequire } from "node:module";\nimport { createFakePi } from "${name}";\nconst require = createRequire(import.meta.url);\n${expectation}\n${program}`;
    writeFileSync(join(project, "example.cjs"), required);
    writeFileSync(join(project, "example.mjs"), imported);
    for (const file of ["example.cjs", "example.mjs"]) run(process.execPath, [file], project);
    return strangers.map((entry) => `${name}: installing it alone brings ${entry}`);
  } catch (error) {
    return [`${name}: alone in a project, ${error instanceof Error ? error.message : error}`];
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
};
