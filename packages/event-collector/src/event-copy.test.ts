// A copy of an event equals it, and holds no object of it, whatever the event is made of.
import fc from "fast-check";
import { expect, it } from "vitest";
import { copyEvent, createEventCopier } from "./event-copy.ts";

const data = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const record = fc.dictionary(fc.string(), data, { maxKeys: 3, noNullPrototype: true });
const withMore = <T extends object>(shape: fc.Arbitrary<T>) =>
  fc.tuple(record, shape).map(([more, known]) => ({ ...more, ...known }));

const block = withMore(fc.record({ type: fc.constantFrom("text", "toolCall", "image"), text: data, arguments: data }));
const content = fc.oneof(fc.array(block, { maxLength: 3 }), fc.string(), data);
const usage = withMore(fc.record({ input: fc.nat(), cost: fc.oneof(record, data) }));
const message = withMore(
  fc.record(
    { role: fc.constantFrom("user", "assistant", "toolResult"), content, usage: fc.oneof(usage, data), details: data },
    { requiredKeys: ["role"] },
  ),
);
const result = withMore(fc.record({ content, details: data }, { requiredKeys: [] }));
const event = withMore(
  fc.oneof(
    fc.record({ type: fc.constantFrom("message_start", "message_end"), message: fc.oneof(message, data) }),
    fc.record({ type: fc.constant("turn_end"), message, toolResults: fc.oneof(fc.array(message), data) }),
    fc.record({ type: fc.constant("agent_end"), messages: fc.oneof(fc.array(message), data) }),
    fc.record({ type: fc.constant("tool_execution_start"), args: data }),
    fc.record({ type: fc.constant("tool_execution_update"), args: data, partialResult: fc.oneof(result, data) }),
    fc.record({ type: fc.constant("tool_execution_end"), result: fc.oneof(result, data) }),
    fc.record({ type: fc.constant("tool_result"), input: data, content, details: data }),
    fc.record({ type: fc.constant("input"), text: data }),
  ),
);

const objectsIn = (value: unknown, found = new Set<unknown>()): Set<unknown> => {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  for (const inner of Object.values(value)) objectsIn(inner, found);
  return found;
};

const expectCopy = (copy: unknown, original: unknown) => {
  expect(copy).toStrictEqual(original);
  const own = objectsIn(original);
  for (const object of objectsIn(copy)) expect(own.has(object)).toBe(false);
};

it("copies an event of any kind whole", () => {
  fc.assert(fc.property(event, (original) => expectCopy(copyEvent(original), original)));
});

it("copies what streams whole, at every update", () => {
  const answer = withMore(fc.record({ role: fc.constant("assistant"), content: fc.array(block), usage }));
  const streamed = fc.array(fc.tuple(answer, record));
  fc.assert(
    fc.property(streamed, (updates) => {
      const copier = createEventCopier();
      for (const [partial, inner] of updates) {
        // Without a place the update may be about anything, so all of it is copied.
        const update = { type: "message_update", message: partial, assistantMessageEvent: { ...inner, partial } };
        expectCopy(copier(update as never), update);
      }
    }),
  );
});

it("copies the block an update is about again, and what came since", () => {
  const copier = createEventCopier();
  const blocks = [
    { type: "text", text: "on" },
    { type: "toolCall", arguments: { at: 1 } },
  ];
  const told = (contentIndex: number, ...content: object[]) =>
    copier({
      type: "message_update",
      message: { role: "assistant", content },
      assistantMessageEvent: { type: "text_delta", contentIndex },
    } as never) as unknown as { message: { content: unknown[] } };
  const start = () => void copier({ type: "message_start", message: { role: "assistant", content: [] } } as never);
  start();
  const first = told(0, ...blocks.slice(0, 1));
  (blocks[0] as { text: string }).text = "on it";
  const second = told(0, ...blocks);
  expect(first.message.content).toEqual([{ type: "text", text: "on" }]);
  expect(second.message.content).toEqual([
    { type: "text", text: "on it" },
    { type: "toolCall", arguments: { at: 1 } },
  ]);
  start();
  const next = [{ type: "text", text: "of another message" }, { type: "toolCall" }];
  expect(told(1, ...next).message.content).toEqual(next);
});

it("names functions, and keeps errors as they are", () => {
  const error = new Error("no");
  const copy = copyEvent({ type: "tool_execution_end", result: { content: [], details: { error, run() {} } }, error });
  expect(copy).toEqual({
    type: "tool_execution_end",
    result: { content: [], details: { error, run: "[function run]" } },
    error,
  });
  expect(copy.error).toBe(error);
});
