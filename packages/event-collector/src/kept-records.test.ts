// What is on record stays as it was when it came, whatever becomes of it afterwards.
import { expect, it, vi } from "vitest";
import { createEventCollector } from "./index.ts";

const assistant = (...content: object[]): any => ({ type: "message_end", message: { role: "assistant", content } });
const toolCall = (id: string, name = "bash") => ({ type: "toolCall", id, name, arguments: {} });
const recorded = (list: any[]) => {
  const events = createEventCollector();
  for (const event of list) events.record(event);
  return events;
};

it("keeps copies: what changes afterwards does not change the record", () => {
  const call = toolCall("a");
  const message = assistant(call);
  const input: Record<string, unknown> = { list: [1], run: () => 1 };
  Object.assign(call, { arguments: input });
  const events = recorded([message]);
  (input.list as number[]).push(2);
  message.message.content.length = 0;
  expect(events.toolCalls[0]?.input).toEqual({ list: [1], run: "[function run]" });
  expect(events.messages[0]).toMatchObject({ content: [{ id: "a" }] });
});

it("keeps each state of a message that grows", () => {
  const block = { type: "text", text: "a" };
  const message = { role: "assistant", content: [block] };
  const update = (): any => ({
    type: "message_update",
    message,
    assistantMessageEvent: { type: "text_delta", contentIndex: message.content.length - 1, partial: message },
  });
  const events = createEventCollector();
  events.record(update());
  block.text = "ab";
  events.record(update());
  message.content.push({ type: "text", text: "c" });
  events.record(update());
  const texts = events
    .ofType("message_update")
    .map((event: any) => event.message.content.map((part: any) => part.text));
  expect(texts).toEqual([["a"], ["ab"], ["ab", "c"]]);
});

it("keeps the usage of an update as it was, though a provider counts on in place", () => {
  const events = createEventCollector();
  const usage = { input: 1, output: 1, cost: { total: 0 } };
  const message: any = { role: "assistant", content: [{ type: "text", text: "a" }], usage };
  events.record({
    type: "message_update",
    message,
    assistantMessageEvent: { type: "text_delta", contentIndex: 0, partial: message },
  } as any);
  usage.output = 2;
  usage.cost.total = 3;
  expect(events.ofType("message_update")[0]).toMatchObject({
    message: { usage: { output: 1, cost: { total: 0 } } },
    assistantMessageEvent: { partial: { usage: { output: 1, cost: { total: 0 } } } },
  });
});

it("keeps telling times by the clock of its creation when a test installs another", () => {
  const before = performance.now();
  const events = createEventCollector();
  vi.useFakeTimers();
  events.record({ type: "agent_start" } as never);
  vi.useRealTimers();
  const [at = Number.NaN] = events.timeline().map((entry) => entry.at);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at).toBeLessThanOrEqual(performance.now() - before);
});

it("keeps a dialog as it was, with what is no data", () => {
  const events = createEventCollector();
  const options = ["a"];
  const build = () => {};
  events.recordUI({ method: "select", args: ["Which?", options, build], returnValue: { picked: options } });
  options.push("b");
  expect(events.ui).toEqual([{ method: "select", args: ["Which?", ["a"], build], returnValue: { picked: ["a"] } }]);
});
