// The tree is the same text on every version. Each test draws one run and compares it with one literal.
import { expect, it } from "vitest";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

it("draws messages, tools, blocks, dialogs and errors", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(
          tool("ask", async ({ command }, ctx) => {
            ctx.ui.notify("asking", "info");
            return (await ctx.ui.confirm(command, "Really?")) ? "yes" : "no";
          }),
        );
        pi.on("tool_call", async (event: any, ctx: any) => {
          if (event.toolName !== "bash") return undefined;
          const choice = await ctx.ui.select("Allow bash?", ["Yes", "No"]);
          return choice === "Yes" ? undefined : { block: true, reason: "the user said no" };
        });
        pi.on("agent_end", () => {
          throw new Error("handler broke");
        });
      },
    ],
    ui: { select: ["No", "Yes"], confirm: { Delete: false, Create: true } },
    mockTools: { bash: ({ command }) => `ran ${command}` },
    replies: [
      {
        text: "working",
        calls: [
          call("a", "bash", { command: "rm -rf ." }),
          call("b", "ask", { command: "Delete" }),
          call("c", "bash", { command: "ls" }),
          call("d", "ask", { command: "Create" }),
        ],
      },
      { text: "done" },
    ],
  });
  await t.prompt("Tidy up");
  await t.events.waitFor("agent_end");
  expect(t.events.tree()).toBe(`Agent
  Turn 1
    Message user "Tidy up"
    Message assistant "working"
    Tool bash {"command":"rm -rf ."} → blocked by <inline:1>: "the user said no"
      UI select "Allow bash?" ["Yes","No"] → "No"
    Tool ask {"command":"Delete"} → ok: "no"
      UI notify "asking" "info"
      UI confirm "Delete" "Really?" → false
    Tool bash {"command":"ls"} → ok (mocked): "ran ls"
      UI select "Allow bash?" ["Yes","No"] → "Yes"
    Tool ask {"command":"Create"} → ok: "yes"
      UI notify "asking" "info"
      UI confirm "Create" "Really?" → true
  Turn 2
    Message assistant "done"
  Error <inline:1> agent_end: "handler broke"`);
  await t.dispose();
});

it("draws several runs and the sessions between them", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.on("session_start", (event: any, ctx: any) => ctx.ui.notify(`started ${event.reason}`));
        pi.registerCommand("hello", { handler: async (_args: string, ctx: any) => void (await ctx.ui.input("Name?")) });
      },
    ],
    ui: { input: "Ada" },
    replies: [{ text: "one" }, { text: "two" }, { text: "three" }],
  });
  await t.prompt("first");
  await t.prompt("/hello");
  await t.host.session.reload();
  await t.prompt("second");
  await t.host.runtime.newSession();
  await t.prompt("third");
  expect(t.events.tree()).toBe(`UI notify "started startup"
Agent
  Turn 1
    Message user "first"
    Message assistant "one"
UI input "Name?" → "Ada"
Session reload
UI notify "started reload"
Agent
  Turn 1
    Message user "second"
    Message assistant "two"
Session new
UI notify "started new"
Agent
  Turn 1
    Message user "third"
    Message assistant "three"`);
  t.events.assertTranscript();
  await t.dispose();
});

it("draws failures of the model, custom messages and images", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) =>
        pi.registerCommand("note", {
          handler: async () => pi.sendMessage({ customType: "note", content: "remember", display: true }),
        }),
    ],
    replies: [
      { text: "part", stopReason: "error" },
      { text: "cut", stopReason: "length" },
    ],
  });
  await t.host.session.prompt("look", { images: [{ type: "image", data: pixel, mimeType: "image/png" }] });
  await t.prompt("/note");
  await t.prompt("again");
  expect(t.events.tree()).toBe(`Agent
  Turn 1
    Message user "look" +1 image
    Message assistant "part" (error: scripted failure)
Message custom note "remember"
Agent
  Turn 1
    Message user "again"
    Message assistant "cut" (length)`);
  await t.dispose();
});

it("draws an aborted run", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) =>
        pi.registerTool(
          tool("stopper", (_params, ctx) => {
            ctx.abort();
            return "stopped";
          }),
        ),
    ],
    replies: [{ calls: [call("a", "stopper")] }, { text: "never" }],
  });
  await t.prompt("go");
  expect(t.events.tree()).toBe(`Agent
  Turn 1
    Message user "go"
    Message assistant
    Tool stopper {} → ok: "stopped"
  Turn 2
    Message assistant (aborted)`);
  await t.dispose();
});

it("writes folders, ids and times as what they are", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) =>
        pi.registerTool(
          tool("where", (_params, ctx) => `${ctx.cwd} 0b9a4b0e-6f0a-4b7e-9a53-0d7f8c1b2a3d 2026-11-30T15:18:22.123Z`),
        ),
    ],
    replies: [{ calls: [call("a", "where")] }, { text: "done" }],
  });
  await t.prompt();
  expect(t.events.tree()).toContain('Tool where {} → ok: "<cwd> <uuid> <time>"');
  await t.dispose();
});
