// Prompts that a test sends itself: which turn a request belongs to is seen from the transcript alone.
import { expect, it } from "vitest";
import { ask, user } from "./fixtures/ask.ts";
import { calls, createPlaybook, fails, says, when } from "./index.ts";

const result = { role: "toolResult", toolCallId: "call-1", content: [], isError: false };

it("does not let a turn that ran dry eat the next one, though both have the same prompt", async () => {
  const playbook = createPlaybook([when("go on", [calls("a")]), when("go on", [says("2")])]);
  await ask(playbook, "go on");
  await ask(playbook, [user("go on"), { role: "assistant", content: [] }, result]);
  expect(playbook.failure?.message).toContain('the turn when("go on") has none left.');
  expect(playbook.consumed).toBe(1);
});

it("begins the next turn with the same prompt sent again", async () => {
  const playbook = createPlaybook([when("go on", [says("1")]), when("go on", [says("2")])]);
  await ask(playbook, "go on");
  const { message } = await ask(playbook, [user("go on"), { role: "assistant", content: [] }, user("go on")]);
  expect(message.content).toEqual([{ type: "text", text: "2" }]);
  playbook.assertDone();
});

it.each([[[]], [[says("3")]]])("fails when the next prompt comes before a turn is over", async (steps) => {
  const playbook = createPlaybook([when("x", [says("1"), says("2")]), when("y", steps)]);
  await ask(playbook, "x");
  const { message } = await ask(playbook, [user("x"), { role: "assistant", content: [] }, user("y")]);
  expect(message.stopReason).toBe("error");
  expect(playbook.failure?.message).toContain('The turn when("x") ended with 1 step unused.');
  expect(playbook.failure).toMatchObject({ code: "left-over", step: 2 });
});

it("goes on with a turn whose request is made again, or that hears another message", async () => {
  const playbook = createPlaybook([when("x", [fails("busy"), says("1"), says("2")]), when("x", [says("3")])]);
  for (const text of ["x", "x", "something else", "x"]) await ask(playbook, text);
  playbook.assertDone();
});
