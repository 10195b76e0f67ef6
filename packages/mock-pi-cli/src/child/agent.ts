// The run: prompts become turns, replies come from the script, tools run, the queue is delivered. Knows no mode.
import type { Profile } from "../wire-changes.ts";
import { type Abort, type AbortFlag, createAbort } from "./abort.ts";
import type { Answers } from "./answers.ts";
import { clock } from "./clock.ts";
import { compactAlone, omitReply } from "./compaction.ts";
import { type AssistantMessage, emptyReply, type Message, textOf, toolCallsOf, usageOf } from "./messages.ts";
import type { Model } from "./model.ts";
import { pause, queuedOf, type StreamEvent, streamReply } from "./reply.ts";
import { isRetryable } from "./retryable.ts";
import type { RunSettings } from "./run-settings.ts";
import { type QueuedMessage, queued, type Session } from "./session.ts";
import { systemMessage } from "./system-message.ts";
import { executeCalls } from "./tool-calls.ts";
import type { Tool } from "./tools/tool.ts";

export type Emit = (event: Readonly<Record<string, unknown>>) => void;

/** What a run works on; the session may be replaced between runs. */
export interface AgentState {
  session: Session;
  model: Model;
  thinkingLevel: string;
  steeringMode: string;
  followUpMode: string;
  autoRetry: boolean;
  autoCompaction: boolean;
  readonly steering: QueuedMessage[];
  readonly followUp: QueuedMessage[];
  /** Those of the response, which in RPC mode may be claimed with the first prompt. */
  tools: ReadonlyMap<string, Tool>;
  answers: Answers;
  /** Called when a compaction begins that pi starts by itself. */
  onCompaction?: () => void;
  readonly settings: RunSettings;
  readonly has: Profile;
}

export interface Agent {
  readonly streaming: boolean;
  /** Runs a prompt to its end, retries included. */
  run(prompts: readonly Message[]): Promise<void>;
  /** Aborts the run; resolves when it is over. */
  abort(): Promise<void>;
  abortRetry(): void;
  tellQueue(): void;
}

const nobody: Emit = () => {};

