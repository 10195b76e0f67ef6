// Commands that replace or reload the session, as in pi.
import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { afterEach, expect, it } from "vitest";
import { calls, createTestSession, says, type TestSession, when } from "./index.ts";

let t: TestSession;
afterEach(() => t.dispose());

const started: string[] = [];
const command =
  (name: string, handler: (args: string, ctx: ExtensionCommandContext) => Promise<unknown>) => (pi: ExtensionAPI) => {
    pi.on("session_start", (event) => void started.push(event.reason));
    pi.registerCommand(name, { description: name, handler: async (args, ctx) => void (await handler(args, ctx)) });
  };
const start = async (name: string, handler: (args: string, ctx: ExtensionCommandContext) => Promise<unknown>) => {
  started.length = 0;
  t = await createTestSession({ extensionFactories: [command(name, handler)], mockTools: { bash: "mocked" } });
};
const turn = (text: string) => when(text, [calls("bash", { command: "false" }), says(`after ${text}`)]);
const users = () => t.session.messages.filter((message) => message.role === "user").length;

it("starts a new session, and `session` is the current one", async () => {
  await start("fresh", (_args, ctx) => ctx.newSession());
  await t.run(turn("one"));
  const first = t.session;
  const file = first.sessionFile as string;
  await t.run(when("/fresh"));
  expect(t.session).not.toBe(first);
  expect(t.session.messages.filter((message) => message.role === "user")).toEqual([]);
  await t.run(turn("two"));
  expect(t.events.toolResults.map((result) => result.text)).toEqual(["mocked", "mocked"]);
  expect(started).toEqual(["startup", "new"]);
  expect(readdirSync(dirname(file))).toHaveLength(2);
});

it("sends the model on from withSession", async () => {
  await start("handoff", (_args, ctx) => ctx.newSession({ withSession: (next) => next.sendUserMessage("carry on") }));
  await t.run(turn("one"));
  await t.run(when("/handoff", [says("carried on")]));
  expect(t.session.messages.at(-1)).toMatchObject({
    role: "assistant",
    content: [{ type: "text", text: "carried on" }],
  });
});

it("forks before a user message", async () => {
  await start("fork", (_args, ctx) => {
    const entry = ctx.sessionManager
      .getEntries()
      .findLast((each) => each.type === "message" && each.message.role === "user");
    return ctx.fork(entry?.id as string);
  });
  await t.run(turn("one"), turn("two"));
  await t.run(when("/fork"));
  expect(users()).toBe(1);
  await t.run(turn("three"));
  expect(started).toEqual(["startup", "fork"]);
  expect(t.events.toolResults.every((result) => result.mocked)).toBe(true);
});

it("switches back to an earlier session", async () => {
  await start("go", (args, ctx) => (args ? ctx.switchSession(args) : ctx.newSession()));
  await t.run(turn("one"));
  const file = t.session.sessionFile as string;
  await t.run(when("/go"));
  await t.run(when(`/go ${file}`));
  expect(t.session.sessionFile).toBe(file);
  expect(users()).toBe(1);
  await t.run(turn("two"));
  expect(started).toEqual(["startup", "new", "resume"]);
});

it("navigates the tree", async () => {
  await start("back", (_args, ctx) => {
    const entry = ctx.sessionManager
      .getEntries()
      .find((each) => each.type === "message" && each.message.role === "assistant");
    return ctx.navigateTree(entry?.id as string);
  });
  await t.run(when("one", [says("1")]), when("two", [says("2")]));
  await t.run(when("/back"));
  expect(users()).toBe(1);
});

it("reloads, and the mocks hold", async () => {
  await start("again", (_args, ctx) => ctx.reload());
  await t.run(turn("one"));
  const same = t.session;
  await t.run(when("/again"));
  expect(t.session).toBe(same);
  await t.run(turn("two"));
  expect(started).toEqual(["startup", "reload"]);
  expect(t.events.toolResults.every((result) => result.mocked)).toBe(true);
});

it("leaves nothing behind", async () => {
  await start("fresh", (_args, ctx) => ctx.newSession());
  await t.run(turn("one"));
  await t.run(when("/fresh"));
  const folder = dirname(t.agentDir);
  expect(existsSync(folder)).toBe(true);
  await t.dispose();
  expect(existsSync(folder)).toBe(false);
});

it("takes away what the old session's extensions put on the screen, and keeps what the last one did", async () => {
  const shows = (pi: ExtensionAPI) => {
    pi.on("session_start", (event, ctx) => {
      if (event.reason === "startup") ctx.ui.setStatus("only", "at startup");
    });
    pi.registerCommand("fresh", { description: "f", handler: async (_args, ctx) => void (await ctx.newSession()) });
    pi.registerCommand("again", { description: "a", handler: (_args, ctx) => ctx.reload() });
    pi.registerCommand("show", { description: "s", handler: async (args, ctx) => ctx.ui.setStatus("shown", args) });
  };
  t = await createTestSession({ extensionFactories: [shows] });
  expect([...t.ui.status]).toEqual([["only", "at startup"]]);
  await t.run(when("/fresh"));
  expect([...t.ui.status]).toEqual([]);
  await t.run(when("/show one"), when("/again"));
  expect([...t.ui.status]).toEqual([]);
  await t.run(when("/show two"));
  await t.dispose();
  expect([...t.ui.status]).toEqual([["shown", "two"]]);
});
