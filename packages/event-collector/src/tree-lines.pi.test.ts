// Every line of the README's closed list, drawn once from real runs, as the same text on every version.
import { Agent } from "@earendil-works/pi-agent-core";
import { cancelled } from "@pi-testkit/mock-ui";
import { calls, createPlaybook, fails, thinks, together } from "@pi-testkit/playbook";
import { expect, it } from "vitest";
import { bareSession } from "./fixtures/bare-session.ts";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";
import { undrawn, unlisted } from "./fixtures/tree-rules.ts";
import { createEventCollector } from "./index.ts";

const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = { type: "image", data, mimeType: "image/png" };

const decide = ({ toolCallId }: any) => {
  if (toolCallId === "mute") return { block: true };
  if (toolCallId === "told") return { block: true, reason: "no" };
  if (toolCallId === "broken") throw new Error("hook broke");
  return undefined;
};

const extension = (pi: any) => {
  pi.registerTool(tool("fine", () => "fine"));
  pi.registerTool(
    tool("fails", () => {
      throw new Error("failed");
    }),
  );
  pi.registerTool(
    tool("asks", async (_params, ctx) => {
      ctx.ui.setTitle("Title");
      await ctx.ui.select("Which?", ["a", "b"]);
      await ctx.ui.confirm("Sure?", "Really");
      await ctx.ui.custom(() => ({}));
      return "";
    }),
  );
  pi.registerTool(tool("stops", (_params, ctx) => ctx.abort() ?? "stopped"));
  pi.on("tool_call", decide);
  pi.registerCommand("note", {
    handler: async () => pi.sendMessage({ customType: "note", content: "remember", display: true }),
  });
  pi.registerCommand("fail", {
    handler: async () => {
      throw new Error("command broke");
    },
  });
};

const everyKindOfCall = [
  call("a", "bash", { command: "ls" }),
  call("b", "fine"),
  call("c", "fails"),
  call("d", "asks"),
  call("mute", "fine"),
  call("told", "fine"),
  call("broken", "fine"),
  call("e", "fine", { command: { deep: 1 } }),
  call("f", "nobody"),
];

const run = async (): Promise<string> => {
  const t = await recordedSession({
    factories: [extension],
    ui: { select: cancelled, confirm: true },
    mockTools: { bash: "a.txt" },
    replies: [
      { text: "working", calls: everyKindOfCall },
      { text: "cut", stopReason: "length" },
      { text: "part", calls: [call("g", "fine")], stopReason: "error" },
      { calls: [call("h", "stops")] },
    ],
  });
  await t.host.session.prompt("one", { images: [image] });
  await t.host.session.prompt("two", { images: [image, image] });
  await t.prompt("/note");
  await t.prompt("/fail");
  await t.prompt("three");
  await t.dispose();
  return t.events.tree();
};

const followingSessions = async (): Promise<string> => {
  const settings = { compaction: { keepRecentTokens: 1 } };
  const t = await recordedSession({ settings, replies: [{ text: "one" }, { text: "a summary" }] });
  await t.prompt();
  const { runtime, session } = t.host;
  await session.compact();
  const [entry] = session.sessionManager.getEntries().filter((each: any) => each.message?.role === "user");
  await runtime.fork(entry.id);
  await runtime.switchSession(session.sessionFile);
  await t.host.session.reload();
  await runtime.newSession();
  await t.dispose();
  return t.events.tree();
};

const withoutExtension = async (): Promise<string> => {
  const events = createEventCollector();
  const t = await bareSession({ replies: [], onSession: events.attach });
  await t.runtime.newSession();
  await t.dispose();
  return events.tree();
};

const agent = async (): Promise<string> => {
  const playbook = createPlaybook([together(thinks("hm"), calls("fails")), fails('no\nmodel "x"')]);
  const events = createEventCollector();
  let running = "";
  const failing = tool("fails", () => {
    running = events.tree();
    throw new Error("failed");
  });
  const own = new Agent({
    streamFn: playbook.streamFn,
    initialState: { model: playbook.model, tools: [failing] },
  } as any);
  events.attach(own);
  await own.prompt("go");
  return `${running}\n${events.tree()}`;
};

const everyLine = `Agent
  Turn 1
    Message user "one" +1 image
    Message assistant "working"
    Tool bash {"command":"ls"} → ok (mocked): "a.txt"
    Tool fine {} → ok: "fine"
    Tool fails {} → error: "failed"
    Tool asks {} → ok
      UI setTitle "Title"
      UI select "Which?" ["a","b"] → dismissed
      UI confirm "Sure?" "Really" → true
      UI custom → dismissed
    Tool fine {} → blocked by <inline:1>
    Tool fine {} → blocked by <inline:1>: "no"
    Tool fine {} → blockedByError by <inline:1>: "hook broke"
    Tool fine {"command":{"deep":1}} → invalid
    Tool nobody {} → notFound
  Turn 2
    Message assistant "cut" (length)
Agent
  Turn 1
    Message user "two" +2 images
    Message assistant "part" (error: scripted failure)
    Tool fine {} → notExecuted
Message custom note "remember"
Error command:fail command: "command broke"
Agent
  Turn 1
    Message user "three"
    Message assistant
    Tool stops {} → ok: "stopped"
  Turn 2
    Message assistant (aborted)
Agent
  Turn 1
    Message user "go"
    Message assistant "one"
Compaction manual
Session fork
Session resume
Session reload
Session new
Session replaced
Agent
  Turn 1
    Message user "go"
    Message assistant +thinking
    Tool fails {} → running
Agent
  Turn 1
    Message user "go"
    Message assistant +thinking
    Tool fails {} → unknown
  Turn 2
    Message assistant (error: no\\nmodel "x")`;

it("draws every line as the same text on every version", async () => {
  const trees = [await run(), await followingSessions(), await withoutExtension(), await agent()];
  expect(trees.join("\n")).toBe(everyLine);
});

it("draws what the README lists, and nothing else", () => {
  expect(unlisted(everyLine)).toEqual([]);
  expect(undrawn(everyLine)).toEqual([]);
});
