// What `init` writes, and that it passes: the written files are run by vitest and by `node --test`, as they are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { x } from "tinyexec";
import { expect, test } from "vitest";
import { kitLinks, projectFolder, runIn } from "../fixtures/project-folder.ts";

const extension = `export default (pi) => pi.on("tool_call", async (event, ctx) => {
  if (!(await ctx.ui.confirm("Run?", event.input.command))) return { block: true, reason: "no" };
});
`;
const module = { type: "module" };

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");
const sourceOfTheKit = "--conditions=pi-testkit-source";

test("the test for vitest passes as it is written", { timeout: 180_000 }, async () => {
  // The kit's source, which is there before anything is built, loaded by Node as the kit itself would be.
  const conditions = `resolve: { conditions: ["pi-testkit-source"] }`;
  const config = `export default { ${conditions}, ssr: { ${conditions} }, test: { server: { deps: { external: [/packages/] } } } };`;
  const folder = projectFolder(
    { "package.json": { name: "@me/asks", ...module }, "index.ts": extension, "vitest.config.js": config },
    kitLinks,
  );
  expect(runIn(folder, ["init"])).toEqual({
    code: 0,
    err: "",
    out: "Wrote test/asks.test.ts, a first test of index.ts.\nRun it:\n  npx vitest run test/asks.test.ts\n",
  });
  expect(read(folder, "test/asks.test.ts")).toMatchInlineSnapshot(`
    "// The extension in a session of real pi; only the model, bash and the user are doubles.
    import { calls, says, when } from "pi-testkit";
    import { createTestSession } from "pi-testkit/vitest";
    import { expect, it } from "vitest";

    it("loads, and the model works with it", async () => {
      const session = await createTestSession({
        extensions: ["index.ts"],
        // No command runs for real: this is what bash answers instead.
        mockTools: { bash: ({ command }) => \`ran \${command}\` },
        // What the user answers, when the extension asks.
        mockUI: { confirm: true },
      });
      await session.run(
        when("list the files", [calls("bash", { command: "ls" }), says("There is nothing.")]),
      );

      // \`console.log(session.events.tree())\` shows the whole run.
      expect(session.events.toolSequence()).toEqual(["bash"]);
      expect(session.events.errors).toEqual([]);
    });
    "
  `);
  const vitest = join(kitLinks.vitest ?? "", "vitest.mjs");
  const env = { NO_COLOR: "1", NODE_OPTIONS: sourceOfTheKit };
  const { stdout, exitCode } = await x("node", [vitest, "run", "test/asks.test.ts"], {
    nodeOptions: { cwd: folder, env },
  });
  expect({ passed: stdout.match(/Tests +(.*)/)?.[1], exitCode }).toEqual({
    passed: "1 passed (1)",
    exitCode: 0,
  });
});

