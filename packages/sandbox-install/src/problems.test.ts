// One package for each problem: it is reported, by its code, and nothing else is.
import { describe, test } from "vitest";
import { healthyExtension, packageFolder } from "./fixtures/package-folder.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const problemsOf = async (packageDir: string) => {
  const { problems, pi } = await verifySandboxInstall({ packageDir });
  return problems.map((problem) => ({ ...problem, message: problem.message.replaceAll(pi.version, "<version>") }));
};
const timeout = 120_000;

describe.concurrent("the manifest", () => {
  test("no extension at all", { timeout }, async ({ expect }) => {
    expect(
      await problemsOf(packageFolder({ "lib/index.ts": healthyExtension() }, { pi: undefined })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": "zeroExtensions",
          "file": "package.json",
          "fix": "Name the extensions in package.json: "pi": { "extensions": ["./dist/index.js"] }.",
          "message": "pi loads no extension from this package and says nothing: package.json has no "pi" manifest, and the package has no extensions/ folder. For the user no tool, command or hook of it exists.",
        },
      ]
    `);
  });

  test("a manifest that lists no extension", { timeout }, async ({ expect }) => {
    expect(
      await problemsOf(packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: [] } })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": "zeroExtensions",
          "file": "package.json",
          "fix": "Name the extensions in package.json: "pi": { "extensions": ["./dist/index.js"] }.",
          "message": "pi loads no extension from this package and says nothing: "pi.extensions" in package.json lists none. For the user no tool, command or hook of it exists.",
        },
      ]
    `);
  });

  test("an entry that is not packed", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "dist/index.js": healthyExtension(), "src/index.ts": healthyExtension() },
      { type: "module", files: ["src"], pi: { extensions: ["./dist/index.js"] } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "missingEntry",
          "file": "dist/index.js",
          "fix": "Add "dist/index.js" to "files" in package.json.",
          "message": ""pi.extensions" names "./dist/index.js", which is in the source but not in the tarball. Its tools, commands and hooks do not exist for the user; pi says nothing.",
        },
      ]
    `);
  });

  test("an entry whose name is cut short", { timeout }, async ({ expect }) => {
    const folder = packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: ["./index"] } });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "missingEntry",
          "file": "index",
          "fix": "Write the whole name: "./index.ts".",
          "message": ""pi.extensions" names "./index", which does not exist. Its tools, commands and hooks do not exist for the user; pi says nothing.",
        },
      ]
    `);
  });

  test("a glob that matches nothing beside an entry that loads", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": healthyExtension() },
      { pi: { extensions: ["./index.ts", "./more/*.ts"] } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "missingEntry",
          "file": "more/*.ts",
          "fix": "Correct it, or build before packing.",
          "message": ""pi.extensions" names "./more/*.ts", which matches no file of the tarball. Its tools, commands and hooks do not exist for the user; pi says nothing.",
        },
      ]
    `);
  });

  test("a manifest of the wrong shape", { timeout }, async ({ expect }) => {
    const folder = packageFolder({ "index.ts": healthyExtension() }, { pi: { extensions: "./index.ts" } });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "malformedManifest",
          "file": "package.json",
          "fix": "Write lists of paths: "pi": { "extensions": ["./dist/index.js"] }.",
          "message": "package.json has the wrong shape: pi.extensions must be array, found "./index.ts". pi ignores such a part and says nothing, so what it lists is not there.",
        },
      ]
    `);
  });

  test("a package.json that is no JSON", { timeout }, async ({ expect }) => {
    const folder = packageFolder({ "package.json": '{ "name": "fixture", }', "index.ts": healthyExtension() });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "malformedManifest",
          "file": "package.json",
          "fix": "Write package.json as npm and pi document it.",
          "message": "package.json has the wrong shape: the file must be JSON, found Expected double-quoted property name in JSON at position 21 (line 1 column 22). It cannot be published.",
        },
      ]
    `);
  });

  test("an inner package.json that is no JSON", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "extensions/one/index.ts": healthyExtension(), "extensions/one/package.json": "{" },
      { pi: undefined },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "malformedManifest",
          "file": "extensions/one/package.json",
          "fix": "Write extensions/one/package.json as JSON, or leave it out of the package.",
          "message": "extensions/one/package.json must be JSON, found Expected property name or '}' in JSON at position 1 (line 1 column 2). pi goes on as if it were not there.",
        },
      ]
    `);
  });

  test("a skill and a theme that are not there", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": healthyExtension(), "themes/readme.txt": "none yet" },
      { pi: { extensions: ["./index.ts"], skills: ["./skills/deploy"], themes: ["./themes"] } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "missingResource",
          "file": "skills/deploy",
          "fix": "Correct it, or build before packing.",
          "message": ""pi.skills" names "./skills/deploy", which does not exist. The skill does not exist for the user; pi says nothing.",
        },
        {
          "code": "missingResource",
          "file": "themes",
          "fix": "Name the files themselves in "pi.themes".",
          "message": ""pi.themes" names "./themes", which holds no JSON file. The theme does not exist for the user; pi says nothing.",
        },
      ]
    `);
  });

  test("an install script", { timeout }, async ({ expect }) => {
    const folder = packageFolder({ "index.ts": healthyExtension() }, { scripts: { postinstall: "node build.js" } });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "installScript",
          "file": "package.json",
          "fix": "Do that work before packing, or when the extension first needs it.",
          "message": "A script would have run on the user's machine at \`pi install\`: "postinstall": "node build.js". The sandbox did not run it; users who turn scripts off miss what it does.",
        },
      ]
    `);
  });

  test("exports that pnpm would replace", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": healthyExtension(), "lib.js": "" },
      { exports: "./index.ts", publishConfig: { access: "public", exports: "./lib.js" } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "exportsDiffer",
          "file": "package.json",
          "fix": "Write what users need at the top of package.json and leave "exports" out of "publishConfig".",
          "message": ""publishConfig" makes two packages of one: npm ships "exports" as "./index.ts", pnpm as "./lib.js". Which one the user gets depends on who publishes; this check packed with npm.",
        },
      ]
    `);
  });
});

describe.concurrent("imports and dependencies", () => {
  test("an undeclared dependency that loading finds", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts": 'import { parse } from "./parse.ts";\nexport default () => parse("");\n',
      "parse.ts": 'import yaml from "yaml";\nexport const parse = (text: string) => yaml.parse(text);\n',
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "undeclaredDependency",
          "file": "parse.ts",
          "fix": "Add "yaml" to "dependencies".",
          "message": "parse.ts imports "yaml", which no dependency in package.json brings: pi's loader answers "Cannot find module 'yaml'" on the user's machine, or it works by the accident of another package that brings it.",
        },
      ]
    `);
  });

  test("an undeclared dependency that only the scan finds", { timeout }, async ({ expect }) => {
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
          "code": "undeclaredDependency",
          "file": "index.ts",
          "fix": "Add "yaml" to "dependencies".",
          "message": "index.ts imports "yaml", which no dependency in package.json brings: pi's loader answers "Cannot find module 'yaml'" on the user's machine, or it works by the accident of another package that brings it.",
        },
      ]
    `);
  });

  test("a dependency that only development has", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": 'import yaml from "yaml";\nexport default () => yaml.parse("");\n' },
      { devDependencies: { yaml: "^2.0.0" } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "devDependency",
          "file": "index.ts",
          "fix": "Move "yaml" to "dependencies", or bundle it.",
          "message": "index.ts imports "yaml", which only "devDependencies" has: pi's loader answers "Cannot find module 'yaml'" on the user's machine.",
        },
      ]
    `);
  });

  test("a dependency that is a peer", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": 'import yaml from "yaml";\nexport default () => yaml.parse("");\n' },
      { peerDependencies: { yaml: "^2.0.0" } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "peerDependency",
          "file": "index.ts",
          "fix": "Move "yaml" to "dependencies".",
          "message": "index.ts imports "yaml", which only "peerDependencies" has. pi installs no peers: pi's loader answers "Cannot find module 'yaml'" on the user's machine.",
        },
      ]
    `);
  });

  test("a module of pi that pi keeps to itself", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts":
        'import { fauxProvider } from "@earendil-works/pi-ai/providers/faux";\nexport default () => fauxProvider();\n',
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "unprovidedHostModule",
          "file": "index.ts",
          "fix": "Import it from the root of pi-ai, pi-agent-core, pi-coding-agent, pi-tui or typebox, or do without it.",
          "message": "index.ts imports "@earendil-works/pi-ai/providers/faux", which pi <version> does not hand to extensions: index.ts does not load.",
        },
      ]
    `);
  });

  test("a file that is not packed", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": 'import { x } from "./lib/x.ts";\nexport default () => x;\n', "lib/x.ts": "export const x = 1;\n" },
      { files: ["index.ts"] },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "missingFile",
          "file": "index.ts",
          "fix": "Add "lib/x.ts" to "files" in package.json.",
          "message": "index.ts imports "./lib/x.ts", which is in the source but not in the tarball: it fails on the user's machine.",
        },
      ]
    `);
  });

  test("a package that pi provides, among the dependencies", { timeout }, async ({ expect }) => {
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
          "code": "bundledHostPackage",
          "file": "package.json",
          "fix": "Move "typebox" to "peerDependencies" with the range "*".",
          "message": ""typebox" in "dependencies": pi provides it to extensions. The user gets a second copy, which may be another version with its own classes, themes and registries.",
        },
      ]
    `);
  });

  test("a second copy of a package that pi provides", { timeout }, async ({ expect }) => {
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
          "code": "secondHostCopy",
          "file": "node_modules/fixture/node_modules/@earendil-works/pi-tui",
          "fix": "Ask for @earendil-works/pi-tui as a peer in tui-kit, or do without it.",
          "message": "A second copy of @earendil-works/pi-tui (0.74.2) is installed by tui-kit. It has classes, themes and registries of its own: what one copy sets up, the other does not see.",
        },
      ]
    `);
  });

  test("pi among the dependencies, with what it brings: one problem", { timeout }, async ({ expect }) => {
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
    expect((await problemsOf(folder)).map(({ code }) => code)).toEqual(["bundledHostPackage"]);
  });

  test("a peer range that excludes this pi", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": healthyExtension() },
      { peerDependencies: { "@earendil-works/pi-coding-agent": "^0.70.0", typebox: "*" } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "peerRange",
          "file": "package.json",
          "fix": "Widen the range; pi documents "*".",
          "message": ""peerDependencies" exclude pi <version>: "@earendil-works/pi-coding-agent": "^0.70.0" excludes <version>. npm refuses the package or installs a second pi beside it, unless told to ignore peers.",
        },
      ]
    `);
  });
});

describe.concurrent("loading", () => {
  test("no function as default export", { timeout }, async ({ expect }) => {
    expect(
      await problemsOf(packageFolder({ "index.ts": "export const extension = () => {};\n" })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": "noDefaultExport",
          "file": "index.ts",
          "fix": "Write \`export default function (pi) { … }\`; in CommonJS \`module.exports = function (pi) { … }\`.",
          "message": "index.ts exports no function as default, so pi refuses to start: "Extension does not export a valid factory function".",
        },
      ]
    `);
  });

  test("syntax that pi's loader cannot run", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts": 'import { view } from "./view.tsx";\nexport default () => view;\n',
      "view.tsx": "export const view = <box />;\n",
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "unloadableSyntax",
          "file": "view.tsx",
          "fix": "Correct it, or compile it to plain JavaScript before packing.",
          "message": "view.tsx has syntax that pi's loader cannot run, so pi refuses to start: ParseError: Unexpected token, expected "," view.tsx:1:25",
        },
      ]
    `);
  });

  test("an extension that throws", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts": 'export default () => { if (!process.env.API_KEY) throw new Error("API_KEY is not set"); };\n',
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "loadError",
          "file": "index.ts",
          "fix": "Load without failing on a machine without keys, settings or network, and report what is missing later.",
          "message": "index.ts does not load, so pi refuses to start: API_KEY is not set",
        },
      ]
    `);
  });

  test("a command that is registered twice", { timeout }, async ({ expect }) => {
    const folder = packageFolder(
      { "index.ts": healthyExtension(), "index.js": healthyExtension() },
      { pi: { extensions: ["./index.ts", "./index.js"] } },
    );
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "suffixedCommand",
          "file": "package.json",
          "fix": "Name each extension once in "pi.extensions" (not its source and its build), or rename the command.",
          "message": "Extensions of this package register the same command, so the user has to type /hello:1, /hello:2; the bare name goes to the model as text.",
        },
      ]
    `);
  });

  test("a flag that two extensions register", { timeout }, async ({ expect }) => {
    const flag = 'export default (pi) => { pi.registerFlag("deep", { type: "boolean" }); };\n';
    const folder = packageFolder({ "one.ts": flag, "two.ts": flag }, { pi: { extensions: ["./one.ts", "./two.ts"] } });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "nameConflict",
          "file": "package.json",
          "fix": "Name each extension once in "pi.extensions", or rename one of the two.",
          "message": "one.ts and two.ts both register the flag "deep", so pi refuses to start.",
        },
      ]
    `);
  });

  test("a file written while loading", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts": `import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
export default () => {
  writeFileSync(new URL("./own.txt", import.meta.url), "");
  writeFileSync(join(homedir(), ".fixture.json"), "{}");
};
`,
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "outsideWrite",
          "file": "index.ts",
          "fix": "Write when the extension is first used, below pi's agent folder.",
          "message": "While loading it writes outside its own folder: ~/.fixture.json (from index.ts:6). Every start of pi does so, even where the extension is never used. (Found as far as node:fs and the sandbox's folders show it.)",
        },
      ]
    `);
  });

  test("a process that does not end", { timeout }, async ({ expect }) => {
    const folder = packageFolder({
      "index.ts": `export default (pi) => {
  const closed = setInterval(() => {}, 1000);
  pi.on("session_shutdown", () => clearInterval(closed));
  setInterval(() => {}, 1000);
};
`,
    });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "keepsRunning",
          "file": "index.ts",
          "fix": "Open it in \`session_start\`, close it in \`session_shutdown\`, and \`unref()\` what may stay behind.",
          "message": "The process does not end after the package was loaded and told to shut down: a timer (opened at index.ts:4) stays open. \`pi -p\` prints its answer and hangs.",
        },
      ]
    `);
  });

  test("a process that an extension ends", { timeout }, async ({ expect }) => {
    expect(
      await problemsOf(packageFolder({ "index.ts": "export default () => process.exit(3);\n" })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": "processDied",
          "file": "index.ts",
          "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
          "message": "While the package loads, an extension ends pi's process (exit code 3) (at index.ts:1). The user cannot start pi <version> with it.",
        },
      ]
    `);
  });

  test("an extension that waits for ever", { timeout }, async ({ expect }) => {
    expect(
      await problemsOf(packageFolder({ "index.ts": "export default () => new Promise(() => {});\n" })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": "processDied",
          "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
          "message": "While the package loads, an extension waits for something that never happens, and pi's process ends. The user cannot start pi <version> with it.",
        },
      ]
    `);
  });

  test("a rejection nobody handles", { timeout }, async ({ expect }) => {
    const folder = packageFolder({ "index.ts": 'export default () => { Promise.reject(new Error("no socket")); };\n' });
    expect(await problemsOf(folder)).toMatchInlineSnapshot(`
      [
        {
          "code": "processDied",
          "file": "index.ts",
          "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
          "message": "While the package loads, pi's process dies: Error: no socket (at index.ts:1). The user cannot start pi <version> with it.",
        },
      ]
    `);
  });
});
