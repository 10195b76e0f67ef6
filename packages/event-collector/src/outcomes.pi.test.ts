// Outcomes by fact, on real sessions. What a version does differently is said where it shows.
import { expect, it } from "vitest";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";
import type { ToolCallRecord } from "./index.ts";

const outcomes = (calls: readonly ToolCallRecord[]) => calls.map(({ toolName, outcome }) => `${toolName} ${outcome}`);

/** Ran to 0.99: nested calls, and error results by return. */
const old = ["0.7", "0.8"].some((start) => process.env.PI_VERSION?.startsWith(start));

it("tells a tool's failure from a block, whatever the words", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(tool("fine", () => "blocked by the firewall"));
        pi.registerTool(
          tool("firewall", () => {
            throw new Error("blocked by the firewall");
          }),
        );
        pi.on("tool_call", (event: any) => {
          if (event.input.command === "no") return { block: true, reason: "no" };
          if (event.input.command === "silent") return { block: true };
          if (event.input.command === "crash") throw new TypeError("hook broke");
          if (event.input.command === "change") event.input.command = "changed";
          return undefined;
        });
      },
    ],
    mockTools: { bash: ({ command }) => `ran ${command}` },
    replies: [
      {
        calls: [
          call("a", "bash", { command: "change" }),
          call("b", "fine"),
          call("c", "firewall"),
          call("d", "bash", { command: "no" }),
          call("e", "fine", { command: "crash" }),
          call("f", "fine", { command: { deep: 1 } }),
          call("g", "nobody"),
          call("h", "fine", { command: "silent" }),
          call("i", "grep", { pattern: "inactive" }),
          call("j", "read", { path: "nowhere" }),
        ],
      },
      { text: "done" },
    ],
  });
  await t.prompt();
  expect(outcomes(t.events.toolCalls)).toEqual([
    "bash ok",
    "fine ok",
    "firewall error",
    "bash blocked",
    "fine blockedByError",
    "fine invalid",
    "nobody notFound",
    "fine blocked",
    "grep notFound",
    "read error",
  ]);
  expect(t.events.blockedCalls()).toMatchObject([
    { toolCallId: "d", blocked: true, blockReason: "no", blockedBy: "<inline:1>" },
    {
      toolCallId: "e",
      blocked: true,
      blockReason: "hook broke",
      blockedBy: "<inline:1>",
      thrown: new TypeError("hook broke"),
    },
    { toolCallId: "h", blocked: true, blockedBy: "<inline:1>" },
  ]);
  expect(t.events.toolCalls[7]).not.toHaveProperty("blockReason");
  expect(t.events.toolCalls[2]?.thrown).toEqual(new Error("blocked by the firewall"));
  const [bash, , , blocked] = t.events.toolCalls;
  expect(bash).toMatchObject({ input: { command: "change" }, executedInput: { command: "changed" } });
  expect(blocked).not.toHaveProperty("executedInput");
  // Results stand in the order they came: pi settles what it does not run before it runs the rest.
  expect(t.events.toolResults).toHaveLength(10);
  expect(t.events.toolResultsFor("bash")).toMatchObject([
    { toolCallId: "d", text: "no", isError: true, mocked: false },
    { toolCallId: "a", text: "ran changed", isError: false, mocked: true },
  ]);
  t.events.assertTranscript();
  await t.dispose();
});

it("knows what got a built-in's input without a mock", async () => {
  const t = await recordedSession({
    factories: [(pi: any) => pi.on("tool_call", (event: any) => void Object.assign(event.input, { path: "b.txt" }))],
    replies: [{ calls: [call("a", "write", { path: "a.txt", content: "x" })] }, { text: "done" }],
  });
  await t.prompt();
  expect(t.events.toolCalls[0]).toMatchObject({
    outcome: "ok",
    input: { path: "a.txt", content: "x" },
    executedInput: { path: "b.txt", content: "x" },
  });
  expect(t.events.toolResults[0]).toMatchObject({ mocked: false, isError: false });
  await t.dispose();
});

it("calls a result that is marked as an error an error, and one that a hook mends ok", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(
          tool("mended", () => {
            throw new Error("broken");
          }),
        );
        pi.on("tool_result", (event: any) =>
          event.toolName === "mended" ? { content: [{ type: "text", text: "mended" }], isError: false } : undefined,
        );
      },
    ],
    mockTools: { bash: { content: [{ type: "text", text: "no" }], details: { code: 1 }, isError: true } },
    replies: [{ calls: [call("a", "bash", { command: "x" }), call("b", "mended")] }, { text: "done" }],
  });
  await t.prompt();
  expect(outcomes(t.events.toolCalls)).toEqual(["bash error", "mended ok"]);
  expect(t.events.toolResultsFor("bash")).toMatchObject([
    { isError: true, text: "no", details: { code: 1 }, mocked: true },
  ]);
  expect(t.events.toolResultsFor("mended")).toMatchObject([{ isError: false, text: "mended" }]);
  await t.dispose();
});

it("calls what a message at its length limit asks not executed", async () => {
  const t = await recordedSession({
    mockTools: { bash: "ran" },
    replies: [{ calls: [call("a", "bash", { command: "x" })], stopReason: "length" }, { text: "done" }],
  });
  await t.prompt();
  // Up to 0.80.3 pi executes such calls.
  expect(outcomes(t.events.toolCalls)).toEqual([
    /^0\.(7|80\.[0-3]$)/.test(process.env.PI_VERSION ?? "") ? "bash ok" : "bash notExecuted",
  ]);
  await t.dispose();
});

