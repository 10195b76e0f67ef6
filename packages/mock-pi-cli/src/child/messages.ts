// The messages of a session, in pi's shapes and with pi's order of keys.
import type { UsageJSON } from "@pi-testkit/playbook/script";
import type { Model } from "./model.ts";

export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost: Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite" | "total", number>> & {
    readonly totalFromProvider?: boolean;
  };
}

/** A message of any role, as it is written to the wire. */
export interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly timestamp: number;
  readonly stopReason?: string;
  readonly errorMessage?: string;
  readonly usage?: Usage;
  readonly [key: string]: unknown;
}

export interface AssistantMessage extends Message {
  readonly role: "assistant";
  readonly content: readonly Block[];
  readonly usage: Usage;
  readonly stopReason: string;
}

export interface ToolCall extends Block {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export const now = (): number => Date.now();

export const userMessage = (text: string, images: readonly unknown[] = []): Message => ({
  role: "user",
  content: [{ type: "text", text }, ...images],
  timestamp: now(),
});

/** What a user message says, images left out. */
export const textOf = ({ content }: Message): string =>
  Array.isArray(content)
    ? content
        .filter((block: Block) => block.type === "text")
        .map((block: Block) => block.text)
        .join("\n")
    : String(content ?? "");

/** The counts a reply reports unless its step says otherwise; the same as the playbook's. */
export const usageOf = (given: UsageJSON = {}): Usage => {
  const { input = 100, output = 20, cacheRead = 0, cacheWrite = 0, totalTokens, cost, ...more } = given;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens: totalTokens ?? input + output + cacheRead + cacheWrite,
    cost: cost ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    ...more,
  };
};

/** A reply without blocks. */
export const emptyReply = (model: Model, stopReason: string, usage: Usage): AssistantMessage => ({
  role: "assistant",
  content: [],
  api: model.api,
  provider: model.provider,
  model: model.id,
  usage,
  stopReason,
  timestamp: now(),
});

export const toolCallsOf = (message: AssistantMessage): ToolCall[] =>
  message.content.filter((block): block is ToolCall => block.type === "toolCall");
