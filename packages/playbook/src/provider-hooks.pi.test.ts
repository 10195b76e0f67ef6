// The hooks of pi around a provider's request fire as they do with a real provider.
import { afterEach, expect, it } from "vitest";
import { answersIn, closeSessions, openSession } from "./fixtures/session.ts";
import { answers, calls, createPlaybook, says, when } from "./index.ts";

afterEach(closeSessions);

it("fires them in order, with a payload, a response and, where pi knows it, the events of the stream", async () => {
  const heard: string[] = [];
  const payloads: any[] = [];
  const raw: any[] = [];
  const extension = (pi: any): void => {
    pi.on("before_provider_headers", () => void heard.push("headers"));
    pi.on("before_provider_request", ({ payload }: any) => {
      heard.push("request");
      payloads.push(payload);
    });
    pi.on("after_provider_response", ({ status }: any) => void heard.push(`response ${status}`));
    pi.on("provider_stream_event", (event: any) => {
      heard.push(event.data.type);
      raw.push(event);
    });
    pi.on(
      "message_update",
      ({ assistantMessageEvent }: any) => void heard.push(`update ${assistantMessageEvent.type}`),
    );
  };
  const playbook = createPlaybook([when("hi", [says("hello", { deltas: 2 })])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(payloads[0]).toMatchObject({ model: "scripted", messages: [{ role: "user" }] });
  expect(payloads[0].tools.map(({ name }: any) => name)).toContain("bash");
  expect(payloads[0].systemPrompt).not.toBe("");
  const streamed = ["text_start", "text_delta", "text_delta", "text_end"];
  const later = heard.filter((name) => !["headers", ...streamed, "start", "done"].includes(name));
  expect(later).toEqual(["request", "response 200", ...streamed.map((name) => `update ${name}`)]);
  if (raw.length === 0) return; // up to 0.98
  expect(heard[0]).toBe("headers");
  expect(raw.map(({ data }) => data.type)).toEqual(["start", ...streamed, "done"]);
  expect(raw[2]).toMatchObject({
    provider: "playbook",
    model: "scripted",
    data: { delta: "he" + "l", contentIndex: 0 },
  });
  expect(raw.every(({ data }) => !("partial" in data))).toBe(true);
});

it("records and answers what a before_provider_request handler put in place of the payload", async () => {
  const extension = (pi: any): void => {
    pi.on("before_provider_request", ({ payload }: any) => ({
      ...payload,
      messages: [{ role: "user", content: "something else", timestamp: 1 }],
    }));
  };
  const playbook = createPlaybook([
    when("hi", [answers((request) => says(`heard ${request.userText()} of ${request.messages.length}`))]),
  ]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(answersIn(opened)).toEqual(["heard something else of 1"]);
  expect(playbook.requests[0]).toMatchObject({
    messages: [{ content: "something else" }],
    payload: { messages: [{ content: "something else" }] },
  });
  expect(playbook.lastRequest()?.userText()).toBe("something else");
});

it("records a payload only when a handler put one in place of what was sent", async () => {
  const playbook = createPlaybook([when("hi", [says("hello")])]);
  const opened = await openSession(playbook);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(playbook.requests[0]).not.toHaveProperty("payload");
});

it("records what a handler changed in place, and changes neither earlier records nor the session", async () => {
  let asked = 0;
  const extension = (pi: any): void =>
    pi.on("before_provider_request", ({ payload }: any) => {
      if (++asked < 2) return;
      payload.messages[0].content = `changed for request ${asked}`;
      payload.tools.find(({ name }: any) => name === "read").parameters.title = "changed";
    });
  const reads = () => calls("read", { path: "absent" });
  const playbook = createPlaybook([when("hi", [reads(), reads(), says("c")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const titleOf = (tools: readonly any[] | undefined) => tools?.find(({ name }) => name === "read")?.parameters.title;
  expect(playbook.requests.map(({ tools, userText }) => [userText(), titleOf(tools)])).toEqual([
    ["hi", undefined],
    ["changed for request 2", "changed"],
    ["changed for request 3", "changed"],
  ]);
  expect(JSON.stringify(opened.session.messages)).not.toContain("changed for request");
  expect(titleOf(opened.session.getAllTools())).toBeUndefined();
});

it("keeps a payload of another shape as it is, and goes on with the request that was made", async () => {
  const extension = (pi: any): void => pi.on("before_provider_request", () => "not an object");
  const playbook = createPlaybook([when("hi", [says("hello")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(playbook.requests[0]?.payload).toBe("not an object");
  expect(playbook.lastRequest()?.userText()).toBe("hi");
});

it("hands over the headers that a before_provider_headers handler set, from 0.80.4 on", async () => {
  let fired = false;
  const extension = (pi: any): void =>
    pi.on("before_provider_headers", ({ headers }: any) => {
      fired = true;
      headers["x-mine"] = "1";
    });
  const playbook = createPlaybook([when("hi", [says("hello")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  if (fired) expect(playbook.requests[0]?.options.headers).toMatchObject({ "x-mine": "1" });
  else expect(playbook.requests[0]?.options.headers).toBeUndefined();
});

it("goes on when a handler throws, which pi reports", async () => {
  const extension = (pi: any): void => {
    for (const name of ["before_provider_request", "after_provider_response", "provider_stream_event"]) {
      pi.on(name, () => {
        throw new Error(`${name} broke`);
      });
    }
  };
  const playbook = createPlaybook([when("hi", [says("hello")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(answersIn(opened)).toEqual(["hello"]);
  expect(opened.errors[0]).toBe("before_provider_request: before_provider_request broke");
  expect(opened.errors).toContain("after_provider_response: after_provider_response broke");
});
