// The glue, in real vitest runs of small projects: what a passing and a failing test look like from outside.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { x } from "tinyexec";
import { expect, it } from "vitest";
import { calls, says, TestSessionError, when } from "./index.ts";
import { createTestSession } from "./vitest.ts";

/** A session in which a tool ran, and the user's no blocked another. */
const blockedWrite = async () => {
  const t = await createTestSession({
    mockTools: { bash: "a.txt" },
    mockUI: { confirm: false },
    extensionFactories: [
      (pi) => {
        pi.on("tool_call", async (event, ctx) => {
          if (event.toolName !== "write" || (await ctx.ui.confirm("Write?", ""))) return;
          return { block: true, reason: "the user said no" };
        });
      },
    ],
  });
  await t.run(
    when("go", [calls("bash", { command: "ls", timeout: 3 }), calls("write", { path: "a", content: "" }), says("x")]),
  );
  return t;
};

it("has matchers for calls, results, blocks and dialogs", async () => {
  const t = await blockedWrite();
  expect(t).toHaveCalledTool("bash");
  expect(t).toHaveCalledTool("bash", { command: "ls" });
  expect(t.events).not.toHaveCalledTool("bash", { command: "rm" });
  expect(t).not.toHaveCalledTool("read");
  const often = /^a/g;
  expect(t).toHaveToolResult("bash", often);
  expect(t).toHaveToolResult("bash", often);
  expect(often.lastIndex).toBe(0);
  expect(t).not.toHaveToolResult("bash", "b.txt");
  expect(t).toHaveBlocked("write", "said no");
  expect(t).toHaveBlocked("write", /no$/);
  expect(t).not.toHaveBlocked("write", "said yes");
  expect(t).not.toHaveBlocked("bash");
  expect(t).toHaveAskedUser("confirm", "Write?");
  expect(t).toHaveAskedUser("confirm", /^W/);
  expect(t).not.toHaveAskedUser("confirm", "Read?");
  expect(t).not.toHaveAskedUser("select");
});

it("tells what it found, and shows the tree, when a matcher fails", async () => {
  const t = await blockedWrite();
  expect(() => expect(t).toHaveCalledTool("bash", { command: "rm" })).toThrowErrorMatchingInlineSnapshot(`
    [Error: expected the session to have called the tool "bash"
    expected: {"command":"rm"}
    found: {"command":"ls","timeout":3}

    Agent
      Turn 1
        Message user "go"
        Message assistant
        Tool bash {"command":"ls","timeout":3} → ok (mocked): "a.txt"
      Turn 2
        Message assistant
        Tool write {"path":"a","content":""} → blocked by <inline:1>: "the user said no"
          UI confirm "Write?" "" → false
      Turn 3
        Message assistant "x"]
  `);
  const told = (failing: () => void, ...lines: string[]) =>
    expect(failing).toThrow(expect.objectContaining({ message: [...lines, "", t.events.tree()].join("\n") }));
  told(
    () => expect(t).toHaveToolResult("bash", /b/),
    'expected the session to have a result of the tool "bash"',
    "expected: /b/",
    'found: "a.txt"',
  );
  told(
    () => expect(t).toHaveBlocked("write", "said yes"),
    'expected the session to have blocked the tool "write"',
    'expected: "said yes"',
    'found: "the user said no"',
  );
  told(
    () => expect(t).toHaveAskedUser("confirm", "Read?"),
    "expected the session to have asked the user with confirm()",
    'expected: "Read?"',
    'found: "Write?"',
  );
  told(
    () => expect(t).not.toHaveBlocked("write"),
    'expected the session not to have blocked the tool "write"',
    'found: "the user said no"',
  );
  told(
    () => expect(t).toHaveAskedUser("select"),
    "expected the session to have asked the user with select()",
    "found: none",
  );
});

