// One tool call from lookup to result, as pi's agent loop does it: aborted, found, prepared, validated, `tool_call`,
// executed, `tool_result`. It emits no execution events and adds no messages.

import type { ArgumentValidator } from "./argument-validation.ts";
import { as } from "./pi-seams.ts";
import type { AnyTool, ToolResult } from "./pi-shapes.ts";

export interface ToolCall {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** Why a call came out as it did; never read from the words of a message. */
export type CallOutcome =
  | "ok"
  | "error"
  | "blocked"
  | "blockedByError"
  | "invalid"
  | "notFound"
  | "aborted"
  | "notExecuted";

export interface FinishedCall {
  readonly toolCall: ToolCall;
  readonly result: ToolResult & { terminate?: boolean; structuredContent?: unknown; usage?: unknown };
  readonly isError: boolean;
  readonly durationMs?: number;
  readonly outcome: CallOutcome;
  readonly reason?: string;
}

export interface ToolCallHost {
  find(name: string): AnyTool | undefined;
  validator: ArgumentValidator;
  signal: AbortSignal | undefined;
  emitToolCall(event: Record<string, unknown>): Promise<unknown>;
  emitToolResult(event: Record<string, unknown>): Promise<unknown>;
  createContext(toolCallId: string, signal: AbortSignal | undefined): object;
  onUpdate(partial: unknown): unknown;
  /** Told of an update after the tool had settled: pi drops it. */
  lateUpdate(partial: unknown): void;
  now(): number;
}

export const errorResult = (text: string): FinishedCall["result"] => ({
  content: [{ type: "text", text }],
  details: {},
});

export const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

type Failed = { failed: FinishedCall };
type Prepared = { tool: AnyTool; args: unknown };

const failed = (toolCall: ToolCall, outcome: CallOutcome, text: string, reason?: string): Failed => ({
  failed: { toolCall, result: errorResult(text), isError: true, outcome, ...(reason === undefined ? {} : { reason }) },
});

/** Everything before the tool runs. The hooks only see what was found and fits the schema. */
export const prepareCall = async (
  toolCall: ToolCall,
  parent: { parentToolCallId?: string },
  host: ToolCallHost,
): Promise<Failed | Prepared> => {
  if (host.signal?.aborted) return failed(toolCall, "aborted", "Operation aborted");
  const tool = host.find(toolCall.name);
  if (!tool) return failed(toolCall, "notFound", `Tool ${toolCall.name} not found`);
  let args: unknown;
  try {
    const prepared = tool.prepareArguments ? tool.prepareArguments(toolCall.arguments) : toolCall.arguments;
    args = host.validator.validate(tool, prepared);
  } catch (thrown) {
    return failed(toolCall, "invalid", messageOf(thrown));
  }
  let answer: { block?: boolean; reason?: string; terminate?: boolean } | undefined;
  try {
    answer = as<typeof answer>(
      await host.emitToolCall({
        toolName: toolCall.name,
        toolCallId: toolCall.id,
        ...parent,
        input: args,
      }),
    );
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : `Extension failed, blocking execution: ${String(thrown)}`;
    return failed(toolCall, "blockedByError", text, text);
  }
  if (host.signal?.aborted) return failed(toolCall, "aborted", "Operation aborted");
  if (!answer?.block) return { tool, args };
  const text = answer.reason || "Tool execution was blocked";
  const blocked = failed(toolCall, "blocked", text, text);
  if (answer.terminate === true) blocked.failed.result.terminate = true;
  return blocked;
};

const execute = async (toolCall: ToolCall, { tool, args }: Prepared, host: ToolCallHost) => {
  const updates: Promise<unknown>[] = [];
  let open = true;
  const onUpdate = (partial: unknown) => {
    if (open) updates.push(Promise.resolve(host.onUpdate(partial)));
    else host.lateUpdate(partial);
  };
  const started = host.now();
  const settle = async () => {
    open = false;
    await Promise.all(updates);
  };
  try {
    const ctx = host.createContext(toolCall.id, host.signal);
    const result = as<FinishedCall["result"] & { isError?: boolean }>(
      await tool.execute(toolCall.id, as<never>(args), host.signal, as<never>(onUpdate), as<never>(ctx)),
    );
    await settle();
    return { result, isError: result.isError === true, durationMs: host.now() - started };
  } catch (thrown) {
    await settle();
    return { result: errorResult(messageOf(thrown)), isError: true, durationMs: host.now() - started };
  }
};

type Rewritten = Partial<Pick<FinishedCall["result"], "content" | "details" | "structuredContent" | "usage">> & {
  isError?: boolean;
};

/** Runs a prepared call and lets the `tool_result` handlers rewrite what came out. */
export const runPreparedCall = async (
  toolCall: ToolCall,
  prepared: Prepared,
  parent: { parentToolCallId?: string },
  host: ToolCallHost,
): Promise<FinishedCall> => {
  const done = await execute(toolCall, prepared, host);
  const { structuredContent, usage, content, details } = done.result;
  const hook = as<Rewritten | undefined>(
    await host.emitToolResult({
      toolName: toolCall.name,
      toolCallId: toolCall.id,
      ...parent,
      input: prepared.args,
      content,
      details,
      ...(structuredContent === undefined ? {} : { structuredContent }),
      isError: done.isError,
      usage,
    }),
  );
  const result = hook ? { ...done.result } : done.result;
  if (hook) {
    result.content = hook.content ?? content ?? [];
    result.details = hook.details ?? details;
    if (hook.usage !== undefined) result.usage = hook.usage;
    if (hook.structuredContent === undefined) delete result.structuredContent;
    else result.structuredContent = hook.structuredContent;
  }
  const isError = hook?.isError ?? done.isError;
  return { toolCall, result, isError, durationMs: done.durationMs, outcome: isError ? "error" : "ok" };
};

export const runCall = async (
  toolCall: ToolCall,
  parent: { parentToolCallId?: string },
  host: ToolCallHost,
): Promise<FinishedCall> => {
  const prepared = await prepareCall(toolCall, parent, host);
  return "failed" in prepared ? prepared.failed : runPreparedCall(toolCall, prepared, parent, host);
};
