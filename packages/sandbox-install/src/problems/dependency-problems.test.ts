// Packages whose imports or dependencies are wrong: each is reported by its code, and nothing else is.
import { expect, test } from "vitest";
import { healthyExtension, packageFolder } from "../fixtures/package-folder.ts";
import { problemsOf, timeout } from "../fixtures/problems-of.ts";

test("an undeclared dependency that loading finds", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts": 'import { parse } from "./parse.ts";\nexport default () => parse("");\n',
    "parse.ts": 'import yaml from "yaml";\nexport const parse = (text: string) => yaml.parse(text);\n',
  });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "undeclared-dependency",
        "file": "parse.ts",
        "fix": "Add "yaml" to "dependencies".",
        "message": "parse.ts imports "yaml", which no dependency in package.json brings: pi's loader answers "Cannot find module 'yaml'" on the user's machine, or it works by the accident of another package that brings it.",
      },
    ]
  `);
});

test("an undeclared dependency that only the scan finds", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts": `import type { Options } from "type-fest";
export default (pi: { registerCommand(name: string, command: object): void }) => {
// not one of them: require("comment")
const hint = "import('a-string')";
pi.registerCommand("parse", { handler: async (options: Options) => [await import("yaml"), hint, options] });
pi.registerCommand("maybe", { handler: async () => { try { await import("sharp"); } catch { return import("canvas").catch(() => undefined); } } });
};
`,
  });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "undeclared-dependency",
        "file": "index.ts",
        "fix": "Add "yaml" to "dependencies".",
        "message": "index.ts imports "yaml", which no dependency in package.json brings: pi's loader answers "Cannot find module 'yaml'" on the user's machine, or it works by the accident of another package that brings it.",
      },
    ]
  `);
});

test("a dependency that only development has", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": 'import yaml from "yaml";\nexport default () => yaml.parse("");\n' },
    { devDependencies: { yaml: "^2.0.0" } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "dev-dependency",
        "file": "index.ts",
        "fix": "Move "yaml" to "dependencies", or bundle it.",
        "message": "index.ts imports "yaml", which only "devDependencies" has: pi's loader answers "Cannot find module 'yaml'" on the user's machine.",
      },
    ]
  `);
});

test("a dependency that is a peer", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": 'import yaml from "yaml";\nexport default () => yaml.parse("");\n' },
    { peerDependencies: { yaml: "^2.0.0" } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "peer-dependency",
        "file": "index.ts",
        "fix": "Move "yaml" to "dependencies".",
        "message": "index.ts imports "yaml", which only "peerDependencies" has. pi installs no peers: pi's loader answers "Cannot find module 'yaml'" on the user's machine.",
      },
    ]
  `);
});

test("a module of pi that pi keeps to itself", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts":
      'import { fauxProvider } from "@earendil-works/pi-ai/providers/faux";\nexport default () => fauxProvider();\n',
  });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "unprovided-host-module",
        "file": "index.ts",
        "fix": "Import it from the root of pi-ai, pi-agent-core, pi-coding-agent, pi-tui or typebox, or do without it.",
        "message": "index.ts imports "@earendil-works/pi-ai/providers/faux", which pi <version> does not hand to extensions: index.ts does not load.",
      },
    ]
  `);
});

test("a file that is not packed", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": 'import { x } from "./lib/x.ts";\nexport default () => x;\n', "lib/x.ts": "export const x = 1;\n" },
    { files: ["index.ts"] },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "missing-file",
        "file": "index.ts",
        "fix": "Add "lib/x.ts" to "files" in package.json.",
        "message": "index.ts imports "./lib/x.ts", which is in the source but not in the tarball: it fails on the user's machine.",
      },
    ]
  `);
});

test("a package that pi provides, among the dependencies", { timeout }, async () => {
  const folder = packageFolder(
    {
      "index.ts": healthyExtension(),
      "node_modules/typebox/package.json": { name: "typebox", version: "1.0.0", main: "index.js" },
      "node_modules/typebox/index.js": "",
    },
    { dependencies: { typebox: "1.0.0" }, bundleDependencies: ["typebox"] },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "bundled-host-package",
        "file": "package.json",
        "fix": "Move "typebox" to "peerDependencies" with the range "*".",
        "message": ""typebox" in "dependencies": pi provides it to extensions. The user gets a second copy, which may be another version with its own classes, themes and registries.",
      },
    ]
  `);
});

test("a second copy of a package that pi provides", { timeout }, async () => {
  const folder = packageFolder(
    {
      "index.ts": healthyExtension(),
      "node_modules/tui-kit/package.json": {
        name: "tui-kit",
        version: "1.0.0",
        dependencies: { "@earendil-works/pi-tui": "0.74.2" },
      },
      "node_modules/tui-kit/index.js": "",
      "node_modules/@earendil-works/pi-tui/package.json": { name: "@earendil-works/pi-tui", version: "0.74.2" },
    },
    { dependencies: { "tui-kit": "1.0.0" }, bundleDependencies: ["tui-kit"] },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "second-host-copy",
        "file": "node_modules/fixture/node_modules/@earendil-works/pi-tui",
        "fix": "Ask for @earendil-works/pi-tui as a peer in tui-kit, or do without it.",
        "message": "A second copy of @earendil-works/pi-tui (0.74.2) is installed by tui-kit. It has classes, themes and registries of its own: what one copy sets up, the other does not see.",
      },
    ]
  `);
});

test("pi among the dependencies, with what it brings: one problem", { timeout }, async () => {
  const folder = packageFolder(
    {
      "index.ts": healthyExtension(),
      "node_modules/@earendil-works/pi-ai/package.json": {
        name: "@earendil-works/pi-ai",
        version: "1.0.0",
        dependencies: { "@earendil-works/pi-inner": "1.0.0", typebox: "1.0.0" },
      },
      "node_modules/@earendil-works/pi-inner/package.json": {
        name: "@earendil-works/pi-inner",
        version: "1.0.0",
        dependencies: { typebox: "1.0.0" },
      },
      "node_modules/typebox/package.json": { name: "typebox", version: "1.0.0" },
    },
    { dependencies: { "@earendil-works/pi-ai": "1.0.0" }, bundleDependencies: ["@earendil-works/pi-ai"] },
  );
  expect((await problemsOf(folder)).map(({ code }) => code)).toEqual(["bundled-host-package"]);
});

test("a peer range that excludes this pi", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension() },
    { peerDependencies: { "@earendil-works/pi-coding-agent": "^0.70.0", typebox: "*" } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "peer-range",
        "file": "package.json",
        "fix": "Widen the range; pi documents "*".",
        "message": ""peerDependencies" exclude pi <version>: "@earendil-works/pi-coding-agent": "^0.70.0" excludes <version>. npm refuses the package or installs a second pi beside it, unless told to ignore peers.",
      },
    ]
  `);
});