/** @param listener told every event; without one no reply is streamed in pieces. */
export const createAgent = (state: AgentState, listener?: Emit): Agent => {
  const { has } = state;
  const emit = listener ?? nobody;
  let controller: Abort | undefined;
  let retryWait: Abort | undefined;
  let idle: Promise<void> = Promise.resolve();
  let callIds = 0;
  let attempt = 0;
  const waitingForAbort: (() => void)[] = [];
  const tellAborted = (): void => {
    for (const resolve of waitingForAbort.splice(0)) resolve();
  };

  const tellQueue = (): void =>
    emit({
      type: "queue_update",
      steering: state.steering.map(({ text }) => text),
      followUp: state.followUp.map(({ text }) => text),
    });

  const took = (queue: QueuedMessage[], mode: string): QueuedMessage[] =>
    mode === "all" ? queue.splice(0) : queue.splice(0, 1);

  const add = (message: Message, added: Message[]): void => {
    state.session.messages.push(message);
    added.push(message);
    state.session.append("message", { message });
  };

  const announce = (message: Message, added: Message[]): void => {
    emit({ type: "message_start", message });
    emit({ type: "message_end", message });
    add(message, added);
  };

  /** A queued message leaves the queue, is told of, and only then begins. */
  const deliver = (taken: readonly QueuedMessage[], added: Message[]): void => {
    for (const { message } of taken) {
      tellQueue();
      announce(message, added);
    }
  };

  const updateOf = ({ partial, ...event }: StreamEvent): Readonly<Record<string, unknown>> => {
    const { id, name } = (partial.content.at(-1) ?? {}) as { id?: string; name?: string };
    const named = event.type === "toolcall_start" && has("toolCallStartNamed") ? { id, toolName: name } : {};
    if (has("deltaOnly"))
      return {
        type: "message_update",
        ...(has("updateUsage") && { usage: partial.usage }),
        assistantMessageEvent: { ...event, ...named },
      };
    return { type: "message_update", assistantMessageEvent: { ...event, partial }, message: partial };
  };

  const finish = (message: AssistantMessage, started: number): AssistantMessage => ({
    ...message,
    ...(has("durations") && { durationMs: Math.round(clock() - started) }),
    ...(has("messageThinkingLevel") && { thinkingLevel: state.thinkingLevel }),
  });

  const reply = async (signal: AbortFlag): Promise<AssistantMessage> => {
    const started = clock();
    const lastUser = state.session.messages.findLast(({ role }) => role === "user");
    if (signal.aborted && has("abortedUnasked")) {
      const reason = has("abortIsNoError") ? "aborted" : "error";
      const { timestamp, ...rest } = emptyReply(state.model, reason, usageOf({ input: 0, output: 0 }));
      const message = finish({ ...rest, errorMessage: "This operation was aborted", timestamp }, started);
      emit({ type: "message_start", message });
      emit({ type: "message_end", message });
      return message;
    }
    const step = signal.aborted ? { says: "" } : state.answers.next(lastUser ? textOf(lastUser) : "");
    for (const message of queuedOf(step)) {
      const { text, images } = typeof message === "string" ? { text: message } : message;
      state.steering.push(queued(text, images));
      tellQueue();
    }
    const stream = streamReply(step, {
      streamed: listener !== undefined,
      model: state.model,
      signal,
      partialStopReason: has("pendingStopReason") ? "pending" : "stop",
      newCallId: () => `call-${++callIds}`,
    });
    let begun = false;
    for (let item = await stream.next(); ; item = await stream.next()) {
      if (item.done) {
        const message = finish(item.value, started);
        if (!begun) emit({ type: "message_start", message });
        emit({ type: "message_end", message });
        return message;
      }
      begun = true;
      if (item.value.type === "start") emit({ type: "message_start", message: item.value.partial });
      else emit(updateOf(item.value));
      await undefined;
    }
  };

  /** Turns until there is nothing to do; returns the last reply and what was added. */
  const turns = async (prompts: readonly Message[], signal: AbortFlag): Promise<AssistantMessage> => {
    const added: Message[] = [];
    emit({ type: "agent_start" });
    emit({ type: "turn_start" });
    const system = has("systemMessages") ? systemMessage(state) : undefined;
    for (const message of system && prompts.length > 0 ? [system, ...prompts] : prompts) announce(message, added);
    let pending = took(state.steering, state.steeringMode);
    if (prompts.length === 0 && pending.length === 0 && attempt === 0)
      pending = took(state.followUp, state.followUpMode);
    for (let first = true; ; first = false) {
      if (!first) emit({ type: "turn_start" });
      deliver(pending, added);
      pending = [];
      const message = await reply(signal);
      if (attempt > 0 && message.stopReason !== "error" && message.stopReason !== "aborted") {
        add(message, added);
        emit({ type: "auto_retry_end", success: true, attempt });
        attempt = 0;
      } else add(message, added);
      if (message.stopReason === "error" || message.stopReason === "aborted") {
        emit({ type: "turn_end", message, toolResults: [] });
        endRun(message, added);
        return message;
      }
      const calls = toolCallsOf(message);
      const toolResults = await executeCalls(calls, {
        tools: state.tools,
        cwd: state.session.cwd,
        signal,
        has,
        emit: (event) => {
          emit(event);
        },
      });
      for (const result of toolResults) announce(result, added);
      emit({ type: "turn_end", message, toolResults });
      pending = took(state.steering, state.steeringMode);
      if (calls.length > 0 || pending.length > 0) continue;
      pending = took(state.followUp, state.followUpMode);
      if (pending.length > 0) continue;
      endRun(message, added);
      return message;
    }
  };

  const willRetry = (message: AssistantMessage): boolean =>
    state.autoRetry &&
    message.stopReason === "error" &&
    !state.answers.failed &&
    isRetryable(message.errorMessage ?? "") &&
    attempt < state.settings.retry.maxRetries;

  const endRun = (message: AssistantMessage, messages: readonly Message[]): void =>
    emit({ type: "agent_end", messages, ...(has("willRetry") && { willRetry: willRetry(message) }) });

  /** Waits and clears the failed reply away; false when the wait was cancelled. */
  const prepareRetry = async (failed: AssistantMessage): Promise<boolean> => {
    const { maxRetries, baseDelayMs } = state.settings.retry;
    const delayMs = baseDelayMs * 2 ** attempt;
    attempt++;
    const errorMessage = failed.errorMessage ?? "";
    emit({ type: "auto_retry_start", attempt, maxAttempts: maxRetries, delayMs, errorMessage });
    omitReply(state, failed, emit);
    retryWait = createAbort();
    await pause(delayMs, retryWait.signal);
    const cancelled = retryWait.signal.aborted;
    retryWait = undefined;
    if (!cancelled) return true;
    emit({ type: "auto_retry_end", success: false, attempt, finalError: "Retry cancelled" });
    attempt = 0;
    return false;
  };

  const retries = async (failed: AssistantMessage, signal: AbortFlag): Promise<AssistantMessage> => {
    let last = failed;
    while (willRetry(last)) {
      if (!(await prepareRetry(last))) return last;
      last = await turns([], signal);
    }
    if (attempt > 0) {
      emit({ type: "auto_retry_end", success: false, attempt, finalError: last.errorMessage });
      attempt = 0;
    }
    return last;
  };

  /** Before 0.86.0 an abort went on with what was queued. */
  const goesOn = (): boolean =>
    state.steering.length + state.followUp.length > 0 && has("abortRunsQueue") && !has("abortKeepsQueue");

  const whole = async (prompts: readonly Message[]): Promise<void> => {
    let recovering = false;
    for (let more: readonly Message[] | undefined = prompts; more !== undefined; ) {
      controller = createAbort();
      const { signal } = controller;
      const last = await retries(await turns(more, signal), signal);
      const aborted = last.stopReason === "aborted" || signal.aborted;
      more = aborted && goesOn() ? [] : undefined;
      if (more === undefined && compactAlone(state, last, recovering, emit)) {
        recovering = true;
        more = [];
        continue;
      }
      if (more !== undefined) {
        if (!has("abortRunsQueueFirst")) {
          tellAborted();
          await new Promise<void>((resolve) => setImmediate(resolve));
        }
        continue;
      }
      controller = undefined;
      if (has("agentSettled")) emit({ type: "agent_settled", ...(has("settledAborted") && { aborted }) });
    }
  };

  const start = (prompts: readonly Message[]): Promise<void> => {
    const run = whole(prompts).finally(() => {
      controller = undefined;
      tellAborted();
    });
    idle = run;
    return run;
  };

  return {
    get streaming() {
      return controller !== undefined;
    },
    run: start,
    async abort() {
      if (controller === undefined) return;
      controller.abort();
      retryWait?.abort();
      await Promise.race([idle, new Promise<void>((resolve) => waitingForAbort.push(resolve))]);
    },
    abortRetry: () => retryWait?.abort(),
    tellQueue,
  };
};
