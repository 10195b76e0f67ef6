// One low-level run: turns, tool batches, queued messages, until the model stops. The model is the test's replies.
// When runs start, what they start with, and what follows them is in agent-run.ts.

import { argumentValidator } from "./argument-validation.ts";
import { toModelMessages } from "./boundary-context.ts";
import type { FakeHost } from "./fake-host.ts";
import { noUsage } from "./fake-model.ts";
import { asReply, type ReplyParts } from "./fake-reply.ts";
import type { FakeSession } from "./fake-session.ts";
import type { NestedTools } from "./nested-tools.ts";
import { as } from "./pi-seams.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import { renderPrompt } from "./prompt-options.ts";
import type { SessionEvents } from "./session-events.ts";
import { lateUpdate } from "./silent-losses.ts";
import { type BatchHost, refuseBatch, runBatch } from "./tool-batch.ts";
import { messageOf, type ToolCall } from "./tool-call.ts";

export interface AgentLoop {
  /** Starts with `messages`; with none it goes on from the transcript. */
  run(messages: readonly LooseMessage[], options?: { skipFirstSteering?: boolean }): Promise<void>;
}

const textBlock = (text: string) => ({ type: "text", text });

const blocksOf = (reply: ReplyParts): Record<string, unknown>[] => [
  ...(reply.thinking === undefined ? [] : [{ type: "thinking", thinking: reply.thinking }]),
  ...(reply.text === undefined ? [] : [textBlock(reply.text)]),
  ...reply.calls.map(({ id, name, params }) => ({ type: "toolCall", id, name, arguments: params })),
];

const deltasOf = (block: Record<string, unknown>): Record<string, unknown>[] => {
  if (block.type === "toolCall")
    return [
      { type: "toolcall_start" },
      { type: "toolcall_delta", delta: JSON.stringify(block.arguments) },
      { type: "toolcall_end", toolCall: block },
    ];
  const kind = block.type === "thinking" ? "thinking" : "text";
  const text = String(block[kind]);
  return [{ type: `${kind}_start` }, { type: `${kind}_delta`, delta: text }, { type: `${kind}_end`, content: text }];
};

