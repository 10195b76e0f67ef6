// Packages whose manifest or file list is wrong: each is reported by its code, and nothing else is.
import { expect, test } from "vitest";
import { healthyExtension, packageFolder } from "../fixtures/package-folder.ts";
import { problemsOf, timeout } from "../fixtures/problems-of.ts";

test("no extension at all", { timeout }, async () => {
  expect(
    await problemsOf(packageFolder({ "lib/index.ts": healthyExtension() }, { pi: undefined })),
  ).toMatchInlineSnapshot(`
    [
      {
        "code": "zero-extensions",
        "file": "package.json",
        "fix": "Name the extensions in package.json: "pi": { "extensions": ["./dist/index.js"] }.",
        "message": "pi loads no extension from this package and says nothing: package.json has no "pi" manifest, and the package has no extensions/ folder. For the user no tool, command or hook of it exists.",
      },
    ]
  `);
});

test("a manifest that lists no extension", { timeout }, async () => {
  expect(
    await problemsOf(packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: [] } })),
  ).toMatchInlineSnapshot(`
    [
      {
        "code": "zero-extensions",
        "file": "package.json",
        "fix": "Name the extensions in package.json: "pi": { "extensions": ["./dist/index.js"] }.",
        "message": "pi loads no extension from this package and says nothing: "pi.extensions" in package.json lists none. For the user no tool, command or hook of it exists.",
      },
    ]
  `);
});

test("an entry that is not packed", { timeout }, async () => {
  const folder = packageFolder(
    { "dist/index.js": healthyExtension(), "src/index.ts": healthyExtension() },
    { type: "module", files: ["src"], pi: { extensions: ["./dist/index.js"] } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "missing-entry",
        "file": "dist/index.js",
        "fix": "Add "dist/index.js" to "files" in package.json.",
        "message": ""pi.extensions" names "./dist/index.js", which is in the source but not in the tarball. Its tools, commands and hooks do not exist for the user; pi says nothing.",
      },
    ]
  `);
});

test("an entry whose name is cut short", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: ["./index"] } });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "missing-entry",
        "file": "index",
        "fix": "Write the whole name: "./index.ts".",
        "message": ""pi.extensions" names "./index", which does not exist. Its tools, commands and hooks do not exist for the user; pi says nothing.",
      },
    ]
  `);
});

test("a glob that matches nothing beside an entry that loads", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension() },
    { pi: { extensions: ["./index.ts", "./more/*.ts"] } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "missing-entry",
        "file": "more/*.ts",
        "fix": "Correct it, or build before packing.",
        "message": ""pi.extensions" names "./more/*.ts", which matches no file of the tarball. Its tools, commands and hooks do not exist for the user; pi says nothing.",
      },
    ]
  `);
});

test("a manifest of the wrong shape", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: "./index.ts" } });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "malformed-manifest",
        "file": "package.json",
        "fix": "Write lists of paths: "pi": { "extensions": ["./dist/index.js"] }.",
        "message": "package.json has the wrong shape: pi.extensions must be array, found "./index.ts". pi ignores such a part and says nothing, so what it lists is not there.",
      },
    ]
  `);
});

test("a package.json that is no JSON", { timeout }, async () => {
  const folder = packageFolder({ "package.json": '{ "name": "fixture", }', "index.ts": healthyExtension() });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "malformed-manifest",
        "file": "package.json",
        "fix": "Write package.json as npm and pi document it.",
        "message": "package.json has the wrong shape: the file must be JSON, found Expected double-quoted property name in JSON at position 21 (line 1 column 22). It cannot be published.",
      },
    ]
  `);
});

test("an inner package.json that is no JSON", { timeout }, async () => {
  const folder = packageFolder(
    { "extensions/one/index.ts": healthyExtension(), "extensions/one/package.json": "{" },
    { pi: undefined },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "malformed-manifest",
        "file": "extensions/one/package.json",
        "fix": "Write extensions/one/package.json as JSON, or leave it out of the package.",
        "message": "extensions/one/package.json must be JSON, found Expected property name or '}' in JSON at position 1 (line 1 column 2). pi goes on as if it were not there.",
      },
    ]
  `);
});

test("a skill and a theme that are not there", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension(), "themes/readme.txt": "none yet" },
    { pi: { extensions: ["./index.ts"], skills: ["./skills/deploy"], themes: ["./themes"] } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "missing-resource",
        "file": "skills/deploy",
        "fix": "Correct it, or build before packing.",
        "message": ""pi.skills" names "./skills/deploy", which does not exist. The skill does not exist for the user; pi says nothing.",
      },
      {
        "code": "missing-resource",
        "file": "themes",
        "fix": "Name the files themselves in "pi.themes".",
        "message": ""pi.themes" names "./themes", which holds no JSON file. The theme does not exist for the user; pi says nothing.",
      },
    ]
  `);
});

test("an install script", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() }, { scripts: { postinstall: "node build.js" } });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "install-script",
        "file": "package.json",
        "fix": "Do that work before packing, or when the extension first needs it.",
        "message": "A script would have run on the user's machine at \`pi install\`: "postinstall": "node build.js". The sandbox did not run it; users who turn scripts off miss what it does.",
      },
    ]
  `);
});

test("exports that pnpm would replace", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension(), "lib.js": "" },
    { exports: "./index.ts", publishConfig: { access: "public", exports: "./lib.js" } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "exports-differ",
        "file": "package.json",
        "fix": "Write what users need at the top of package.json and leave "exports" out of "publishConfig".",
        "message": ""publishConfig" makes two packages of one: npm ships "exports" as "./index.ts", pnpm as "./lib.js". Which one the user gets depends on who publishes; this check packed with npm.",
      },
    ]
  `);
});
