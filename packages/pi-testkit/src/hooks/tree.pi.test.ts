// Tree navigation: back to an earlier point, with or without a summary of what is left behind.
import { expect, it } from "vitest";
import { says, type TestSession, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const talk = [when("one", [says("1")]), when("two", [says("2")])];
const answerId = (t: TestSession, nth: number) =>
  t.session.sessionManager
    .getEntries()
    .filter((entry) => entry.type === "message" && entry.message.role === "assistant")[nth]?.id as string;
const users = (t: TestSession) =>
  t.session.messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.content)] : []));

it("goes back, and the branch left behind is not sent to the model", async () => {
  const seen: unknown[] = [];
  const t = await withExtension((pi) =>
    pi.on(
      "session_tree",
      ({ oldLeafId, newLeafId, summaryEntry }) => void seen.push([oldLeafId, newLeafId, summaryEntry]),
    ),
  );
  await t.run(...talk);
  const [first, second] = [answerId(t, 0), answerId(t, 1)];
  expect(await t.session.navigateTree(first)).toMatchObject({ cancelled: false });
  expect(seen).toEqual([[second, first, undefined]]);
  await t.run(when("three", [says("3")]));
  expect(users(t)).toHaveLength(2);
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).not.toContain("two");
});

it("summarises the branch left behind, without eating a step", async () => {
  const t = await withExtension(() => {});
  await t.run(...talk);
  await t.session.navigateTree(answerId(t, 0), { summarize: true });
  await t.run(when("three", [says("3")]));
  expect(t.playbook.requests.map(({ kind }) => kind)).toEqual(["turn", "turn", "summary", "turn"]);
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).toContain("A summary of the conversation so far.");
});

it("takes an extension's own summary of the branch", async () => {
  const t = await withExtension((pi) =>
    pi.on("session_before_tree", () => ({ summary: { summary: "They said two." } })),
  );
  await t.run(...talk);
  await t.session.navigateTree(answerId(t, 0), { summarize: true });
  await t.run(when("three", [says("3")]));
  expect(t.playbook.requests.map(({ kind }) => kind)).toEqual(["turn", "turn", "turn"]);
  expect(JSON.stringify(t.playbook.requestFor(3)?.messages)).toContain("They said two.");
});
