// Runs the tool calls of one reply: all start in order, end as they end, and their messages follow in order.

import type { Profile } from "../wire-changes.ts";
import type { AbortFlag } from "./abort.ts";
import { clock } from "./clock.ts";
import { type Message, now, type ToolCall } from "./messages.ts";
import { type Tool, type ToolResult, textResult } from "./tools/tool.ts";

export interface ToolSetting {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly cwd: string;
  readonly signal: AbortFlag;
  readonly has: Profile;
  emit(event: Readonly<Record<string, unknown>>): void;
}

interface Outcome {
  readonly result: ToolResult;
  readonly isError: boolean;
  /** Undefined when nothing ran. */
  readonly durationMs: number | undefined;
}

const missing = (tool: Tool, args: Readonly<Record<string, unknown>>): string[] =>
  tool.required.filter((name) => args[name] === undefined);

const invalid = (name: string, lacks: readonly string[], args: unknown, has: Profile): string => {
  const lines = has("validationWording")
    ? lacks.map((property) => `  - ${property}: missing`)
    : [`  - ${lacks[0]}: must have required properties ${lacks.join(", ")}`];
  return `Validation failed for tool "${name}":\n${lines.join("\n")}\n\nReceived arguments:\n${JSON.stringify(args, null, 2)}`;
};

const notRun = (text: string): Outcome => ({
  result: textResult(text, { details: {} }),
  isError: true,
  durationMs: undefined,
});

const execute = async (call: ToolCall, setting: ToolSetting): Promise<Outcome> => {
  const { tools, cwd, signal, has, emit } = setting;
  const tool = tools.get(call.name);
  if (tool === undefined) return notRun(`Tool ${call.name} not found`);
  const lacks = missing(tool, call.arguments);
  if (lacks.length > 0) return notRun(invalid(call.name, lacks, call.arguments, has));
  const started = clock();
  const update = (partialResult: ToolResult): void =>
    emit({
      type: "tool_execution_update",
      toolCallId: call.id,
      toolName: call.name,
      args: call.arguments,
      partialResult,
    });
  let result: ToolResult;
  try {
    result = await tool.run(call.arguments, { cwd, signal, has, update });
  } catch (error) {
    result = textResult((error as Error).message, { details: {}, isError: true });
  }
  return { result, isError: result.isError ?? false, durationMs: Math.round(clock() - started) };
};

const messageOf = (call: ToolCall, { result, isError, durationMs }: Outcome, has: Profile): Message => ({
  role: "toolResult",
  toolCallId: call.id,
  toolName: call.name,
  content: result.content,
  ...(result.details !== undefined && { details: result.details }),
  isError,
  ...(has("durations") && durationMs !== undefined && { durationMs }),
  timestamp: now(),
});

/** Executes `calls` and returns their result messages, in order. */
export const executeCalls = async (calls: readonly ToolCall[], setting: ToolSetting): Promise<Message[]> => {
  const { emit, has } = setting;
  const end = (call: ToolCall, { result, isError, durationMs }: Outcome): void => {
    const { isError: flagged, ...rest } = result;
    emit({
      type: "tool_execution_end",
      toolCallId: call.id,
      toolName: call.name,
      // Where the tool itself says so: a thrown error is only the event's.
      result: { ...rest, ...(flagged && rest.structuredContent !== undefined && { isError: true }) },
      isError,
      ...(has("durations") && durationMs !== undefined && { durationMs }),
    });
  };
  const running = calls.map((call) => {
    emit({ type: "tool_execution_start", toolCallId: call.id, toolName: call.name, args: call.arguments });
    return call;
  });
  const outcomes = await Promise.all(
    running.map(async (call) => {
      const outcome = await execute(call, setting);
      end(call, outcome);
      return outcome;
    }),
  );
  return outcomes.map((outcome, index) => messageOf(running[index] as ToolCall, outcome, has));
};