export const createAgentLoop = (
  host: FakeHost,
  session: FakeSession,
  events: SessionEvents,
  nested: NestedTools,
): AgentLoop => {
  const { queue, store } = session;
  const signal = () => session.controller?.signal;
  const emitMessage = async (message: LooseMessage) => {
    await events.emit({ type: "message_start", message });
    await events.emit({ type: "message_end", message });
  };

  /** The provider hooks of one request, in pi's order; returns what the model gets. */
  const prepareRequest = async (): Promise<LooseMessage[]> => {
    const { hub } = session.runner;
    const messages = await hub.emit<LooseMessage[]>("context", {
      messages: store.buildSessionProjection().messages,
    });
    if (signal()?.aborted) return messages;
    await hub.emit("before_provider_headers", { headers: {} });
    await hub.emit("before_provider_request", { payload: { model: session.model?.id, messages: messages.length } });
    await hub.emit("after_provider_response", { status: 200, headers: { "x-scripted": "1" } });
    return messages;
  };

  /** What the test says the model answers. A failing callback is kept by the host; the run ends with an error. */
  const answerTo = async (messages: readonly LooseMessage[]): Promise<ReplyParts> => {
    try {
      const reply = await host.reply({
        messages: toModelMessages(messages).filter(({ role }) => role !== "system"),
        tools: session.tools.activeNames(),
        systemPrompt: renderPrompt(session.runPrompt ?? session.promptOptions()),
        signal: signal(),
      });
      await reply.wait?.(signal());
      return reply;
    } catch (thrown) {
      return { ...asReply(undefined, () => ""), error: messageOf(thrown) };
    }
  };

  const stream = async (): Promise<LooseMessage> => {
    const { model } = session;
    const started = host.clock.now();
    const base = {
      role: "assistant",
      api: model?.api,
      provider: model?.provider,
      model: model?.id,
      usage: structuredClone(noUsage),
    };
    const fail = (stopReason: string, errorMessage: string, content: unknown[] = []): LooseMessage => ({
      ...base,
      content,
      stopReason,
      errorMessage,
      timestamp: host.clock.now(),
      durationMs: host.clock.now() - started,
      thinkingLevel: session.thinkingLevel,
    });
    const messages = await prepareRequest();
    if (signal()?.aborted) {
      const aborted = fail("aborted", "Request was aborted");
      await emitAssistant(aborted, []);
      return aborted;
    }
    const reply = await answerTo(messages);
    if (signal()?.aborted || reply.error !== undefined) {
      const failed = signal()?.aborted
        ? fail("aborted", "Request was aborted")
        : fail("error", reply.error ?? "The model failed");
      await emitAssistant(failed, []);
      return failed;
    }
    const content = blocksOf(reply);
    const stopReason = reply.stopReason ?? (reply.calls.length > 0 ? "toolUse" : "stop");
    const message = {
      ...base,
      content,
      stopReason,
      timestamp: host.clock.now(),
      durationMs: host.clock.now() - started,
      thinkingLevel: session.thinkingLevel,
    };
    await emitAssistant(message, content);
    return message;
  };

  const emitAssistant = async (message: LooseMessage, content: readonly Record<string, unknown>[]) => {
    const failed = message.stopReason === "error" || message.stopReason === "aborted";
    await events.emit({ type: "message_start", message: { ...message, ...(failed ? {} : { content: [] }) } });
    for (const [contentIndex, block] of content.entries())
      for (const delta of deltasOf(block))
        await events.emit({
          type: "message_update",
          message: { ...message },
          assistantMessageEvent: { ...delta, contentIndex, partial: message },
        });
    await events.emit({ type: "message_end", message });
  };

  const batchHost = async (): Promise<BatchHost> => ({
    find: (name) => (session.tools.isActive(name) ? session.tools.get(name)?.definition : undefined),
    validator: await argumentValidator(),
    get signal() {
      return signal();
    },
    emitToolCall: (event) => session.runner.hub.emit("tool_call", event),
    emitToolResult: async (event) =>
      session.runner.hub.hasHandlers("tool_result") ? session.runner.hub.emit("tool_result", event) : undefined,
    createContext: (id, callSignal) => session.runner.createToolContext(id, callSignal),
    lateUpdate: (partial) => host.silent(lateUpdate(partial)),
    now: host.clock.now,
    timestamp: host.clock.now,
    emit: async (event) => {
      const message = as<LooseMessage | undefined>(event.message);
      if (event.type === "message_start" && message?.role === "toolResult") {
        const record = nested.takeRecord(String(message.toolCallId));
        if (record) message.nestedCalls = record;
      }
      await events.emit(event);
    },
  });

  const turn = async (): Promise<{ message: LooseMessage; more: boolean; failed: boolean; goOn: boolean }> => {
    const message = await stream();
    if (message.stopReason === "error" || message.stopReason === "aborted") {
      await events.endTurn(message, []);
      return { message, more: false, failed: true, goOn: false };
    }
    const calls = as<ToolCall[]>(message.content).filter(({ type }) => type === "toolCall");
    let toolResults: LooseMessage[] = [];
    let more = false;
    if (calls.length > 0) {
      const batch = await batchHost();
      const done = message.stopReason === "length" ? await refuseBatch(calls, batch) : await runBatch(calls, batch);
      toolResults = done.messages;
      more = !done.terminate;
    }
    const goOn = await events.endTurn(message, toolResults);
    return { message, more, failed: false, goOn };
  };

  /** A request that failed before the model answered, as pi's agent records it. */
  const fail = async (thrown: unknown) => {
    const message: LooseMessage = {
      role: "assistant",
      content: [textBlock("")],
      api: session.model?.api,
      provider: session.model?.provider,
      model: session.model?.id,
      usage: structuredClone(noUsage),
      stopReason: signal()?.aborted ? "aborted" : "error",
      errorMessage: thrown instanceof Error ? thrown.message : String(thrown),
      timestamp: host.clock.now(),
    };
    await emitMessage(message);
    await events.endTurn(message, []);
    await events.emit({ type: "agent_end", messages: [message] });
  };

  return {
    run: async (messages, options = {}) => {
      session.controller = new AbortController();
      const made: LooseMessage[] = [];
      const unlisten = events.collect(made);
      try {
        await events.emit({ type: "agent_start" });
        await events.emit({ type: "turn_start" });
        for (const message of events.withSystemUpdate(messages)) await emitMessage(message);
        let pending = options.skipFirstSteering ? [] : queue.take("steering");
        let isFirst = true;
        let explicit = false;
        outer: while (true) {
          let more = true;
          while (more || pending.length > 0) {
            if (!isFirst) {
              if (pending.length === 0) pending = queue.take("steering");
              await events.emit({ type: "turn_start" });
            }
            isFirst = false;
            for (const message of events.withSystemUpdate(pending)) await emitMessage(message);
            pending = [];
            const done = await turn();
            if (done.failed) break outer;
            more = done.more;
            explicit = done.goOn;
            pending = queue.take("steering");
            if (more || pending.length > 0) explicit = false;
          }
          const followUps = queue.take("followUp");
          if (followUps.length > 0) {
            explicit = false;
            pending = followUps;
            continue;
          }
          if (explicit) {
            explicit = false;
            continue;
          }
          break;
        }
        await events.emit({ type: "agent_end", messages: made });
      } catch (thrown) {
        await fail(thrown);
      } finally {
        unlisten();
        session.controller = undefined;
      }
    },
  };
};