it("calls what a failed message asks not executed", async () => {
  const t = await recordedSession({
    replies: [{ calls: [call("a", "bash", { command: "x" })], stopReason: "error" }],
  });
  await t.prompt();
  expect(outcomes(t.events.toolCalls)).toEqual(["bash notExecuted"]);
  t.events.assertTranscript();
  await t.dispose();
});

it("calls what an abort kept from running aborted", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(
          tool(
            "stopper",
            (_params, ctx) => {
              ctx.abort();
              return "stopped";
            },
            { executionMode: "sequential" },
          ),
        );
        pi.registerTool(tool("fine", () => "fine"));
      },
    ],
    replies: [{ calls: [call("a", "stopper"), call("b", "fine"), call("c", "nobody")] }, { text: "never" }],
  });
  await t.prompt();
  const [stopper, fine, nobody] = outcomes(t.events.toolCalls);
  expect(stopper).toBe("stopper ok");
  // Up to 0.84 the calls behind it run all the same; what they came to is told as it was.
  expect(["fine ok", "fine aborted"]).toContain(fine);
  expect(["nobody aborted", "nobody notFound"]).toContain(nobody);
  if (!old) expect([fine, nobody]).toEqual(["fine aborted", "nobody aborted"]);
  await t.dispose();
});

it("tells an abort in a hook, and a block beside it", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(tool("fine", () => "fine"));
        pi.on("tool_call", (event: any, ctx: any) => {
          if (event.toolCallId !== "a") return undefined;
          ctx.abort();
          return { block: true, reason: "no more" };
        });
      },
    ],
    replies: [{ calls: [call("a", "fine"), call("b", "fine")] }, { text: "never" }],
  });
  await t.prompt();
  expect(t.events.toolCalls[0]).toMatchObject({ outcome: "blocked", blocked: true, blockReason: "no more" });
  expect(["fine ok", "fine aborted"]).toContain(outcomes(t.events.toolCalls)[1]);
  if (!old) expect(outcomes(t.events.toolCalls)[1]).toBe("fine aborted");
  expect(t.events.toolCalls.every((record) => record.outcome !== "unknown")).toBe(true);
  await t.dispose();
});

it("records nested calls under the call that made them", async ({ skip }) => {
  skip(old, "no ctx.executeTool before 0.99");
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(
          tool("outer", async (_params, ctx) => {
            await ctx.executeTool("bash", { command: "inner" });
            await ctx.executeTool("bash", { command: "no" });
            await ctx.executeTool("nobody", {});
            await ctx.executeTool("hidden", { command: "x" });
            return "outer";
          }),
        );
        pi.registerTool(tool("hidden", () => "found", { exposure: "codemode" }));
        pi.on("tool_call", (event: any) => (event.input.command === "no" ? { block: true, reason: "no" } : undefined));
      },
    ],
    mockTools: { bash: "mocked" },
    replies: [{ calls: [call("a", "outer")] }, { text: "done" }],
  });
  await t.prompt();
  expect(
    t.events.toolCalls.map(({ toolName, outcome, parentToolCallId }) => [toolName, outcome, parentToolCallId]),
  ).toEqual([
    ["outer", "ok", undefined],
    ["bash", "ok", "a"],
    ["bash", "blocked", "a"],
    ["nobody", "notFound", "a"],
    ["hidden", "ok", "a"],
  ]);
  expect(t.events.tree()).toBe(`Agent
  Turn 1
    Message user "go"
    Message assistant
    Tool outer {} → ok: "outer"
      Tool bash {"command":"inner"} → ok (mocked): "mocked"
      Tool bash {"command":"no"} → blocked by <inline:1>: "no"
      Tool nobody {} → notFound
      Tool hidden {"command":"x"} → ok: "found"
  Turn 2
    Message assistant "done"`);
  t.events.assertTranscript();
  await t.dispose();
});

it("tells two calls of the same id apart", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) =>
        pi.on("tool_call", (event: any) => (event.input.command === "no" ? { block: true, reason: "no" } : undefined)),
    ],
    mockTools: { bash: ({ command }) => command },
    replies: [
      { calls: [call("same", "bash", { command: "no" })] },
      { calls: [call("same", "bash", { command: "yes" })] },
      { calls: [call("same", "nobody")] },
      { text: "done" },
    ],
  });
  await t.prompt();
  expect(outcomes(t.events.toolCalls)).toEqual(["bash blocked", "bash ok", "nobody notFound"]);
  expect(t.events.toolResults.map((result) => result.text === "yes")).toEqual([false, true, false]);
  await t.dispose();
});

it("sees hooks and tools that come late, and leaves unsubscribing as it is", async () => {
  const seen: string[] = [];
  let unsubscribe: unknown;
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.on("tool_call", () => void seen.push("load"));
        pi.on("session_start", () => {
          unsubscribe = pi.on("tool_call", () => {
            seen.push("late");
            return { block: true, reason: "late" };
          });
        });
        pi.registerCommand("stop", { handler: async () => (unsubscribe as (() => void) | undefined)?.() });
      },
    ],
    mockTools: { bash: "ran" },
    replies: [
      { calls: [call("a", "bash", { command: "x" })] },
      { text: "done" },
      { calls: [call("b", "bash", { command: "x" })] },
      { text: "done" },
    ],
  });
  await t.prompt();
  await t.prompt("/stop");
  await t.prompt();
  // `pi.on` gives an unsubscribe function from 0.86 on.
  const canUnsubscribe = typeof unsubscribe === "function";
  expect(outcomes(t.events.toolCalls)).toEqual(["bash blocked", canUnsubscribe ? "bash ok" : "bash blocked"]);
  expect(seen).toEqual(["load", "late", "load", ...(canUnsubscribe ? [] : ["late"])]);
  await t.dispose();
});
