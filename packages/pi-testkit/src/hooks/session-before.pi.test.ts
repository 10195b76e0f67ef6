// session_before_*: an extension keeps the session from being replaced, forked, compacted or moved in its tree.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const events = [
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_before_tree",
] as const;
const cancels = (seen: unknown[]) => (pi: ExtensionAPI) => {
  const cancel = (...what: unknown[]) => {
    seen.push(what);
    return { cancel: true };
  };
  pi.on("session_before_switch", ({ reason }) => cancel("switch", reason));
  pi.on("session_before_fork", ({ entryId }) => cancel("fork", entryId));
  pi.on("session_before_compact", () => cancel("compact"));
  pi.on("session_before_tree", ({ preparation }) => cancel("tree", preparation.targetId));
};
const talk = [when("one", [says("1")]), when("two", [says("2")])];
const settings = { compaction: { keepRecentTokens: 1 } };

it("cancels each of them, and the session stays as it was", async () => {
  const seen: unknown[] = [];
  const t = await withExtension(cancels(seen), { settings });
  await t.run(...talk);
  const { session } = t;
  const before = session.sessionManager.getEntries();
  const first = before.find((entry) => entry.type === "message")?.id as string;

  expect(await t.runtime.newSession()).toEqual({ cancelled: true });
  expect(await t.runtime.switchSession(session.sessionFile as string)).toEqual({ cancelled: true });
  expect(await t.runtime.fork(first)).toMatchObject({ cancelled: true });
  expect(await session.navigateTree(first)).toMatchObject({ cancelled: true });
  await expect(session.compact()).rejects.toThrow("Compaction cancelled");

  expect(seen).toEqual([["switch", "new"], ["switch", "resume"], ["fork", first], ["tree", first], ["compact"]]);
  expect(t.session).toBe(session);
  expect(session.sessionManager.getEntries()).toEqual(before);
  expect(t.playbook.requests).toHaveLength(2);
});

it("lets the first cancel win", async () => {
  const late: string[] = [];
  const listens = (pi: ExtensionAPI) => {
    for (const event of events) pi.on(event as "session_before_switch", () => void late.push(event));
  };
  const t = await withExtension(cancels([]), { extensionFactories: [listens] });
  await t.runtime.newSession();
  expect(late).toEqual([]);
});

it("lets a cancelled command go on with what it was told", async () => {
  const outcomes: unknown[] = [];
  const t = await withExtension((pi) => {
    cancels([])(pi);
    pi.registerCommand("fresh", {
      description: "starts a new session",
      handler: async (_args, ctx) => void outcomes.push(await ctx.newSession()),
    });
  });
  await t.run(when("/fresh"));
  expect(outcomes).toEqual([{ cancelled: true }]);
});
