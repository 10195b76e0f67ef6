// The everyday uses of a full session.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import * as host from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { afterEach, expect, it } from "vitest";
import {
  calls,
  createTestSession,
  says,
  type TestSession,
  type TestSessionOptions,
  ToolBlockedError,
  when,
} from "./index.ts";

const open: TestSession[] = [];
const start = async (options: TestSessionOptions): Promise<TestSession> => {
  const session = await createTestSession(options);
  open.push(session);
  return session;
};
afterEach(async () => {
  for (const session of open.splice(0)) await session.dispose();
});

const projects = (pi: ExtensionAPI) => {
  let count = 0;
  pi.registerTool({
    name: "create_project",
    label: "Create project",
    description: "Creates a project",
    parameters: Type.Object({ name: Type.String() }),
    execute: async (_id, params) => ({
      content: [{ type: "text", text: `Created ${params.name} as P-${++count}` }],
      details: { id: `P-${count}` },
    }),
  });
  pi.registerTool({
    name: "open_project",
    label: "Open project",
    description: "Opens a project",
    parameters: Type.Object({ id: Type.String() }),
    execute: async (_id, params) => ({ content: [{ type: "text", text: `Opened ${params.id}` }], details: {} }),
  });
};

const planMode = (pi: ExtensionAPI) => {
  pi.on("tool_call", (event) =>
    event.toolName === "write" ? { block: true, reason: "Plan mode: no writing" } : undefined,
  );
};

it("runs a prompt with a mocked bash, and the real one leaves no trace", async () => {
  const t = await start({ mockTools: { bash: "a.txt\nb.txt" } });
  const trace = join(t.cwd, "trace");
  await t.run(when("list the files", [calls("bash", { command: `touch ${trace}` }), says("Two files.")]));
  expect(existsSync(trace)).toBe(false);
  expect(t.events.toolSequence()).toEqual(["bash"]);
  expect(t.events.toolResultsFor("bash")).toMatchObject([
    { step: 1, text: "a.txt\nb.txt", isError: false, mocked: true },
  ]);
  expect(t.events.toolCallsFor("bash")).toMatchObject([
    { step: 1, toolCallId: "call-1", input: { command: `touch ${trace}` }, blocked: false, outcome: "ok" },
  ]);
});

it("runs the real bash when nothing mocks it", async () => {
  const t = await start({});
  await t.run(when("touch", [calls("bash", { command: "touch trace && echo made" }), says("Done.")]));
  expect(existsSync(join(t.cwd, "trace"))).toBe(true);
  expect(t.events.toolResultsFor("bash")).toMatchObject([{ mocked: false, isError: false }]);
});

it("plays several turns, in one run and in several, with ids that stay unique", async () => {
  const t = await start({ mockTools: { read: ({ path }) => `content of ${path}` } });
  await t.run(
    when("first", [calls("read", { path: "a" }), says("A.")]),
    when("second", [calls("read", { path: "b" }), says("B.")]),
  );
  await t.run(when("third", [calls("read", { path: "c" }), says("C.")]));
  expect(t.events.toolResults.map((result) => result.text)).toEqual(["content of a", "content of b", "content of c"]);
  expect(t.events.toolCalls.map((call) => [call.step, call.toolCallId])).toEqual([
    [1, "call-1"],
    [3, "call-2"],
    [5, "call-3"],
  ]);
  expect(t.session.messages.filter((message) => message.role === "user")).toHaveLength(3);
});

it("runs an extension's tool for real, and feeds its result into a later call", async () => {
  const t = await start({ extensionFactories: [projects] });
  let id = "";
  await t.run(
    when("make and open", [
      calls("create_project", { name: "kit" }).then((result) => {
        id = result.details.id;
        expect(result.text).toBe("Created kit as P-1");
      }),
      calls("open_project", () => ({ id })),
      says("Open."),
    ]),
  );
  expect(t.events.toolResultsFor("open_project")).toMatchObject([{ text: "Opened P-1", mocked: false }]);
});

