// From a step of the script to the reply it stands for, and its events in the order a provider sends them.
import type { QueuedJSON, StepJSON, StepOptionsJSON } from "@pi-testkit/playbook/script";
import type { AbortFlag } from "./abort.ts";
import { type AssistantMessage, type Block, emptyReply, usageOf } from "./messages.ts";
import type { Model } from "./model.ts";

interface StreamedBlock {
  readonly block: Block;
  readonly deltas: number;
  readonly delayMs: number;
  /** Whether the reply failed before the block was over. */
  readonly open?: boolean;
}

interface Reply {
  readonly blocks: readonly StreamedBlock[];
  readonly message: AssistantMessage;
  readonly delayMs: number;
}

/** One event of a stream: what `assistantMessageEvent` holds, and the message as far as it has come. */
export interface StreamEvent {
  readonly type: string;
  readonly contentIndex?: number;
  readonly partial: AssistantMessage;
  readonly [key: string]: unknown;
}

export interface StreamSetting {
  readonly model: Model;
  readonly signal: AbortFlag;
  /** Whether anybody hears of the pieces. */
  readonly streamed: boolean;
  /** The stop reason of a message in progress. */
  readonly partialStopReason: string;
  /** An id for a call that brought none. */
  newCallId(): string;
}

/** Waits; an abort ends the wait. */
export const pause = (milliseconds: number, signal?: AbortFlag): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const over = (): void => {
      clearTimeout(timer);
      forget?.();
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    const forget = signal?.onAbort(over);
  });

const partsOf = (step: StepJSON): readonly StepJSON[] => ("together" in step ? step.together : [step]);

/** What the user sends while the reply is on its way. */
export const queuedOf = (step: StepJSON): readonly QueuedJSON[] =>
  [...new Set([step, ...partsOf(step)])].flatMap((each) => (each as StepOptionsJSON).queued ?? []);

const blockOf = (part: StepJSON, newCallId: () => string): Block => {
  if ("says" in part) return { type: "text", text: part.says, ...part.block };
  if ("thinks" in part) return { type: "thinking", thinking: part.thinks, ...part.block };
  if ("calls" in part) {
    const { id = newCallId(), calls: name, params = {}, block } = part;
    return { type: "toolCall", id, name, arguments: params, ...block };
  }
  throw new Error("a part of a reply is a text, thinking or a call");
};

const streamedBlock = (part: StepJSON, newCallId: () => string): StreamedBlock => {
  const { deltas = 1, delayMs = 0 } = part as StepOptionsJSON;
  return { block: blockOf(part, newCallId), deltas, delayMs };
};

const replyOf = (step: StepJSON, { model, newCallId }: StreamSetting): Reply => {
  if ("fails" in step) {
    const { reason = "error", fails, after = [], usage, delayMs = 0 } = step;
    const blocks = after.map((part, index) => ({
      ...streamedBlock(part, newCallId),
      open: index === after.length - 1,
    }));
    const message = { ...emptyReply(model, reason, usageOf(usage)), errorMessage: fails };
    return { blocks, delayMs, message: { ...message, content: blocks.map(({ block }) => block) } };
  }
  const parts = partsOf(step);
  let options: StepOptionsJSON = "together" in step ? step : {};
  const blocks = parts.map((part) => {
    const own = part as StepOptionsJSON;
    const { usage = options.usage, stopReason = options.stopReason } = own;
    options = { usage, stopReason };
    return streamedBlock(part, newCallId);
  });
  const calls = blocks.some(({ block }) => block.type === "toolCall");
  const reply = emptyReply(model, options.stopReason ?? (calls ? "toolUse" : "stop"), usageOf(options.usage));
  return { blocks, delayMs: 0, message: { ...reply, content: blocks.map(({ block }) => block) } };
};

const textOf = (block: Block): string =>
  block.type === "text"
    ? String(block.text)
    : block.type === "thinking"
      ? String(block.thinking)
      : JSON.stringify(block.arguments);

/** The block as far as `text` of it has come; the arguments of a call show once they are whole. */
const cut = (block: Block, text: string): Block => {
  if (block.type === "text") return { ...block, text };
  if (block.type === "thinking") return { ...block, thinking: text };
  return { ...block, arguments: text === textOf(block) ? block.arguments : {} };
};

/** `text` in at most `count` pieces; never inside a surrogate pair. */
const piecesOf = (text: string, count: number): string[] => {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / Math.max(1, count)));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
};

/** Streams the reply of a step; the last thing it gives is the final message, whatever became of it. */
export async function* streamReply(
  step: StepJSON,
  setting: StreamSetting,
): AsyncGenerator<StreamEvent, AssistantMessage> {
  const { signal } = setting;
  const { blocks, message, delayMs } = replyOf(step, setting);
  const { errorMessage: _late, ...begun } = message;
  const done: Block[] = [];
  let current: Block | undefined;
  const partial = (): AssistantMessage => ({
    ...begun,
    content: current ? [...done, current] : [...done],
    stopReason: setting.partialStopReason,
  });
  const aborted = (): AssistantMessage => ({
    ...partial(),
    stopReason: "aborted",
    errorMessage: "Request was aborted",
  });

  if (signal.aborted) return aborted();
  yield { type: "start", partial: partial() };
  if (delayMs > 0) await pause(delayMs, signal);
  for (const [contentIndex, { block, deltas, delayMs: wait, open }] of blocks.entries()) {
    if (wait > 0) await pause(wait, signal);
    if (signal.aborted) return aborted();
    if (deltas > 0 && setting.streamed) {
      const name = block.type === "toolCall" ? "toolcall" : block.type;
      const whole = textOf(block);
      let length = 0;
      current = cut(block, "");
      yield { type: `${name}_start`, contentIndex, partial: partial() };
      for (const delta of piecesOf(whole, deltas)) {
        if (length > 0) await new Promise<void>((resolve) => setImmediate(resolve));
        if (signal.aborted) return aborted();
        length += delta.length;
        current = cut(block, whole.slice(0, length));
        yield { type: `${name}_delta`, contentIndex, delta, partial: partial() };
      }
      if (open) return signal.aborted ? aborted() : message;
      current = block;
      const end = block.type === "toolCall" ? { toolCall: block } : { content: whole };
      yield { type: `${name}_end`, contentIndex, ...end, partial: partial() };
      current = undefined;
    }
    done.push(block);
  }
  return signal.aborted ? aborted() : message;
}
