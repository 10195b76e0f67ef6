// Copies of events. V8 spreads a record several times as fast as it copies one key by key, as long as a place in the code
// meets few shapes. So each kind of record that events are made of is spread at a place of its own; what is not known here
// is copied as any other data.
import { asSourceEvent, type SourceEvent } from "./pi-seams.ts";
import { snapshot } from "./snapshot.ts";

type Data = Record<string, unknown>;

const isRecord = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Copies what a spread record still shares with its original. */
const unshare = <T extends Data>(copy: T, original: Data): T => {
  for (const key in copy) {
    const item: unknown = copy[key];
    if (typeof item === "object" ? item !== null && item === original[key] : typeof item === "function")
      copy[key] = snapshot(item) as never;
  }
  return copy;
};

const copyCost = (cost: unknown) => (isRecord(cost) ? unshare({ ...cost }, cost) : snapshot(cost));
const copyUsage = (usage: unknown) =>
  isRecord(usage) && "cost" in usage ? unshare({ ...usage, cost: copyCost(usage.cost) }, usage) : snapshot(usage);

const copyBlock = (block: unknown) => (isRecord(block) ? unshare({ ...block }, block) : snapshot(block));
const copyContent = (content: unknown) => (Array.isArray(content) ? content.map(copyBlock) : snapshot(content));

const copyAnswer = (message: Data) =>
  unshare({ ...message, content: copyContent(message.content), usage: copyUsage(message.usage) }, message);
const copyInput = (message: Data) => unshare({ ...message, content: copyContent(message.content) }, message);
const copyMessage = (message: unknown) => {
  if (!isRecord(message) || !("content" in message)) return snapshot(message);
  return message.role === "assistant" && "usage" in message ? copyAnswer(message) : copyInput(message);
};
const copyMessages = (messages: unknown) => (Array.isArray(messages) ? messages.map(copyMessage) : snapshot(messages));

const copyResult = (result: unknown) =>
  isRecord(result) && "content" in result
    ? unshare({ ...result, content: copyContent(result.content) }, result)
    : snapshot(result);

const kinds: Readonly<Record<string, ((event: Data) => Data) | undefined>> = {
  message_start: (event) => unshare({ ...event, message: copyMessage(event.message) }, event),
  message_end: (event) => unshare({ ...event, message: copyMessage(event.message) }, event),
  turn_end: (event) =>
    unshare({ ...event, message: copyMessage(event.message), toolResults: copyMessages(event.toolResults) }, event),
  agent_end: (event) => unshare({ ...event, messages: copyMessages(event.messages) }, event),
  tool_execution_start: (event) => unshare({ ...event }, event),
  tool_execution_update: (event) => unshare({ ...event, partialResult: copyResult(event.partialResult) }, event),
  tool_execution_end: (event) => unshare({ ...event, result: copyResult(event.result) }, event),
  tool_result: (event) => unshare({ ...event, content: copyContent(event.content) }, event),
};

/** A copy of an event that stands for itself; those of a message that streams belong together. */
export const copyEvent = <E extends { type: string }>(event: E): E =>
  (isRecord(event) ? (kinds[event.type] ?? snapshot)(event) : snapshot(event)) as E;

interface Update extends Data {
  type: "message_update";
  message?: Data;
  assistantMessageEvent?: Data & { contentIndex?: number };
}

const isUpdate = (event: { type: string }): event is Update => event.type === "message_update";

/**
 * Copies the events of one source. While a message streams every update carries all of it, with only the block the update
 * is about changed: blocks that have been copied are used again.
 */
export const createEventCopier = (): ((event: SourceEvent) => SourceEvent) => {
  let blocks: unknown[] = [];

  const copyStreamed = (content: readonly unknown[], changed: number | undefined): unknown[] => {
    const known = changed === undefined ? 0 : Math.min(blocks.length, content.length);
    blocks = blocks.slice(0, known);
    if (changed !== undefined && changed < known) blocks[changed] = copyBlock(content[changed]);
    for (let index = known; index < content.length; index++) blocks.push(copyBlock(content[index]));
    return blocks;
  };

  const copyPartial = (message: Data, changed: number | undefined): Data => {
    const copy = { ...message };
    if (Array.isArray(copy.content)) copy.content = copyStreamed(copy.content, changed);
    // A provider counts its usage in place while it streams.
    if (copy.usage !== undefined) copy.usage = copyUsage(copy.usage);
    return unshare(copy, message);
  };

  const copyUpdate = (event: Update): Data => {
    const { message, assistantMessageEvent: inner } = event;
    const copy = { ...event };
    if (message !== undefined) copy.message = copyPartial(message, inner?.contentIndex);
    if (inner !== undefined) {
      const told = { ...inner };
      if (told.partial !== undefined) told.partial = copy.message;
      copy.assistantMessageEvent = unshare(told, inner);
    }
    return unshare(copy, event);
  };

  return (event) => {
    if (isUpdate(event)) return asSourceEvent(copyUpdate(event));
    if (event.type === "message_start") blocks = [];
    return copyEvent(event);
  };
};
