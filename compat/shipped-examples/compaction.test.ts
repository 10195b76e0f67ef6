// Examples that start a compaction, or bring a summary of their own.
import { createPlaybook, says, type TestSession, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

const settings = { compaction: { keepRecentTokens: 1 } };
const talk = [when("one", [says("First answer.")]), when("two", [says("Second answer.")])];
const compactions = (t: TestSession) =>
  t.session.sessionManager.getEntries().flatMap((entry) => (entry.type === "compaction" ? [entry] : []));
const told = (t: TestSession) => t.ui.notifications.map(({ message }) => message);

it("trigger-compact compacts by its command, with the user's instructions", async () => {
  const t = await withExample("trigger-compact.ts", { settings });
  await t.run(...talk, when("/trigger-compact keep the names"));
  await t.settled();
  expect(told(t)).toEqual(["Compaction started", "Compaction completed"]);
  expect(compactions(t)).toMatchObject([{ summary: expect.stringContaining("A summary of the conversation so far.") }]);
  expect(t.playbook.requests.find(({ kind }) => kind === "summary")?.userText()).toContain("keep the names");
});

it("trigger-compact compacts once the context grows over 100,000 tokens", async () => {
  const t = await withExample("trigger-compact.ts", { settings, models: [{ id: "large", contextWindow: 1_000_000 }] });
  await t.run(
    when("one", [says("Small.", { usage: { input: 50_000 } })]),
    when("two", [says("Large.", { usage: { input: 120_000 } })]),
  );
  await t.settled();
  expect(told(t)).toEqual(["Compaction started", "Compaction completed"]);
  expect(compactions(t)).toHaveLength(1);
});

it("custom-compaction replaces pi's summary by one of the model it asks for", async () => {
  const google = createPlaybook({ "gemini-2.5-flash": [says("All about names.")] });
  const t = await withExample("custom-compaction.ts", {
    settings,
    extensionFactories: [(pi) => pi.registerProvider("google", google.provider.config)],
  });
  await t.run(...talk);
  await t.session.compact();
  expect(compactions(t)).toMatchObject([{ summary: "All about names.", fromHook: true }]);
  expect(google.requests[0]?.userText()).toContain("First answer.");
  expect(t.playbook.requests.map(({ kind }) => kind)).toEqual(["turn", "turn"]);
  google.assertDone();
  google.dispose();
});

it("custom-compaction leaves it to pi when its model answers nothing", async () => {
  const google = createPlaybook({ "gemini-2.5-flash": [says("")] });
  const t = await withExample("custom-compaction.ts", {
    settings,
    extensionFactories: [(pi) => pi.registerProvider("google", google.provider.config)],
  });
  await t.run(...talk);
  await t.session.compact();
  expect(told(t).at(-1)).toBe("Compaction summary was empty, using default compaction");
  expect(compactions(t)).toMatchObject([{ summary: expect.stringContaining("A summary of the conversation so far.") }]);
  google.dispose();
});
