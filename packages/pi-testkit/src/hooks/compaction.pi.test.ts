// Compaction: pi's own summary is answered apart from the script; an extension may bring its own.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, type TestSession, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const settings = { compaction: { keepRecentTokens: 1 } };
const talk = [when("one", [says("First.")]), when("two", [says("Second.")])];
const compactions = (t: TestSession) =>
  t.session.sessionManager.getEntries().flatMap((entry) => (entry.type === "compaction" ? [entry] : []));

it("asks for a summary without eating a step, and goes on from it", async () => {
  const seen: unknown[] = [];
  const t = await withExtension(
    (pi) =>
      pi.on(
        "session_compact",
        ({ compactionEntry, fromExtension }) =>
          void seen.push([compactionEntry.summary.startsWith("A summary"), fromExtension]),
      ),
    { settings },
  );
  await t.run(...talk);
  await t.session.compact("keep names");
  await t.run(when("three", [says("Third.")]));
  expect(t.playbook.requests.map(({ kind, step }) => [kind, step])).toContainEqual(["summary", undefined]);
  expect(t.playbook.requestFor(3)).toMatchObject({ kind: "turn" });
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).toContain("A summary of the conversation so far.");
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).not.toContain("First.");
  expect(seen).toEqual([[true, false]]);
});

it("takes an extension's own summary, and asks no model", async () => {
  const own = (pi: ExtensionAPI) => {
    pi.on("session_before_compact", ({ preparation: { firstKeptEntryId, tokensBefore } }) => ({
      compaction: { summary: "In short: two answers.", firstKeptEntryId, tokensBefore },
    }));
  };
  const t = await withExtension(own, { settings });
  await t.run(...talk);
  await t.session.compact();
  await t.run(when("three", [says("Third.")]));
  expect(compactions(t)).toMatchObject([{ summary: "In short: two answers.", fromHook: true }]);
  expect(t.playbook.requests.map(({ kind }) => kind)).toEqual(["turn", "turn", "turn"]);
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).toContain("In short: two answers.");
});

it("is started by an extension, and settled() waits for it", async () => {
  const done: string[] = [];
  const t = await withExtension(
    (pi) => {
      pi.registerCommand("shrink", {
        description: "compacts",
        handler: async (_args, ctx) => ctx.compact({ onComplete: ({ summary }) => void done.push(summary) }),
      });
    },
    { settings },
  );
  await t.run(...talk, when("/shrink"));
  await t.settled();
  expect(compactions(t)).toHaveLength(1);
  expect(done).toHaveLength(1);
});
