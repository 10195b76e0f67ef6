// Every error this package throws, in full.
import { afterEach, describe, expect, test, vi } from "vitest";
import { emptyFolder, healthyExtension, packageFolder, writeFiles } from "./fixtures/package-folder.ts";
import { SandboxError } from "./sandbox-error.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const timeout = 120_000;
afterEach(() => vi.unstubAllEnvs());

/** The error of a call, with what differs between machines and runs left out. */
const failureOf = async (run: Promise<unknown>, ...hidden: string[]): Promise<{ code: string; message: string }> => {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SandboxError.isInstance(error)) throw error ?? new Error("it did not reject");
  const message = hidden
    .reduce((text, part) => text.replaceAll(part, "<folder>"), error.message)
    .replace(/failures\.test\.ts:\d+:\d+/g, "failures.test.ts:<line>")
    .replace(/(received: )(?:exit code|npm error)[\s\S]*?(?=\n(?:Likely cause|What to do))/, "$1<its words>");
  return { code: error.code, message };
};

describe("options", () => {
  test("an option that does not exist", async () => {
    const options = { packageDir: ".", exepct: { extensions: 1 } };
    expect(await failureOf(verifySandboxInstall(options))).toMatchInlineSnapshot(`
      {
        "code": "invalid-option",
        "message": "verifySandboxInstall has no option "exepct".
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      What to do: write "expect".",
      }
    `);
  });

  test("an option with a value it cannot have", async () => {
    const options = { packageDir: ".", expect: { tools: "wave" as never } };
    expect(await failureOf(verifySandboxInstall(options))).toMatchInlineSnapshot(`
      {
        "code": "invalid-option",
        "message": "The option "expect.tools" of verifySandboxInstall has a value it cannot have.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        expected: a list of names
        received: "wave"",
      }
    `);
  });

  test("no package named", async () => {
    expect(await failureOf(verifySandboxInstall({} as never))).toMatchInlineSnapshot(`
      {
        "code": "invalid-option",
        "message": "verifySandboxInstall was given no "packageDir".
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      What to do: name the folder of the package to check.",
      }
    `);
  });

  test("a folder without a package", async () => {
    const folder = emptyFolder();
    expect(await failureOf(verifySandboxInstall({ packageDir: folder }), folder)).toMatchInlineSnapshot(`
      {
        "code": "package-not-found",
        "message": "There is no package at <folder>: the folder has no package.json.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      What to do: name the package's folder, or a tarball (.tgz), as \`packageDir\`; it is relative to the working directory.",
      }
    `);
  });

  test("a folder that does not exist", async () => {
    expect(await failureOf(verifySandboxInstall({ packageDir: "no/such/folder" }))).toMatchInlineSnapshot(`
      {
        "code": "package-not-found",
        "message": "There is no package at no/such/folder: the path does not exist.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      What to do: name the package's folder, or a tarball (.tgz), as \`packageDir\`; it is relative to the working directory.",
      }
    `);
  });
});

describe("pi", () => {
  test("none at the path", async () => {
    const packageDir = packageFolder({ "index.ts": healthyExtension() });
    expect(await failureOf(verifySandboxInstall({ packageDir, pi: "./no-pi" }))).toMatchInlineSnapshot(`
      {
        "code": "pi-not-found",
        "message": "There is no pi at ./no-pi.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      What to do: name the folder of @earendil-works/pi-coding-agent, a folder it is installed in, its program, a version such as "1.6.0", or "installed".",
      }
    `);
  });

  test("one that cannot be started", { timeout }, async () => {
    const packageDir = packageFolder({ "index.ts": healthyExtension() });
    const pi = writeFiles(emptyFolder(), {
      "package.json": {
        name: "@earendil-works/pi-coding-agent",
        version: "9.9.9",
        type: "module",
        exports: { ".": { import: "./index.js" } },
      },
      "index.js": 'throw new Error("this pi is broken");\n',
    });
    const failure = await failureOf(verifySandboxInstall({ packageDir, pi }), pi, process.versions.node);
    expect(failure).toMatchInlineSnapshot(`
      {
        "code": "pi-unusable",
        "message": "pi 9.9.9 at <folder> could not be started on Node <folder>.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        received: Error: this pi is broken
      What to do: install it again, or use the Node that its package.json asks for.",
      }
    `);
  });
});

