// What only extensions are told is on record once, as it was before any handler acted.
import { expect, it } from "vitest";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";

it("hears an input once, whoever changes it, and the one behind an input that was taken", async () => {
  const takesOnce = (pi: any) => {
    let taken = false;
    pi.on("input", ({ text }: any) => {
      if (taken) return { action: "transform", text: `${text}!` };
      taken = true;
      return { action: "handled" };
    });
  };
  const adds = (pi: any) => pi.on("input", ({ text }: any) => ({ action: "transform", text: `${text}?` }));
  const t = await recordedSession({ factories: [takesOnce, adds], replies: [{ text: "one" }, { text: "two" }] });
  for (const words of ["taken", "first", "second"]) await t.prompt(words);
  expect(t.events.ofType("input").map(({ text }) => text)).toEqual(["taken", "first", "second"]);
  expect(t.events.ofType("before_agent_start")).toHaveLength(2);
  await t.dispose();
});

it("hears what is told to one object once, and again when it is told again", async () => {
  const started: string[] = [];
  const listens = (name: string) => (pi: any) => {
    pi.registerTool(tool(name, () => name));
    for (const type of ["session_start", "tool_result"]) pi.on(type, () => void started.push(`${name} ${type}`));
  };
  const t = await recordedSession({
    factories: [listens("one"), listens("two")],
    replies: [{ calls: [call("a", "one"), call("b", "two")] }, { text: "done" }],
  });
  await t.prompt();
  await t.host.session.reload();
  expect(t.events.ofType("session_start").map(({ reason }) => reason)).toEqual(["startup", "reload"]);
  expect(
    t.events
      .ofType("tool_result")
      .map(({ toolCallId }) => toolCallId)
      .toSorted(),
  ).toEqual(["a", "b"]);
  expect(started).toHaveLength(8);
  await t.dispose();
});

it("hears a session start before its handlers act, and what nobody else listens to", async () => {
  const asks = (pi: any) => pi.on("session_start", (_event: any, ctx: any) => ctx.ui.notify("here"));
  const t = await recordedSession({ factories: [asks], replies: [] });
  const kinds = t.events.timeline().map(({ source, type }) => `${source} ${type}`);
  expect(kinds.indexOf("extension session_start")).toBeLessThan(kinds.indexOf("ui notify"));
  await t.dispose();
  expect(t.events.once("session_shutdown")).toMatchObject({ reason: "quit" });
});

it("keeps unsubscribing a handler possible", async ({ skip }) => {
  let returns: unknown;
  const seen: string[] = [];
  const once = (pi: any) => {
    const off = pi.on("input", ({ text }: any) => {
      seen.push(text);
      off?.();
      return { action: "handled" };
    });
    returns = off;
  };
  const t = await recordedSession({ factories: [once], replies: [{ text: "one" }] });
  skip(typeof returns !== "function", "pi.on() gives no way to unsubscribe before 0.86");
  await t.prompt("first");
  await t.prompt("second");
  expect(seen).toEqual(["first"]);
  expect(t.events.ofType("input").map(({ text }) => text)).toEqual(["first", "second"]);
  await t.dispose();
});