it.each([{}, null, undefined, { events: {} }])("refuses to look for calls in %j, with not too", (subject) => {
  const expected = `The matchers of pi-testkit were given something without a session's events.
  expected: a test session, or its events: expect(session).toHaveCalledTool("bash")
  received: ${subject === undefined ? "undefined" : JSON.stringify(subject)}
What to do: give the session that createTestSession() resolved to; await it first.`;
  for (const assertion of [expect(subject), expect(subject).not])
    for (const look of [
      () => assertion.toHaveCalledTool("bash"),
      () => assertion.toHaveToolResult("bash"),
      () => assertion.toHaveBlocked("bash"),
      () => assertion.toHaveAskedUser("confirm"),
    ]) {
      expect(look).toThrow(new TestSessionError("invalid-option", expected));
      expect(look).toThrow(expect.toSatisfy(TestSessionError.isInstance));
    }
});

/** Runs one test file in a vitest of its own and returns its output. */
const runFile = async (body: string): Promise<string> => {
  const folder = mkdtempSync(join(process.cwd(), ".glue-"));
  try {
    writeFileSync(
      join(folder, "glue.test.ts"),
      `import { existsSync } from "node:fs"; import { homedir } from "node:os"; import { expect, it } from "vitest";
import { calls, says, when } from "pi-testkit"; import { createTestSession } from "pi-testkit/vitest";
${body}`,
    );
    writeFileSync(
      join(folder, "vitest.config.ts"),
      `export default { ssr: { resolve: { conditions: ["pi-testkit-source"] } }, test: { setupFiles: [${JSON.stringify(join(import.meta.dirname, "vitest/isolate.ts"))}] } };`,
    );
    const { stdout, stderr } = await x("vitest", ["run", "--root", folder, "--no-color"], {
      nodeOptions: { env: { NO_COLOR: "1" } },
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

it("disposes of the session at the end, isolates the home, and fails a test for what it left unused", async () => {
  const output = await runFile(`
let first;
it("passes", async () => {
  first = await createTestSession({ mockTools: { bash: "ok" } });
  await first.run(when("go", [calls("bash", { command: "ls" }), says("x")]));
});
it("finds the session of the test before gone", () => { expect(existsSync(first.agentDir)).toBe(false); });
it("lives in another home", () => { expect(homedir()).toContain("pi-testkit-home-"); });
it("leaves an answer unused", async () => {
  const t = await createTestSession({});
  t.ui.answer("confirm", true);
  await t.run(when("go", [says("x")]));
});
it("leaves a step unused", async () => {
  const t = await createTestSession({});
  t.playbook.append([says("x")]);
});
it("leaves a mock unused", async () => {
  await createTestSession({ mockTools: { bash: ["a"] } });
});
it("leaves a command unused", async () => {
  await createTestSession({ mockExec: { git: ["a"] } });
});
it("ends before its run", async () => {
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("too late");
  };
  const t = await createTestSession({ extensionFactories: [(pi) => pi.on("agent_end", late)] });
  t.playbook.append([says("x")]);
  void t.session.prompt("go");
  await t.events.waitFor((event) => event.type === "message_end" && event.message.role === "assistant");
});
it("swallows a failure", async () => {
  const t = await createTestSession({});
  await t.run(when("go", [])).catch(() => {});
  await t.session.prompt("more").catch(() => {});
});
it("fails by itself", async () => {
  const t = await createTestSession({});
  t.ui.answer("confirm", true);
  expect(1).toBe(2);
});
`);
  expect(output).toMatch(/7 failed \| 3 passed/);
  expect(output).toMatch(/FAIL .*leaves an answer unused\nMockUIError: The scripted user is not done/);
  expect(output).toMatch(/FAIL .*leaves a step unused\nPlaybookError: The script ended with 1 step unused/);
  expect(output).toMatch(/FAIL .*leaves a mock unused\nMockToolsError: Queued answers were left over/);
  expect(output).toMatch(
    /FAIL .*leaves a command unused\nTestSessionError: Queued outcomes of commands were left over/,
  );
  expect(output).toMatch(
    /FAIL .*ends before its run\nTestSessionError: The extension "<inline:1>" failed in "agent_end"/,
  );
  expect(output).toMatch(/FAIL .*swallows a failure\nPlaybookError: The model was asked for step 1/);
  expect(output).toMatch(/FAIL .*fails by itself\nAssertionError: expected 1 to be 2/);
}, 60_000);
