// Turns a step into the response it stands for: blocks, usage, stop reason. Knows nothing of streaming.
import type { AssistantMessage, Usage } from "@earendil-works/pi-ai";
import type { ModelLike } from "./model.ts";
import type { QueuedMessage } from "./queued-messages.ts";
import type { ScriptedStep } from "./script-queue.ts";
import type { StepOptions } from "./step.ts";

export type Block = AssistantMessage["content"][number];

/** A block with how it is streamed. */
export interface ScriptedBlock {
  readonly block: Block;
  readonly deltas: number;
  readonly delayMs: number;
  /** Whether the response failed before the block was over. */
  readonly open?: boolean;
}

/** The whole response of one step. */
export interface Response {
  readonly blocks: readonly ScriptedBlock[];
  readonly message: AssistantMessage;
  /** Milliseconds between the start and a response that fails, or what it sends before. */
  readonly delayMs?: number;
  /** What the user sends while it is on its way. */
  readonly queued?: readonly QueuedMessage[];
  /** The step it was made of; summaries and stops have none. */
  readonly scripted?: ScriptedStep;
}

/** The usage a response reports unless its step says otherwise, in tokens; its cost is zero. */
export const defaultUsage: Readonly<Usage> = {
  input: 100,
  output: 20,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 120,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const withoutUndefined = <T extends object>(value: T): T =>
  Object.values(value).includes(undefined)
    ? (Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T)
    : value;

/**
 * Adds a step's usage to the defaults. The total is the sum of the four counts, unless it is given.
 * @param output what the response is said to have cost if the step does not say.
 */
const usageOf = (given: Partial<Usage> = {}, output: number = defaultUsage.output): Usage => {
  const usage = { ...defaultUsage, output, ...withoutUndefined(given) };
  return {
    ...usage,
    totalTokens: given.totalTokens ?? usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
    cost: { ...usage.cost },
  };
};

/** Everything of a response but its blocks. */
export const emptyMessage = (
  model: ModelLike,
  timestamp: number,
  { usage, stopReason = "stop" }: Pick<StepOptions, "usage" | "stopReason"> = {},
): AssistantMessage => ({
  role: "assistant",
  content: [],
  api: model.api,
  provider: model.provider,
  model: model.id,
  // A length stop below the model's limit makes pi compact and try again (0.84 on); by default it is the limit.
  usage: usageOf(usage, stopReason === "length" ? model.maxTokens : undefined),
  stopReason,
  timestamp,
});

/** How a block is streamed; an empty text has no delta to send. */
export const scriptedBlock = (block: Block, options: StepOptions): ScriptedBlock => ({
  block,
  deltas: options.deltas ?? 1,
  delayMs: options.delayMs ?? 0,
});