it("records the messages, the events and what the user was shown", async () => {
  const tell = (pi: ExtensionAPI) => {
    pi.on("agent_start", (_event, ctx) => ctx.ui.notify("started"));
  };
  const t = await start({ extensionFactories: [tell], mockTools: { bash: "a.txt" } });
  await t.run(when("list", [calls("bash", { command: "ls" }), says("One file.")]));
  expect(t.events.messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
  expect(t.events.all.map(({ type }) => type).filter((type) => /^(agent|turn)_(start|end)$/.test(type))).toEqual([
    "agent_start",
    "turn_start",
    "turn_end",
    "turn_start",
    "turn_end",
    "agent_end",
  ]);
  expect(t.events.ui).toMatchObject([{ method: "notify", args: ["started"] }]);
});

it("records what no step of the script caused without a step", async ({ skip }) => {
  skip(!("createCodemodeExtension" in host), "no ctx.executeTool before 0.99");
  const nesting = (pi: ExtensionAPI) =>
    pi.registerTool({
      name: "outer",
      label: "Outer",
      description: "Calls another tool",
      parameters: Type.Object({}),
      execute: async (_id, _params, _signal, _update, ctx) => {
        await ctx.executeTool("bash", { command: "ls" });
        return { content: [], details: {} };
      },
    });
  const t = await start({ extensionFactories: [nesting], mockTools: { bash: "a.txt" } });
  await t.run(when("go", [calls("outer"), says("Done.")]));
  expect(t.events.toolCalls.map(({ toolName, step }) => [toolName, step])).toEqual([
    ["outer", 1],
    ["bash", undefined],
  ]);
  expect(t.events.toolResultsFor("bash").map(({ step, text }) => [step, text])).toEqual([[undefined, "a.txt"]]);
});

it("answers a confirm with false and records that it was asked", async () => {
  const ask = (pi: ExtensionAPI) => {
    pi.on("tool_call", async (_event, ctx) =>
      (await ctx.ui.confirm("Sure?", "It deletes")) ? undefined : { block: true, reason: "refused" },
    );
  };
  const t = await start({ extensionFactories: [ask], mockTools: { bash: "ok" }, mockUI: { confirm: false } });
  await t.run(when("delete", [calls("bash", { command: "rm x" }), says("Then not.")]));
  expect(t.events.uiCallsFor("confirm")).toMatchObject([{ title: "Sure?", message: "It deletes", returnValue: false }]);
  expect(t.ui.callsFor("confirm")).toHaveLength(1);
  expect(t.events.blockedCalls()).toMatchObject([{ toolName: "bash", blockReason: "refused", outcome: "blocked" }]);
});

it("records a blocked call, and the mock of the tool is not reached", async () => {
  const t = await start({ extensionFactories: [planMode], mockTools: { write: "written" } });
  await t.run(when("write", [calls("write", { path: "a", content: "x" }), says("I could not.")]));
  expect(t.events.blockedCalls()).toMatchObject([
    { step: 1, toolName: "write", blocked: true, blockReason: "Plan mode: no writing", outcome: "blocked" },
  ]);
  expect(t.mocks.callsFor("write")).toEqual([]);
});

it("throws ToolBlockedError when the test says that nothing may be blocked", async () => {
  const t = await start({ extensionFactories: [planMode], mockTools: { write: "written" }, onBlocked: "throw" });
  const error = await t
    .run(when("write", [calls("write", { path: "a", content: "x" }), says("I could not.")]))
    .catch((e) => e);
  expect(ToolBlockedError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ toolName: "write", toolCallId: "call-1", reason: "Plan mode: no writing", step: 1 });
  expect(error.message.replace(/\d+:\d+/, "LINE")).toBe(
    `Step 1: a call of the tool "write" was blocked.
  written at: packages/pi-testkit/src/seed-scenarios.pi.test.ts:LINE
  received: the reason "Plan mode: no writing"
What to do: if the block is what you test, leave out onBlocked: "throw" and assert on events.blockedCalls().`,
  );
});

const broken = (pi: ExtensionAPI) => {
  pi.registerTool({
    name: "broken",
    label: "Broken",
    description: "Throws",
    parameters: Type.Object({}),
    execute: async () => {
      throw new TypeError("the disk is full");
    },
  });
};

it("ends the run with the error of a real tool", async () => {
  const t = await start({ extensionFactories: [broken] });
  const error = await t.run(when("go", [calls("broken"), says("never said")])).catch((e) => e);
  expect(error).toMatchObject({ name: "TestSessionError", code: "tool-threw", step: 1 });
  expect(error.cause).toMatchObject({ name: "TypeError", message: "the disk is full" });
  expect(error.message.replace(/\d+:\d+/, "LINE")).toBe(
    `Step 1: the tool "broken" threw: the disk is full
  written at: packages/pi-testkit/src/seed-scenarios.pi.test.ts:LINE
Likely cause: it is the real tool that ran; pi makes an error result of what it throws.
What to do: mock the tool with mockTools: { "broken": … }, or pass propagateErrors: false and assert on the result.`,
  );
  expect(t.playbook.consumed).toBe(1);
  await t.run(when("again", [says("still here")]));
});

it("gives the model the error of a real tool when errors are not propagated", async () => {
  const t = await start({ extensionFactories: [broken], propagateErrors: false });
  await t.run(when("go", [calls("broken"), says("It failed.")]));
  expect(t.events.toolResultsFor("broken")).toMatchObject([{ text: "the disk is full", isError: true, mocked: false }]);
  expect(t.events.toolCallsFor("broken")).toMatchObject([{ outcome: "error" }]);
});

it("fails a run whose script runs dry, although pi itself ends well", async () => {
  const t = await start({ mockTools: { bash: "ok" } });
  await expect(t.run(when("go", [calls("bash", { command: "ls" })]))).rejects.toMatchObject({
    name: "PlaybookError",
    code: "exhausted",
  });
});

it("fails a run that leaves steps over", async () => {
  const t = await start({});
  await expect(t.run(when("go", [says("a"), says("b")]), when("next", [says("c")]))).rejects.toMatchObject({
    name: "PlaybookError",
    code: "left-over",
  });
  expect(t.session.messages.filter((message) => message.role === "user")).toHaveLength(1);
});