describe("packing and installing", () => {
  test("a package manager that is not installed", { timeout }, async () => {
    const packageDir = packageFolder({ "index.ts": healthyExtension() });
    const run = verifySandboxInstall({ packageDir, npmCommand: ["no-such-manager"] });
    expect(await failureOf(run)).toMatchInlineSnapshot(`
      {
        "code": "package-manager-missing",
        "message": "The package could not be packed: "no-such-manager" is not installed.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
      Likely cause: it was chosen because \`npmCommand\` names it.
      What to do: install no-such-manager, or name another command: npmCommand: ["corepack", "npm"].",
      }
    `);
  });

  test("a script of the package that fails", { timeout }, async () => {
    const packageDir = packageFolder(
      { "index.ts": healthyExtension(), "build.js": 'console.error("no compiler"); process.exit(2);\n' },
      { scripts: { prepack: "node build.js" } },
    );
    const run = verifySandboxInstall({ packageDir });
    await expect(run).rejects.toThrow("exit code 2\nno compiler");
    expect(await failureOf(run)).toMatchInlineSnapshot(`
      {
        "code": "pack-failed",
        "message": ""npm pack" could not pack fixture.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        received: <its words>
      Likely cause: its scripts run in a copy of the project, without its .git folder.
      What to do: make "npm pack" work in the package's folder.",
      }
    `);
  });

  test("a dependency that npm cannot read", { timeout }, async () => {
    const packageDir = packageFolder({ "index.ts": healthyExtension() }, { dependencies: { yaml: "workspace:*" } });
    expect(await failureOf(verifySandboxInstall({ packageDir }))).toMatchInlineSnapshot(`
      {
        "code": "install-failed",
        "message": "The packed fixture could not be installed with "npm install"; a user's \`pi install\` would fail as well.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        received: <its words>
      Likely cause: a dependency is declared with "workspace:", which npm packs as it is; pack with pnpm or yarn.
      What to do: put the dependencies in its package.json right.",
      }
    `);
  });

  test("a registry that does not answer", { timeout }, async () => {
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:1/");
    vi.stubEnv("npm_config_fetch_retries", "0");
    vi.stubEnv("npm_config_cache", emptyFolder());
    const packageDir = packageFolder({ "index.ts": healthyExtension() }, { dependencies: { yaml: "^2.0.0" } });
    const run = verifySandboxInstall({ packageDir });
    await expect(run).rejects.toThrow("ECONNREFUSED");
    expect(await failureOf(run)).toMatchInlineSnapshot(`
      {
        "code": "registry-unreachable",
        "message": "The dependencies of fixture could not be installed: the registry did not answer.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        received: <its words>
      What to do: check the network, the proxy and the \`registry\` setting of npm, and run it again.",
      }
    `);
  });
});

describe("expectations", () => {
  test("everything that is not as expected, and what may be why", { timeout }, async () => {
    const packageDir = packageFolder(
      { "index.ts": healthyExtension() },
      { pi: { extensions: ["./index.ts"], skills: ["./skills"] } },
    );
    const run = verifySandboxInstall({
      packageDir,
      expect: { extensions: 2, skills: 1, prompts: 0, tools: ["wave"], commands: ["hello", "bye"] },
    });
    expect(await failureOf(run, "1.6.0")).toMatchInlineSnapshot(`
      {
        "code": "unmet-expectation",
        "message": "fixture does not load as expected on pi <folder>.
        written at: packages/sandbox-install/src/failures.test.ts:<line>
        expected: extensions: 2; skills: 1; tools: wave; commands: bye
        received: extensions: 1 (index.ts); skills: 0; tools: none; commands: hello
      Likely cause: missing-resource: "pi.skills" names "./skills", which does not exist. The skill does not exist for the user; pi says nothing. Correct it, or build before packing.",
      }
    `);
  });
});

test("another copy of the package knows its errors", () => {
  const mark = Symbol.for("@pi-testkit/sandbox-install:SandboxError");
  expect(SandboxError.isInstance(Object.defineProperty(new Error("of another copy"), mark, { value: true }))).toBe(
    true,
  );
  expect(SandboxError.isInstance(new Error("someone else's"))).toBe(false);
});
