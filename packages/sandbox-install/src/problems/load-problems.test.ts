// Packages that go wrong when pi loads them: each is reported by its code, and nothing else is.
import { expect, test } from "vitest";
import { healthyExtension, packageFolder } from "../fixtures/package-folder.ts";
import { problemsOf, timeout } from "../fixtures/problems-of.ts";

test("no function as default export", { timeout }, async () => {
  expect(
    await problemsOf(packageFolder({ "index.ts": "export const extension = () => {};\n" })),
  ).toMatchInlineSnapshot(`
    [
      {
        "code": "no-default-export",
        "file": "index.ts",
        "fix": "Write \`export default function (pi) { … }\`; in CommonJS \`module.exports = function (pi) { … }\`.",
        "message": "index.ts exports no function as default, so pi refuses to start: "Extension does not export a valid factory function".",
      },
    ]
  `);
});

test("syntax that pi's loader cannot run", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts": 'import { view } from "./view.tsx";\nexport default () => view;\n',
    "view.tsx": "export const view = <box />;\n",
  });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "unloadable-syntax",
        "file": "view.tsx",
        "fix": "Correct it, or compile it to plain JavaScript before packing.",
        "message": "view.tsx has syntax that pi's loader cannot run, so pi refuses to start: ParseError: Unexpected token, expected "," view.tsx:1:25",
      },
    ]
  `);
});

test("an extension that throws", { timeout }, async () => {
  const folder = packageFolder({
    "index.ts": 'export default () => { if (!process.env.API_KEY) throw new Error("API_KEY is not set"); };\n',
  });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "load-error",
        "file": "index.ts",
        "fix": "Load without failing on a machine without keys, settings or network, and report what is missing later.",
        "message": "index.ts does not load, so pi refuses to start: API_KEY is not set",
      },
    ]
  `);
});

test("a command that is registered twice", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension(), "index.js": healthyExtension() },
    { pi: { extensions: ["./index.ts", "./index.js"] } },
  );
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "suffixed-command",
        "file": "package.json",
        "fix": "Name each extension once in "pi.extensions" (not its source and its build), or rename the command.",
        "message": "Extensions of this package register the same command, so the user has to type /hello:1, /hello:2; the bare name goes to the model as text.",
      },
    ]
  `);
});

test("a flag that two extensions register", { timeout }, async () => {
  const flag = 'export default (pi) => { pi.registerFlag("deep", { type: "boolean" }); };\n';
  const folder = packageFolder({ "one.ts": flag, "two.ts": flag }, { pi: { extensions: ["./one.ts", "./two.ts"] } });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "name-conflict",
        "file": "package.json",
        "fix": "Name each extension once in "pi.extensions", or rename one of the two.",
        "message": "one.ts and two.ts both register the flag "deep", so pi refuses to start.",
      },
    ]
  `);
});

test("a file written while loading", { timeout }, async () => {
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
        "code": "outside-write",
        "file": "index.ts",
        "fix": "Write when the extension is first used, below pi's agent folder.",
        "message": "While loading it writes outside its own folder: ~/.fixture.json (from index.ts:6). Every start of pi does so, even where the extension is never used. (Found as far as node:fs and the sandbox's folders show it.)",
      },
    ]
  `);
});

test("a process that does not end", { timeout }, async () => {
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
        "code": "keeps-running",
        "file": "index.ts",
        "fix": "Open it in \`session_start\`, close it in \`session_shutdown\`, and \`unref()\` what may stay behind.",
        "message": "The process does not end after the package was loaded and told to shut down: a timer (opened at index.ts:4) stays open. \`pi -p\` prints its answer and hangs.",
      },
    ]
  `);
});

test("a process that an extension ends", { timeout }, async () => {
  expect(
    await problemsOf(packageFolder({ "index.ts": "export default () => process.exit(3);\n" })),
  ).toMatchInlineSnapshot(`
    [
      {
        "code": "process-died",
        "file": "index.ts",
        "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
        "message": "While the package loads, an extension ends pi's process (exit code 3) (at index.ts:1). The user cannot start pi <version> with it.",
      },
    ]
  `);
});

test("an extension that waits for ever", { timeout }, async () => {
  expect(
    await problemsOf(packageFolder({ "index.ts": "export default () => new Promise(() => {});\n" })),
  ).toMatchInlineSnapshot(`
    [
      {
        "code": "process-died",
        "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
        "message": "While the package loads, an extension waits for something that never happens, and pi's process ends. The user cannot start pi <version> with it.",
      },
    ]
  `);
});

test("a rejection nobody handles", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": 'export default () => { Promise.reject(new Error("no socket")); };\n' });
  expect(await problemsOf(folder)).toMatchInlineSnapshot(`
    [
      {
        "code": "process-died",
        "file": "index.ts",
        "fix": "Start nothing in the extension's function that can fail, exit or wait for ever; do it in \`session_start\` and handle its errors.",
        "message": "While the package loads, pi's process dies: Error: no socket (at index.ts:1). The user cannot start pi <version> with it.",
      },
    ]
  `);
});
