// Streams a response block by block, as providers do, and stops in mid-word when the signal aborts.
import type { AssistantMessage, AssistantMessageEvent } from "@earendil-works/pi-ai";
import type { Block, Response, ScriptedBlock } from "./assistant-message.ts";
import { pause } from "./pause.ts";
import type { PiFacts } from "./pi-seams.ts";
import type { ResponseStream } from "./response-stream.ts";

export interface StreamingOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each event without its partial message, as a provider's raw data. */
  readonly onEvent?: ((data: object) => void | Promise<void>) | undefined;
  /** How a message in progress looks in the release of pi. */
  readonly facts: PiFacts;
}

// Kept from before a test installs fake timers, which would hold the stream for ever.
const realSetImmediate = setImmediate;

/**
 * Streams `response` into `stream` and resolves when it has ended; never rejects for an abort.
 * Returns the milliseconds of a wait that fake timers never ended; the stream is then still open.
 */
export const streamResponse = async (
  stream: ResponseStream,
  { blocks, message, delayMs = 0 }: Response,
  { signal, onEvent, facts }: StreamingOptions,
): Promise<number | undefined> => {
  const done: Block[] = [];
  // A message in progress does not know yet that it will fail.
  const { errorMessage: _late, ...begun } = message;
  const partial = (block?: Block): AssistantMessage => ({
    ...begun,
    content: block ? [...done, block] : [...done],
    stopReason: facts.partialStopReason,
  });
  const aborted = (block?: Block): boolean => {
    if (!signal?.aborted) return false;
    const error: AssistantMessage = { ...partial(block), stopReason: "aborted", errorMessage: "Request was aborted" };
    stream.push({ type: "error", reason: "aborted", error });
    return true;
  };
  const push = (event: AssistantMessageEvent): Promise<void> | undefined => {
    if (onEvent) return Promise.resolve(onEvent(rawOf(event))).then(() => stream.push(event));
    stream.push(event);
    return undefined;
  };

  if (aborted()) return undefined;
  await push({ type: "start", partial: partial() });
  if (delayMs > 0 && (await pause(delayMs, signal)) === "stuck") return delayMs;
  for (const scripted of blocks) {
    if (scripted.delayMs > 0 && (await pause(scripted.delayMs, signal)) === "stuck") return scripted.delayMs;
    if (aborted()) return undefined;
    for (const { event, block, late } of blockEvents(scripted, done.length, partial, facts)) {
      // Without a signal nobody can stop the stream, and nothing has to be waited for.
      if (late && signal) await new Promise<void>((resolve) => realSetImmediate(resolve));
      if (aborted(block)) return undefined;
      const pushed = push(event);
      if (pushed) await pushed;
    }
    done.push(scripted.block);
  }
  if (!aborted()) await push(closing(message));
  return undefined;
};

const closing = (message: AssistantMessage): AssistantMessageEvent => {
  const { stopReason } = message;
  return stopReason === "error" || stopReason === "aborted"
    ? { type: "error", reason: stopReason, error: message }
    : { type: "done", reason: stopReason as "stop" | "length" | "toolUse", message };
};

const rawOf = (event: AssistantMessageEvent): object => {
  const { partial: _, ...raw } = event as AssistantMessageEvent & { partial?: unknown };
  return raw;
};

interface BlockEvent {
  readonly event: AssistantMessageEvent;
  /** What of the block was sent before this event. */
  readonly block: Block;
  /** Whether pi gets to handle all earlier events first, as it would while the next piece is on the wire. */
  readonly late: boolean;
}

function* blockEvents(
  { block, deltas, open }: ScriptedBlock,
  contentIndex: number,
  partial: (block?: Block) => AssistantMessage,
  facts: PiFacts,
): Generator<BlockEvent> {
  if (deltas === 0) return;
  const name = block.type === "toolCall" ? "toolcall" : block.type;
  const whole = wholeText(block);
  let sent = cut(block, "", facts);
  yield { event: { type: `${name}_start`, contentIndex, partial: partial(sent) }, block: sent, late: false };
  let length = 0;
  for (const delta of pieces(whole, deltas)) {
    const before = sent;
    length += delta.length;
    sent = cut(block, whole.slice(0, length), facts);
    yield {
      event: { type: `${name}_delta`, contentIndex, delta, partial: partial(sent) },
      block: before,
      late: length > delta.length,
    };
  }
  if (open) return;
  const end =
    block.type === "toolCall"
      ? ({ type: "toolcall_end", contentIndex, toolCall: block, partial: partial(block) } as const)
      : ({ type: `${block.type}_end`, contentIndex, content: whole, partial: partial(block) } as const);
  yield { event: end as AssistantMessageEvent, block: sent, late: false };
}

const wholeText = (block: Block): string =>
  block.type === "text" ? block.text : block.type === "thinking" ? block.thinking : JSON.stringify(block.arguments);

/** The block as far as `text` of it has arrived. */
const cut = (block: Block, text: string, facts: PiFacts): Block => {
  if (block.type === "text") return { ...block, text };
  if (block.type === "thinking") return { ...block, thinking: text };
  if (text === "") return { ...block, arguments: {} };
  return text === wholeText(block) ? block : { ...block, arguments: facts.partialArguments(text) };
};

/** `text` in at most `count` pieces of nearly equal length; never inside a surrogate pair. */
const pieces = (text: string, count: number): string[] => {
  if (count === 1 && text !== "") return [text];
  const characters = surrogate.test(text) ? Array.from(text) : text;
  const size = Math.max(1, Math.ceil(characters.length / Math.max(1, count)));
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += size) {
    const part = characters.slice(at, at + size);
    parts.push(typeof part === "string" ? part : part.join(""));
  }
  return parts;
};

const surrogate = /[\ud800-\udfff]/;
