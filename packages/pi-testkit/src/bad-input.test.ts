// What a test author can get wrong, and the full text of what they are told. Nothing hangs and nothing is left behind.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { calls, createTestSession, says, type TestSession, type TestSessionOptions, when } from "./index.ts";

// A temporary folder of this file's own, so that what is left behind in it is ours.
const systemFolder = process.env.TMPDIR;
const own = mkdtempSync(join(tmpdir(), "bad-input-"));
beforeAll(() => {
  process.env.TMPDIR = own;
});
afterAll(() => {
  if (systemFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = systemFolder;
  rmSync(own, { recursive: true });
});
const folders = () => readdirSync(own).filter((name) => name.startsWith("pi-testkit-"));
let t: TestSession | undefined;
afterEach(async () => {
  await t?.dispose();
  t = undefined;
  expect(folders()).toEqual([]);
});

const textOf = async (work: () => Promise<unknown>): Promise<string> => {
  const error = await work().then(
    () => new Error("nothing was thrown"),
    (thrown: Error) => thrown,
  );
  return `[${(error as { code?: string }).code}] ${error.message}`
    .replace(/:\d+:\d+/g, ":LINE")
    .replaceAll(process.cwd(), "<here>");
};
const creating = (options: object) => textOf(() => createTestSession(options as TestSessionOptions));
const start = async (options: TestSessionOptions = {}): Promise<TestSession> => {
  t = await createTestSession(options);
  return t;
};

it("names an extension that does not exist", async () => {
  expect(await creating({ extensions: ["./no-such.ts"] })).toBe(
    `[extension-not-found] The extension "./no-such.ts" does not exist.
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: a file or folder, relative to the process's working directory
  received: <here>/no-such.ts`,
  );
});

it("names a folder in which pi finds no extension", async () => {
  expect(await creating({ extensions: ["packages/pi-testkit/src/fixtures/with-prompts"] })).toBe(
    `[extension-not-found] pi found no extension at "<here>/packages/pi-testkit/src/fixtures/with-prompts".
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: an extension's file, or a folder with an index.ts or a package.json that names extensions
Likely cause: pi takes a folder that has skills, prompts or themes for a package of those.
What to do: name the file of the extension.`,
  );
});

it("names an extension that throws while it loads", async () => {
  const broken = () => {
    throw new Error("no token");
  };
  expect(await creating({ extensionFactories: [broken] })).toBe(
    `[extension-failed] pi could not load the extension "<inline:1>": no token
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
Likely cause: the extension's module or factory threw, or it registers what another one has registered.
What to do: load it in pi itself with \`pi -e\` to see the same error.`,
  );
});

it("rejects when a session_start handler throws", async () => {
  const broken = (pi: ExtensionAPI) => {
    pi.on("session_start", () => {
      throw new Error("no database");
    });
  };
  expect(await creating({ extensionFactories: [broken] })).toBe(
    `[handler-failed] The extension "<inline:1>" failed in "session_start": no database
Likely cause: pi reports such an error and goes on; a test that does not look would not see it.
What to do: mend the extension, or pass propagateErrors: false and assert on events.errors.`,
  );
});

it("fails the run for a handler error that pi only reports, unless errors are not propagated", async () => {
  const broken = (pi: ExtensionAPI) => {
    pi.on("turn_end", () => {
      throw new Error("lost");
    });
  };
  const session = await start({ extensionFactories: [broken] });
  expect(await textOf(() => session.run(when("hi", [says("x")])))).toContain(
    '[handler-failed] The extension "<inline:1>" failed in "turn_end": lost',
  );
  await session.dispose();
  const lenient = await start({ extensionFactories: [broken], propagateErrors: false });
  await lenient.run(when("hi", [says("x")]));
  expect(lenient.events.errors).toMatchObject([{ extensionPath: "<inline:1>", event: "turn_end", error: "lost" }]);
});

it("names an unknown option, and one of the wrong shape", async () => {
  expect(await creating({ mokTools: {} })).toBe(
    `[invalid-option] createTestSession() does not know the option "mokTools".
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: one of extensions, extensionFactories, customTools, cwd, files, systemPrompt, mockTools, onUnmocked, mockExec, mockUI, propagateErrors, onBlocked, mode, settings, tools, skills, prompts, flags, sessionFile, models, trust
  received: mokTools
Likely cause: a typo for "mockTools".`,
  );
  expect(await creating({ extensions: "./a.ts" })).toBe(
    `[invalid-option] createTestSession() cannot use the option "extensions".
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: an array
  received: "./a.ts"`,
  );
  expect(await creating({ mode: "gui" })).toContain('expected: "tui", "rpc", "json", "print"\n  received: "gui"');
});

it("refuses to write a file outside the working directory", async () => {
  expect(await creating({ files: { "../x.txt": "" } })).toBe(
    `[invalid-option] createTestSession() was asked to write the file "../x.txt" outside the working directory.
  expected: a path inside the working directory, relative to it
  received: ../x.txt`,
  );
  expect(await creating({ files: { "..": "" } })).toContain('the file ".." outside the working directory');
});

it("writes a file whose name begins with two dots", async () => {
  const session = await start({ files: { "..foo.txt": "dots", "..folder/a.txt": "inside" } });
  expect(readdirSync(session.cwd)).toEqual(["..folder", "..foo.txt"]);
});

it("names a session file that is not there, or is no file", async () => {
  const told = (given: string, absolute: string) => `[invalid-option] There is no session file at "${given}".
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: a session file of pi, relative to the process's working directory
  received: ${absolute}`;
  expect(await creating({ sessionFile: "./no-such.jsonl" })).toBe(told("./no-such.jsonl", "<here>/no-such.jsonl"));
  expect(await creating({ sessionFile: "packages" })).toBe(told("packages", "<here>/packages"));
});

it("names a flag that no extension registers", async () => {
  const flagged = (pi: ExtensionAPI) => pi.registerFlag("dry-run", { type: "boolean", description: "" });
  expect(await creating({ extensionFactories: [flagged], flags: { "dry-rum": true } })).toBe(
    `[unknown-flag] pi refused to start: Unknown option: --dry-rum
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: one of --dry-run
Likely cause: a typo for "dry-run".`,
  );
});

it("names a tool that calls() got wrong", async () => {
  const session = await start();
  expect(await textOf(() => session.run(when("go", [calls("bsah", { command: "ls" }), says("x")])))).toBe(
    `[undeclared-tool] Step 1 calls the tool "bsah", which the request did not declare.
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: one of read, bash, edit, write
  received: bsah
Likely cause: a typo for "bash".
What to do: correct the name, activate the tool, or write calls("bsah", …, { allowUndeclared: true }) for a model that calls it all the same.`,
  );
});

it("names a mock that no tool has the name of, and the nearest", async () => {
  const session = await start({ mockTools: { bsah: "ok" } });
  expect(await textOf(() => session.run(when("go", [says("x")])))).toBe(
    `[unknown-mock] mockTools has a mock for "bsah", and no tool of that name was registered.
  expected: one of read, bash, powershell, edit, write, grep, find, ls
  received: bsah
Likely cause: a typo for "bash".`,
  );
});

it("accepts a mock whose tool is registered late", async () => {
  const late = (pi: ExtensionAPI) => {
    pi.registerCommand("more", {
      description: "registers a tool",
      handler: async () =>
        pi.registerTool({
          name: "late",
          label: "Late",
          description: "late",
          parameters: Type.Object({}),
          execute: async () => ({ content: [{ type: "text", text: "real" }], details: {} }),
        }),
    });
  };
  const session = await start({ extensionFactories: [late], mockTools: { late: "mocked" } });
  await session.run(when("/more"), when("go", [calls("late"), says("x")]));
  expect(session.events.toolResults).toMatchObject([{ text: "mocked", mocked: true }]);
});

it("fails for a select answer that is no option", async () => {
  const asks = (pi: ExtensionAPI) => {
    pi.registerCommand("deploy", {
      description: "d",
      handler: async (_args, ctx) => void (await ctx.ui.select("Where?", ["staging", "prod"])),
    });
  };
  const session = await start({ extensionFactories: [asks], mockUI: { select: "stagng" } });
  expect(await textOf(() => session.run(when("/deploy")))).toContain("stagng");
});

it("refuses run() and settled() after dispose()", async () => {
  const session = await start();
  await session.dispose();
  await session.dispose();
  expect(await textOf(() => session.run(when("hi", [says("x")])))).toBe(
    `[disposed] run() was called on a session that was disposed of.
Likely cause: a missing await before dispose(), or a session shared between tests.
What to do: create a session for each test.`,
  );
  expect(await textOf(() => session.settled())).toContain("[disposed] settled() was called");
});

it("refuses run() while it runs", async () => {
  const session = await start();
  const first = session.run(when("hi", [says("x")]));
  expect(await textOf(() => session.run(when("ho", [says("y")])))).toBe(
    `[running] run() was called while another run() of the session was still running.
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: the run started at packages/pi-testkit/src/bad-input.test.ts:LINE to be awaited first
What to do: await each run(); to send input in the middle of a run, use session.steer() or session.prompt() from a mock tool.`,
  );
  await first;
});

it("refuses what is no turn", async () => {
  const session = await start();
  expect(await textOf(() => session.run(says("x") as never))).toContain(
    `[invalid-turn] run() was given something that is no turn.
  written at: packages/pi-testkit/src/bad-input.test.ts:LINE
  expected: turns, such as when("a prompt", [says("an answer")])`,
  );
});

it("tells why pi refused a prompt", async () => {
  const session = await start();
  session.session.agent.state.model = undefined as never;
  const text = await textOf(() => session.run(when("hi", [says("x")])));
  expect(text.replace(/<here>\S+/g, "<a page of pi's docs>")).toBe(
    `[prompt-refused] pi refused the prompt "hi": No model selected.

Use /login to log into a provider via OAuth or API key. See:
  <a page of pi's docs>
  <a page of pi's docs>

Then use /model to select a model.
Likely cause: the session was busy, has no usable model, or compacts.
What to do: wait with settled() for what still runs, and leave the session a model of the playbook.`,
  );
});
