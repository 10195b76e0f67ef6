// The same packages on every release of the matrix: what loads, and how each release's errors are told.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "./fixtures/package-folder.ts";
import { themeNamed } from "./fixtures/theme.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const piFolder = process.env.PI_FOLDER ?? "";
const pi = join(piFolder, "@earendil-works/pi-coding-agent");
const timeout = 120_000;

test("everything a package brings is listed", { timeout }, async () => {
  const folder = packageFolder(
    {
      "extensions/tool.ts": `import { Type } from "typebox";
export default (pi: any) => {
  pi.registerTool({ name: "wave", label: "Wave", description: "Waves.", parameters: Type.Object({}), execute: async () => ({ content: [], details: {} }) });
  pi.registerFlag("deep", { type: "boolean" });
  pi.registerShortcut("ctrl+y", { handler: () => {} });
  pi.on("session_start", () => {});
  pi.on("tool_call", () => undefined);
};
`,
      "extensions/more.js": `module.exports = async (pi) => {
  pi.registerCommand("hello", { handler: async () => {} });
  pi.on("session_start", () => {});
  pi.registerProvider("local", { baseUrl: "http://127.0.0.1:1", apiKey: "none", api: "openai-completions", models: [] });
};
`,
      "skills/deploy/SKILL.md": "---\nname: deploy\ndescription: Deploys.\n---\nDeploy it.\n",
      "prompts/review.md": "Review it.\n",
      "themes/night.json": themeNamed("night", piFolder),
    },
    { pi: undefined, keywords: ["pi-package"], peerDependencies: { typebox: "*" } },
  );
  const result = await verifySandboxInstall({
    packageDir: folder,
    pi,
    expect: { extensions: 2, skills: 1, prompts: 1, themes: 1, tools: ["wave"], commands: ["/hello"] },
  });
  expect(result.problems).toEqual([]);
  expect(result.loaded).toEqual({
    extensions: ["extensions/more.js", "extensions/tool.ts"],
    extensionErrors: [],
    warnings: [],
    tools: ["wave"],
    commands: ["hello"],
    flags: ["deep"],
    shortcuts: ["ctrl+y"],
    hooks: ["session_start", "tool_call"],
    handlers: { session_start: 2, tool_call: 1 },
    providers: ["local"],
    skills: ["deploy"],
    prompts: ["review"],
    themes: ["night"],
    loadMs: expect.any(Number),
  });
  expect(result.pi.version).toBe(JSON.parse(readFileSync(join(pi, "package.json"), "utf8")).version);
});

test("every kind of load error is told by its code", { timeout }, async () => {
  const folder = packageFolder(
    {
      "a-undeclared.ts": 'import yaml from "yaml";\nexport default () => yaml;\n',
      "b-host.ts":
        'import { fauxProvider } from "@earendil-works/pi-ai/providers/faux";\nexport default () => fauxProvider;\n',
      "c-gone.js": 'const gone = require("./gone.js");\nmodule.exports = () => gone;\n',
      "d-nothing.ts": "export const extension = () => {};\n",
      "e-syntax.ts": "export default function (pi { }\n",
      "f-throws.ts": 'export default () => { throw new Error("no key"); };\n',
    },
    { pi: { extensions: ["./*.ts", "./*.js"] } },
  );
  const { problems, loaded } = await verifySandboxInstall({ packageDir: folder, pi });
  expect(problems.map(({ code, file }) => `${file}: ${code}`).sort()).toEqual([
    "a-undeclared.ts: undeclared-dependency",
    "b-host.ts: unprovided-host-module",
    "c-gone.js: missing-file",
    "d-nothing.ts: no-default-export",
    "e-syntax.ts: unloadable-syntax",
    "f-throws.ts: load-error",
  ]);
  expect(loaded.extensions).toEqual([]);
  expect(loaded.extensionErrors.find(({ path }) => path === "f-throws.ts")).toEqual({
    path: "f-throws.ts",
    error: "Failed to load extension: no key",
  });
});

test("what a package does to the process is told", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts": `import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
export default async () => {
  appendFileSync(join(tmpdir(), "trace.log"), "loaded");
  createServer().listen(0);
};
`,
  });
  const { problems } = await verifySandboxInstall({ packageDir: folder, pi });
  expect(problems.map(({ code, file }) => `${file}: ${code}`)).toEqual([
    "index.ts: outside-write",
    "index.ts: keeps-running",
  ]);
  expect(problems[0]?.message).toContain("<temporary folder>/trace.log (from index.ts:6)");
  expect(problems[1]?.message).toContain("a listening server (opened at index.ts:7) stays open");
});
