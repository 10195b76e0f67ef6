// The composed check: what was packed and installed is loaded in the sandbox, and then played with in this process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { calls, says, verifySandboxInstall, when } from "./index.ts";

const packageDir = mkdtempSync(join(tmpdir(), "smoke-"));
afterAll(() => rmSync(packageDir, { recursive: true }));
mkdirSync(join(packageDir, "src"));
writeFileSync(
  join(packageDir, "package.json"),
  JSON.stringify({
    name: "greeter",
    version: "1.0.0",
    type: "module",
    files: ["src"],
    pi: { extensions: ["./src/index.js"] },
  }),
);
writeFileSync(
  join(packageDir, "src/index.js"),
  `export default (pi) => pi.registerTool({
  name: "greet", label: "Greet", description: "Greets",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  execute: async (id, { name }) => ({ content: [{ type: "text", text: "Hello " + name }], details: {} }),
});`,
);

it("runs a scripted session of what was installed", { timeout: 120_000 }, async () => {
  const result = await verifySandboxInstall({
    packageDir,
    expect: { extensions: 1, tools: ["greet"] },
    smoke: {
      mockTools: { bash: "ok" },
      script: [when("greet", [calls("greet", { name: "Ada" }), calls("bash", { command: "ls" }), says("Done.")])],
    },
  });
  expect(result.problems).toEqual([]);
  expect(result.loaded.tools).toEqual(["greet"]);
  expect(result.smoke?.events.toolResults).toMatchObject([
    { toolName: "greet", text: "Hello Ada", mocked: false },
    { toolName: "bash", text: "ok", mocked: true },
  ]);
});

it("throws what the smoke test throws", { timeout: 120_000 }, async () => {
  const script = [when("greet", [calls("greet", { name: "Ada" })])];
  await expect(verifySandboxInstall({ packageDir, smoke: { script } })).rejects.toMatchObject({ code: "exhausted" });
});
