// The model of the real arm: an inline extension whose provider answers from a list. Shared state sits outside the
// factory, since pi runs factories again on every reload and replacement.
import type { AssistantMessage, AssistantMessageEvent, Context, Model } from "@earendil-works/pi-ai";
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { asReply, type ReplyParts } from "../packages/fake-pi-runtime/src/fake-reply.ts";
import type { Reply } from "./stage.ts";

export const providerId = "scripted";
const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const blocksOf = (parts: ReplyParts): object[] => [
  ...(parts.thinking === undefined ? [] : [{ type: "thinking" as const, thinking: parts.thinking }]),
  ...(parts.text === undefined ? [] : [{ type: "text" as const, text: parts.text }]),
  ...parts.calls.map((call) => ({ type: "toolCall" as const, id: call.id, name: call.name, arguments: call.params })),
];

const eventsOf = (message: AssistantMessage, index: number): AssistantMessageEvent[] => {
  const block = message.content[index];
  const at = { contentIndex: index, partial: message };
  if (block?.type === "text")
    return [
      { type: "text_start", ...at },
      { type: "text_delta", delta: block.text, ...at },
      { type: "text_end", content: block.text, ...at },
    ];
  if (block?.type === "thinking")
    return [
      { type: "thinking_start", ...at },
      { type: "thinking_delta", delta: block.thinking, ...at },
      { type: "thinking_end", content: block.thinking, ...at },
    ];
  if (block?.type === "toolCall")
    return [
      { type: "toolcall_start", ...at },
      { type: "toolcall_delta", delta: JSON.stringify(block.arguments), ...at },
      { type: "toolcall_end", toolCall: block, ...at },
    ];
  return [];
};

export interface ScriptedModel {
  readonly requests: { messages: unknown[]; tools: string[] }[];
  extension(pi: ExtensionAPI): void;
}

export const createScriptedModel = (replies: readonly Reply[], reasoning: boolean): ScriptedModel => {
  const requests: ScriptedModel["requests"] = [];
  let next = 0;
  let calls = 0;
  const streamSimple = (model: Model<string>, context: unknown, options: unknown) => {
    const stream = createAssistantMessageEventStream();
    const request = context as Context & { tools?: { name: string }[] };
    const settings = (options ?? {}) as {
      signal?: AbortSignal;
      onPayload?(payload: unknown, model: unknown): unknown;
      onResponse?(response: unknown, model: unknown): unknown;
    };
    const isTurn = settings.onPayload !== undefined;
    const run = async () => {
      const base = { role: "assistant" as const, api: model.api, provider: model.provider, model: model.id, usage };
      const messages = structuredClone(request.messages) as { role: string }[];
      requests.push({ messages: messages.filter((message) => message.role !== "system"), tools: [] });
      if (isTurn) {
        await settings.onPayload?.({ model: model.id, messages: messages.length }, model);
        await settings.onResponse?.({ status: 200, headers: { "x-scripted": "1" } }, model);
      }
      const reply = isTurn ? asReply(await replies[next++], () => `call-${++calls}`) : asReply("summary", () => "");
      await reply.wait?.(settings.signal);
      const aborted = settings.signal?.aborted === true;
      const failed = aborted || reply.error !== undefined;
      const message: AssistantMessage = {
        ...base,
        content: (failed ? [] : blocksOf(reply)) as AssistantMessage["content"],
        stopReason: aborted
          ? "aborted"
          : reply.error !== undefined
            ? "error"
            : (reply.stopReason ?? (reply.calls.length > 0 ? "toolUse" : "stop")),
        ...(aborted ? { errorMessage: "Request was aborted" } : {}),
        ...(!aborted && reply.error !== undefined ? { errorMessage: reply.error } : {}),
        timestamp: Date.now(),
      } as AssistantMessage;
      stream.push({ type: "start", partial: { ...message, content: [] } });
      await new Promise((resolve) => setImmediate(resolve));
      if (failed) {
        stream.push({ type: "error", reason: aborted ? "aborted" : "error", error: message });
      } else {
        for (const index of message.content.keys()) for (const event of eventsOf(message, index)) stream.push(event);
        stream.push({ type: "done", reason: message.stopReason as "stop", message });
      }
      stream.end(message);
    };
    void run();
    return stream;
  };
  return {
    requests,
    extension: (pi) => {
      const model = (id: string, thinks: boolean) => ({
        id,
        name: id,
        reasoning: thinks,
        input: ["text" as const, "image" as const],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 100_000,
        maxTokens: 1000,
      });
      pi.registerProvider(providerId, {
        name: "Scripted",
        api: "scripted-api",
        baseUrl: "http://scripted.invalid",
        apiKey: "none",
        models: [model("main", reasoning), model("other", reasoning), model("thinker", true), model("plain", false)],
        streamSimple: streamSimple as never,
      });
    },
  };
};
