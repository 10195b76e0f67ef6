// The calls a tool makes through `ctx.executeTool()`: ids, events with the parent's id, one at a time where a tool is
// sequential, and the record that goes onto the parent's result message.
import { as } from "./pi-seams.ts";
import type { AnyTool } from "./pi-shapes.ts";
import type { FinishedCall, ToolCall } from "./tool-call.ts";

export interface NestedHost {
  callable(): AnyTool[];
  emit(event: Record<string, unknown> & { type: string }): Promise<void>;
  run(
    call: ToolCall,
    parentToolCallId: string,
    signal: AbortSignal | undefined,
    onUpdate: (partial: unknown) => unknown,
  ): Promise<FinishedCall>;
  /** What the caller's `onUpdate` returned: nobody waits for it. */
  unawaited(returned: unknown): void;
  now(): number;
}

export interface NestedOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((partial: unknown) => void) | undefined;
}

interface NestedRecord {
  id: string;
  name: string;
  status: "ok" | "error" | "unfinished";
  arguments?: unknown;
  durationMs?: number;
  error?: string;
}

interface Scope {
  readonly record: NestedRecord[];
  next: number;
  readonly exclusive: boolean;
}

export interface NestedTools {
  execute(callerId: string, name: string, args: unknown, options: NestedOptions): Promise<FinishedCall>;
  /** What the calls of `toolCallId` left behind, once. */
  takeRecord(toolCallId: string): { calls: NestedRecord[]; complete: boolean } | undefined;
}

const textOf = (result: FinishedCall["result"]) =>
  (result.content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");

export const createNestedTools = (host: NestedHost): NestedTools => {
  const scopes = new Map<string, Scope>();
  let tail: Promise<void> = Promise.resolve();

  const waitForTurn = async (): Promise<() => void> => {
    const previous = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    return release;
  };

  return {
    execute: async (callerId, name, args, options) => {
      const scope = scopes.get(callerId) ?? { record: [], next: 1, exclusive: false };
      scopes.set(callerId, scope);
      const call: ToolCall = {
        type: "toolCall",
        id: `${callerId}/${scope.next++}`,
        name,
        arguments: as<Record<string, unknown>>(args ?? {}),
      };
      const entry: NestedRecord = {
        id: call.id,
        name,
        status: "unfinished",
        arguments: structuredClone(call.arguments),
      };
      scope.record.push(entry);
      const started = host.now();
      const common = { toolCallId: call.id, toolName: name, parentToolCallId: callerId };
      await host.emit({ type: "tool_execution_start", ...common, args: call.arguments });
      const mustBeAlone =
        !scope.exclusive && host.callable().find((tool) => tool.name === name)?.executionMode === "sequential";
      const release = mustBeAlone ? await waitForTurn() : () => {};
      scopes.set(call.id, { record: scope.record, next: 1, exclusive: scope.exclusive || mustBeAlone });
      let done: FinishedCall;
      try {
        done = await host.run(call, callerId, options.signal, async (partialResult) => {
          host.unawaited(options.onUpdate?.(partialResult));
          await host.emit({ type: "tool_execution_update", ...common, args: call.arguments, partialResult });
        });
      } finally {
        scopes.delete(call.id);
        release();
      }
      entry.status = done.isError ? "error" : "ok";
      entry.durationMs = host.now() - started;
      if (done.isError && textOf(done.result)) entry.error = textOf(done.result).slice(0, 500);
      await host.emit({
        type: "tool_execution_end",
        ...common,
        result: done.result,
        isError: done.isError,
        ...(done.durationMs === undefined ? {} : { durationMs: done.durationMs }),
      });
      return done;
    },
    takeRecord: (toolCallId) => {
      const scope = scopes.get(toolCallId);
      scopes.delete(toolCallId);
      if (!scope || scope.record.length === 0) return undefined;
      const calls = scope.record.map((entry) => ({ ...entry }));
      return { calls, complete: calls.every(({ status }) => status !== "unfinished") };
    },
  };
};