test("the test for node --test passes as it is written, also where package.json does not say module", {
  timeout: 180_000,
}, async () => {
  const folder = projectFolder(
    { "package.json": { pi: { extensions: ["./src/asks.ts"] } }, "src/asks.ts": extension },
    kitLinks,
  );
  expect(runIn(folder, ["init", "--runner", "node"])).toEqual({
    code: 0,
    err: "",
    out: "Wrote test/asks.test.mts, a first test of src/asks.ts.\nRun it:\n  node --test test/asks.test.mts\n",
  });
  expect(read(folder, "test/asks.test.mts")).toMatchInlineSnapshot(`
    "// The extension in a session of real pi; only the model, bash and the user are doubles.
    import assert from "node:assert/strict";
    import { test } from "node:test";
    import { calls, createTestSession, says, when } from "pi-testkit";

    test("loads, and the model works with it", async (t) => {
      const session = await createTestSession({
        extensions: ["src/asks.ts"],
        // No command runs for real: this is what bash answers instead.
        mockTools: { bash: ({ command }) => \`ran \${command}\` },
        // What the user answers, when the extension asks.
        mockUI: { confirm: true },
      });
      t.after(() => session.dispose());
      await session.run(
        when("list the files", [calls("bash", { command: "ls" }), says("There is nothing.")]),
      );

      // \`console.log(session.events.tree())\` shows the whole run.
      assert.deepEqual(session.events.toolSequence(), ["bash"]);
      assert.deepEqual(session.events.errors, []);
    });
    "
  `);
  const { stdout, exitCode } = await x(
    "node",
    [sourceOfTheKit, "--test", "--test-reporter=tap", "test/asks.test.mts"],
    { nodeOptions: { cwd: folder } },
  );
  expect({ passed: stdout.match(/^# pass (\d+)$/m)?.[1], exitCode }).toEqual({ passed: "1", exitCode: 0 });
});

test("what is missing is told, and the runner is node where there is no vitest", () => {
  const folder = projectFolder({ "package.json": { name: "asks", ...module }, "index.js": extension });
  expect(runIn(folder, ["init"])).toEqual({
    code: 0,
    err: "",
    out: `Wrote test/asks.test.js, a first test of index.js.
Install what it needs:
  npm install --save-dev pi-testkit @earendil-works/pi-coding-agent @earendil-works/pi-ai @earendil-works/pi-agent-core @earendil-works/pi-tui
Run it:
  node --test test/asks.test.js
`,
  });
});

test("no file is ever overwritten", () => {
  const folder = projectFolder({ "package.json": module, "gate.extension.ts": "", "index.ts": "", "tests/a.ts": "" });
  runIn(folder, ["init"]);
  const file = `tests/${folder.split(/[/\\]/).at(-1)}.test.ts`;
  const before = read(folder, file);
  expect(runIn(folder, ["init", "--runner", "vitest"])).toEqual({
    code: 1,
    err: "",
    out: `${file} is there already; nothing was written.\n  What to do: move it away, or run it with npx vitest run ${file}\n`,
  });
  expect(read(folder, file)).toBe(before);
});

test.each([
  [
    "the manifest",
    { "package.json": { pi: { extensions: ["./a.ts", "./b"] } }, "a.ts": "", "b/index.ts": "", "index.ts": "" },
    "a.ts, b/index.ts",
  ],
  [
    "a pattern of the manifest",
    {
      "package.json": { pi: { extensions: ["extensions/*.ts", "!extensions/old.ts"] } },
      "extensions/new.ts": "",
      "extensions/old.ts": "",
    },
    "extensions/new.ts",
  ],
  [
    "the folder that packages have",
    { "extensions/a.ts": "", "extensions/b/index.js": "", "extensions/a.test.ts": "", ".pi/extensions/c.ts": "" },
    "extensions/a.ts, extensions/b/index.js",
  ],
  ["the project's folder", { ".pi/extensions/c.ts": "", "index.ts": "" }, ".pi/extensions/c.ts"],
  ["a file by its name", { "src/index.ts": "", "README.md": "" }, "src/index.ts"],
])("finds an extension by %s", (_, files, found) => {
  const { out } = runIn(projectFolder(files), ["init"]);
  expect(out.split("\n")[0]).toMatch(
    new RegExp(`^Wrote test/\\S+, a first test of ${found.replaceAll(".", "\\.")}\\.$`),
  );
});

test("no extension: where was looked, and nothing is written", () => {
  expect(runIn(projectFolder({ "README.md": "" }), ["init"])).toEqual({
    code: 1,
    err: "",
    out: `No extension was found in <folder>. Looked for, in this order: "pi.extensions" of package.json; extensions/; .pi/extensions/; index.ts, index.js, src/index.ts, src/index.js, extension.ts, src/extension.ts.
  What to do: go to the extension's folder, or name its file in "pi.extensions" of package.json.
`,
  });
});

test("a manifest that names what is not there is not answered with another file", () => {
  const files = { "package.json": { pi: { extensions: ["./dist/index.js"] } }, "index.ts": "" };
  expect(runIn(projectFolder(files), ["init"])).toEqual({
    code: 1,
    err: "",
    out: `package.json names ./dist/index.js in "pi.extensions", which is not there.\n  What to do: build it, or mend the path.\n`,
  });
});
