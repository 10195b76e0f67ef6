// What is recorded of a request, and for how long.
import { expect, it } from "vitest";
import { ask, user } from "./fixtures/ask.ts";
import { createPlaybook, type ModelRequest, says } from "./index.ts";

const image = { type: "image", data: "aGk=", mimeType: "image/png" };

it("keeps a copy taken when the model was asked", async () => {
  const playbook = createPlaybook([says("a"), says("b")]);
  const messages: any[] = [{ role: "user", content: [{ type: "text", text: "one" }, image], timestamp: 1 }];
  await ask(playbook, messages, { reasoning: "high", maxTokens: 9, headers: { a: "b" }, apiKey: "secret" }, [
    { name: "echo", description: "Says it", parameters: { type: "object" }, execute: () => {} },
  ]);
  messages[0].content[0].text = "changed";
  messages.push(user("two"));
  await ask(playbook, messages);
  const [first, second] = playbook.requests;
  expect(first).toEqual({
    step: 1,
    kind: "turn",
    modelId: "scripted",
    systemPrompt: "",
    tools: [{ name: "echo", description: "Says it", parameters: { type: "object" } }],
    messages: [{ role: "user", content: [{ type: "text", text: "one" }, image], timestamp: 1 }],
    options: { reasoning: "high", maxTokens: 9, headers: { a: "b" } },
  });
  expect([first?.userText(), second?.userText()]).toEqual(["one", "two"]);
  expect(playbook.lastRequest()).toBe(second);
  expect(playbook.requestFor(1)).toBe(first);
  expect(playbook.requestFor(3)).toBeUndefined();
});

it("copies what two requests have in common once, and again as soon as it differs", async () => {
  const playbook = createPlaybook([says("a"), says("b"), says("c")]);
  const first: any = { role: "user", content: [{ type: "text", text: "one", note: undefined }], timestamp: 1 };
  const messages: any[] = [first];
  await ask(playbook, messages);
  messages.push(user("two"));
  await ask(playbook, messages);
  first.content[0].text = "changed";
  await ask(playbook, messages);
  const [a, b, c] = playbook.requests;
  expect(b?.messages[0]).toBe(a?.messages[0]);
  expect([a, b, c].map((request) => request?.messages.map(({ content }) => content[0].text ?? content))).toEqual([
    ["one"],
    ["one", "two"],
    ["changed", "two"],
  ]);
});

it("folds system messages into one prompt and one list of tools, as older releases send them", async () => {
  const playbook = createPlaybook([says("a")]);
  await ask(playbook, [
    {
      role: "system",
      content: "Base.",
      sections: { skills: "Skills.", date: "Monday." },
      toolsAdded: [{ name: "read" }, { name: "bash" }],
    },
    user("hi"),
    { role: "system", content: [], sections: { date: "Tuesday.", skills: null }, toolsRemoved: [{ name: "bash" }] },
    { role: "system", content: "", toolsAdded: [{ name: "edit" }] },
  ]);
  expect(playbook.requests[0]).toMatchObject({
    systemPrompt: "Base.\n\nTuesday.",
    tools: [{ name: "read" }, { name: "edit" }],
    messages: [{ role: "user", content: "hi" }],
  });
});

it("says where a message holds itself", async () => {
  const playbook = createPlaybook([says("a"), says("b")]);
  const details: any = { name: "tree", children: [{ name: "left" }, { name: "right" }] };
  for (const child of details.children) Object.assign(child, { parent: details, self: child });
  const messages = [user("hi"), { role: "toolResult", details }];
  await ask(playbook, messages);
  await ask(playbook, messages);
  const child = (name: string) => ({ name, parent: "[circular]", self: "[circular]" });
  for (const request of playbook.requests)
    expect(request.messages[1]).toEqual({
      role: "toolResult",
      details: { name: "tree", children: [child("left"), child("right")] },
    });
});

it("copies what cannot be cloned, without its functions", async () => {
  const playbook = createPlaybook([says("a")]);
  await ask(playbook, [user("hi"), { role: "toolResult", details: { n: 1, render: () => {} } }]);
  expect(playbook.requests[0]?.messages[1]).toEqual({ role: "toolResult", details: { n: 1 } });
});

it("keeps the newest ones with keepRequests, none with 0, and tells each to onRequest", async () => {
  for (const keepRequests of [0, 1, 2, "all"] as const) {
    const heard: (number | undefined)[] = [];
    const onRequest = ({ step }: ModelRequest) => void heard.push(step);
    const playbook = createPlaybook([says("a"), says("b"), says("c")], { keepRequests, onRequest });
    for (const text of ["1", "2", "3"]) await ask(playbook, text);
    const kept = keepRequests === "all" ? 3 : keepRequests;
    expect(playbook.requests.map(({ step }) => step)).toEqual([1, 2, 3].slice(3 - kept));
    expect(heard).toEqual([1, 2, 3]);
  }
});

it("gives expecting() the request, step by step", async () => {
  const seen: string[] = [];
  const playbook = createPlaybook([
    says("a").expecting((request) => void seen.push(request.userText())),
    says("b")
      .expecting(() => {})
      .expecting(async (request) => {
        expect(request.userText()).toBe("2");
      }),
  ]);
  await ask(playbook, "1");
  await ask(playbook, "3");
  expect(seen).toEqual(["1"]);
  expect(playbook.failure).toMatchObject({ code: "callback-threw", step: 2 });
  expect(playbook.failure?.message).toMatch(/^Step 2 expected another request: expected '3' to be '2'/);
  expect((playbook.failure as Error).cause).toMatchObject({ name: "AssertionError" });
});

it("fails the run when onRequest throws", async () => {
  const playbook = createPlaybook([says("a")], {
    onRequest: () => {
      throw new Error("no");
    },
  });
  await ask(playbook, "1");
  expect(() => playbook.assertDone()).toThrow(/^The onRequest option threw at the request of step 1: no\n/);
});

it("has no headers where pi gives empty ones, so that requests are alike on every version", async () => {
  const playbook = createPlaybook([says("a"), says("b")]);
  await ask(playbook, "1", { headers: {}, maxTokens: 5 });
  await ask(playbook, "2", { headers: { a: "b" } });
  expect(playbook.requests.map(({ options }) => options)).toEqual([{ maxTokens: 5 }, { headers: { a: "b" } }]);
});
