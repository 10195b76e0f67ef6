// The tool calls of one assistant message: preflight in source order, then in parallel, unless one of the tools is
// sequential. It emits the execution events and the messages; one call is tool-call.ts's business.

import type { LooseMessage } from "./pi-shapes.ts";
import {
  errorResult,
  type FinishedCall,
  prepareCall,
  runPreparedCall,
  type ToolCall,
  type ToolCallHost,
} from "./tool-call.ts";

export interface BatchHost extends Omit<ToolCallHost, "onUpdate"> {
  /** Emits to the extensions and keeps the session in step. */
  emit(event: Record<string, unknown> & { type: string }): Promise<void>;
  timestamp(): number;
}

export interface BatchResult {
  readonly calls: FinishedCall[];
  readonly messages: LooseMessage[];
  /** No further request: every result asked to terminate. */
  readonly terminate: boolean;
}

const startEvent = (call: ToolCall) => ({
  type: "tool_execution_start",
  toolCallId: call.id,
  toolName: call.name,
  args: call.arguments,
});

const endEvent = ({ toolCall, result, isError, durationMs }: FinishedCall) => ({
  type: "tool_execution_end",
  toolCallId: toolCall.id,
  toolName: toolCall.name,
  result,
  isError,
  ...(durationMs === undefined ? {} : { durationMs }),
});

const messageOf = ({ toolCall, result, isError, durationMs }: FinishedCall, timestamp: number): LooseMessage => ({
  role: "toolResult",
  toolCallId: toolCall.id,
  toolName: toolCall.name,
  content: result.content ?? [],
  details: result.details,
  usage: result.usage,
  isError,
  ...(durationMs === undefined ? {} : { durationMs }),
  timestamp,
});

const callHost = (host: BatchHost, call: ToolCall): ToolCallHost => ({
  ...host,
  get signal() {
    return host.signal;
  },
  onUpdate: (partialResult) =>
    host.emit({
      type: "tool_execution_update",
      toolCallId: call.id,
      toolName: call.name,
      args: call.arguments,
      partialResult,
    }),
});

const emitMessage = async (message: LooseMessage, host: BatchHost) => {
  await host.emit({ type: "message_start", message });
  await host.emit({ type: "message_end", message });
};

const batchOf = (calls: FinishedCall[], messages: LooseMessage[]): BatchResult => ({
  calls,
  messages,
  terminate: calls.length > 0 && calls.every(({ result }) => result.terminate === true),
});

const inSequence = async (calls: readonly ToolCall[], host: BatchHost): Promise<BatchResult> => {
  const finished: FinishedCall[] = [];
  const messages: LooseMessage[] = [];
  for (const call of calls) {
    await host.emit(startEvent(call));
    const own = callHost(host, call);
    const prepared = await prepareCall(call, {}, own);
    const done = "failed" in prepared ? prepared.failed : await runPreparedCall(call, prepared, {}, own);
    await host.emit(endEvent(done));
    const message = messageOf(done, host.timestamp());
    await emitMessage(message, host);
    finished.push(done);
    messages.push(message);
  }
  return batchOf(finished, messages);
};

const inParallel = async (calls: readonly ToolCall[], host: BatchHost): Promise<BatchResult> => {
  const running: (() => Promise<FinishedCall>)[] = [];
  for (const call of calls) {
    await host.emit(startEvent(call));
    const own = callHost(host, call);
    const prepared = await prepareCall(call, {}, own);
    if ("failed" in prepared) {
      await host.emit(endEvent(prepared.failed));
      running.push(async () => prepared.failed);
      continue;
    }
    running.push(async () => {
      const aborted: FinishedCall = {
        toolCall: call,
        result: errorResult("Operation aborted"),
        isError: true,
        outcome: "aborted",
      };
      const done = host.signal?.aborted ? aborted : await runPreparedCall(call, prepared, {}, own);
      await host.emit(endEvent(done));
      return done;
    });
  }
  const finished = await Promise.all(running.map((run) => run()));
  const messages = finished.map((done) => messageOf(done, host.timestamp()));
  for (const message of messages) await emitMessage(message, host);
  return batchOf(finished, messages);
};

/** Runs the calls of one assistant message. */
export const runBatch = (calls: readonly ToolCall[], host: BatchHost): Promise<BatchResult> => {
  const sequential = calls.some((call) => host.find(call.name)?.executionMode === "sequential");
  return sequential ? inSequence(calls, host) : inParallel(calls, host);
};

/** A response cut off by the output limit: its arguments may be cut too, so none of its calls runs. */
export const refuseBatch = async (calls: readonly ToolCall[], host: BatchHost): Promise<BatchResult> => {
  const finished: FinishedCall[] = [];
  const messages: LooseMessage[] = [];
  for (const toolCall of calls) {
    await host.emit(startEvent(toolCall));
    const done: FinishedCall = {
      toolCall,
      result: errorResult(
        `Tool call "${toolCall.name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.`,
      ),
      isError: true,
      outcome: "notExecuted",
    };
    await host.emit(endEvent(done));
    const message = messageOf(done, host.timestamp());
    await emitMessage(message, host);
    finished.push(done);
    messages.push(message);
  }
  return { ...batchOf(finished, messages), terminate: false };
};
