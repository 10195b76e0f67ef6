// Packages that are right, in every form pi knows: nothing is complained about, and what they bring is listed.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, healthyExtension, packageFolder, writeFiles } from "./fixtures/package-folder.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const timeout = 120_000;

const outcomeOf = async (packageDir: string) => {
  const { problems, loaded } = await verifySandboxInstall({ packageDir });
  return { problems, extensions: loaded.extensions, commands: loaded.commands, warnings: loaded.warnings };
};

const healthy = (extensions: string[], commands: string[] = ["hello"]) => ({
  problems: [],
  extensions,
  commands,
  warnings: [],
});

describe("a healthy package", () => {
  test("written as ES modules", { timeout }, async () => {
    const folder = packageFolder(
      {
        "index.js":
          'import { name } from "./lib/name.js";\nexport default (pi) => pi.registerCommand(name, { handler() {} });\n',
        "lib/name.js": 'export const name = "hello";\n',
      },
      { type: "module", pi: { extensions: ["./index.js"] } },
    );
    expect(await outcomeOf(folder)).toEqual(healthy(["index.js"]));
  });

  test("written as CommonJS, with a bundled dependency", { timeout }, async () => {
    const folder = packageFolder(
      {
        "index.js":
          'const name = require("greeting");\nmodule.exports = (pi) => pi.registerCommand(name, { handler() {} });\n',
        "node_modules/greeting/package.json": { name: "greeting", version: "1.0.0" },
        "node_modules/greeting/index.js": 'module.exports = "hello";\n',
      },
      { pi: { extensions: ["./index.js"] }, dependencies: { greeting: "1.0.0" }, bundleDependencies: ["greeting"] },
    );
    expect(await outcomeOf(folder)).toEqual(healthy(["index.js"]));
  });

  test("written in TypeScript on pi's own packages", { timeout }, async () => {
    const folder = packageFolder(
      {
        "index.ts": `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { Options } from "type-fest";
enum Name { hello = "hello" }
export default (pi: ExtensionAPI, _: Options) => {
  pi.registerCommand(Name.hello, { handler: async () => {} });
  pi.registerTool({ name: "wave", label: "Wave", description: "Waves.", parameters: Type.Object({}), execute: async () => ({ content: [], details: {} }) });
};
`,
      },
      {
        peerDependencies: { "@earendil-works/pi-coding-agent": "*", typebox: "*" },
        devDependencies: { "type-fest": "^5.0.0" },
      },
    );
    expect(await outcomeOf(folder)).toEqual(healthy(["index.ts"]));
  });

  test("with a folder in its manifest", { timeout }, async () => {
    const folder = packageFolder(
      { "parts/one.ts": healthyExtension("one"), "parts/two/index.ts": healthyExtension("two") },
      { pi: { extensions: ["./parts"] } },
    );
    expect(await outcomeOf(folder)).toEqual(healthy(["parts/one.ts", "parts/two/index.ts"], ["one", "two"]));
  });

  test("with a glob in its manifest", { timeout }, async () => {
    const folder = packageFolder(
      { "parts/one.ts": healthyExtension("one"), "parts/two.ts": healthyExtension("two"), "parts/old.ts": "!" },
      { pi: { extensions: ["parts/*.ts", "!parts/old.ts"] } },
    );
    expect(await outcomeOf(folder)).toEqual(healthy(["parts/one.ts", "parts/two.ts"], ["one", "two"]));
  });

  test("without a manifest, found by its extensions folder", { timeout }, async () => {
    const folder = packageFolder({ "extensions/one.ts": healthyExtension() }, { pi: undefined });
    expect(await outcomeOf(folder)).toEqual(healthy(["extensions/one.ts"]));
  });

  test("without a manifest, found through main; it is told that npm users get nothing", { timeout }, async ({
    expect,
  }) => {
    const folder = packageFolder(
      { "lib/main.js": "module.exports = (pi) => pi.registerCommand('hello', { handler() {} });\n" },
      { pi: undefined, main: "./lib/main.js" },
    );
    expect(await outcomeOf(folder)).toEqual({
      ...healthy(["lib/main.js"]),
      warnings: [
        {
          path: "package.json",
          warning:
            'pi finds this extension through "main" only when the package is named by its path; installed from npm, nothing of it loads. Add "pi": { "extensions": ["./lib/main.js"] } to package.json.',
        },
      ],
    });
  });

  test("with a scope", { timeout }, async () => {
    const folder = packageFolder({ "index.ts": healthyExtension() }, { name: "@fixture/scoped" });
    const result = await verifySandboxInstall({ packageDir: folder });
    expect(result.problems).toEqual([]);
    expect(result.tarball).toEqual({
      name: "fixture-scoped-1.0.0.tgz",
      files: ["index.ts", "package.json"],
      size: expect.any(Number),
    });
  });

  test("that is a member of an npm workspace", { timeout }, async () => {
    const root = writeFiles(emptyFolder(), {
      "package.json": { name: "root", private: true, workspaces: ["packages/*"] },
      "package-lock.json": { name: "root", lockfileVersion: 3, packages: {} },
      "packages/member/package.json": { name: "member", version: "1.0.0", pi: { extensions: ["./index.ts"] } },
      "packages/member/index.ts": healthyExtension(),
    });
    expect(await outcomeOf(join(root, "packages/member"))).toEqual(healthy(["index.ts"]));
  });

  test("that brings no extension, but a skill", { timeout }, async () => {
    const skill = "---\nname: deploy\ndescription: Deploys.\n---\nDeploy it.\n";
    const folder = packageFolder({ "skills/deploy/SKILL.md": skill }, { pi: { skills: ["./skills"] } });
    const { problems, loaded } = await verifySandboxInstall({ packageDir: folder });
    expect({ problems, skills: loaded.skills }).toEqual({ problems: [], skills: ["deploy"] });
  });
});
