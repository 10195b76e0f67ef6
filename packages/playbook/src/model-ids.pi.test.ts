// One script for each model id: queues of their own, messages that name the model, models a session can switch to.
import { afterEach, expect, it } from "vitest";
import { ask } from "./fixtures/ask.ts";
import { answersIn, closeSessions, echoTool, openSession } from "./fixtures/session.ts";
import { calls, createPlaybook, says, when } from "./index.ts";

afterEach(closeSessions);

it("offers each id as a model, and plays each from a queue of its own", async () => {
  const playbook = createPlaybook({
    "model-a": [says("a1"), says("a2")],
    "model-b": [calls("echo", { text: "b" }), says("b2")],
  });
  expect(playbook.models.map(({ id }) => id)).toEqual(["model-a", "model-b"]);
  expect(playbook.model.id).toBe("model-a");
  const [a, b] = playbook.models;
  const tools = [{ name: "echo" }];
  const said = async (model: unknown) => (await ask(playbook, "hi", { model }, tools)).message;
  expect((await said(b)).content).toEqual([{ type: "toolCall", id: "call-1", name: "echo", arguments: { text: "b" } }]);
  expect((await said(a)).content).toEqual([{ type: "text", text: "a1" }]);
  const last = await said(b);
  expect([last.content, last.model]).toEqual([[{ type: "text", text: "b2" }], "model-b"]);
  expect(playbook.requests.map(({ modelId, step }) => [modelId, step])).toEqual([
    ["model-b", 1],
    ["model-a", 1],
    ["model-b", 2],
  ]);
  expect([playbook.consumed, playbook.remaining]).toEqual([3, 1]);
  expect(() => playbook.assertDone()).toThrow('The script ended with 1 step of the script for model "model-a" unused.');
});

it("names the model whose script ran dry, and the known ones for a model that has none", async () => {
  const playbook = createPlaybook({ "model-a": [says("a1")], "model-b": [] });
  await ask(playbook, "hi", { model: playbook.models[1] });
  expect(playbook.failure?.message).toContain(
    'The model was asked for step 1 of the script for model "model-b", and the script has none left.',
  );
  const other = createPlaybook({ "model-a": [], "model-b": [] });
  await ask(other, "hi", { model: { ...other.model, id: "model-c" } });
  expect(other.failure?.message).toBe(
    `The model "model-c" was asked, and no script is for it.
  expected: one of model-a, model-b
  received: model-c
What to do: add a script under "model-c" to createPlaybook({ … }).`,
  );
});

it("scripts a second model that the session switches to, and a session that runs inside a tool", async () => {
  const playbook = createPlaybook({
    parent: [when("hi", [calls("child", { text: "sub-task" }), says("parent done")])],
    child: [says("child done")],
    other: [says("switched")],
  });
  const child = await openSession(playbook, { modelId: "child" });
  const delegating = {
    ...echoTool,
    name: "child",
    execute: async (_id: string, { text }: any) => {
      await child.session.prompt(text);
      return { content: [{ type: "text", text: answersIn(child).at(-1) }], details: {} };
    },
  };
  const opened = await openSession(playbook, { customTools: [delegating] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(answersIn(opened)).toEqual(["toolCall", "parent done"]);
  await opened.session.setModel(playbook.models[2] as any);
  await opened.session.prompt("now you");
  expect(answersIn(opened).at(-1)).toBe("switched");
  expect(playbook.requests.map(({ modelId }) => modelId)).toEqual(["parent", "child", "parent", "other"]);
  playbook.assertDone();
});
