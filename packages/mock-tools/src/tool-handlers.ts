// What a test configures for a tool: one answer, a function, or a queue of them.
import type {
  BashToolInput,
  EditToolInput,
  FindToolInput,
  GrepToolInput,
  LsToolInput,
  ReadToolInput,
  ToolDefinition,
  WriteToolInput,
} from "@earendil-works/pi-coding-agent";
import { callSite } from "@pi-testkit/failure-report";
import { nothingRepeats } from "./failure-texts.ts";
import type { Outcome, ToolResult } from "./outcome.ts";

/** What pi hands a tool as its context: `ExtensionContext`, from 0.99 on with `executeTool` and `tools`. */
export type ToolContext = Parameters<ToolDefinition["execute"]>[4];

/** What a handler gets beside the parameters. */
export interface MockToolCallContext {
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
  /** Streams a partial result, as a running tool does. */
  update(partial: string | ToolResult): void;
  /** pi's tool context; `undefined` on a bare `AgentTool`. */
  readonly ctx: ToolContext | undefined;
}

/** Made by `repeatLast`. */
export interface RepeatLast<P> {
  readonly repeatLast: readonly MockToolHandler<P>[];
}

/**
 * An outcome, a function that decides it (may be async), or an array used as a queue: one entry a call, and running out
 * is a failure.
 */
// biome-ignore lint/suspicious/noExplicitAny: parameters of a tool nobody described
export type MockToolHandler<P = any> =
  | Outcome
  | ((params: P, call: MockToolCallContext) => Outcome | Promise<Outcome>)
  | readonly MockToolHandler<P>[]
  | RepeatLast<P>;

/** Handlers by tool name; parameters of pi's built-in tools are typed. */
export interface ToolHandlers {
  bash?: MockToolHandler<BashToolInput> | undefined;
  powershell?: MockToolHandler<{ command: string; timeout?: number }> | undefined;
  read?: MockToolHandler<ReadToolInput> | undefined;
  edit?: MockToolHandler<EditToolInput> | undefined;
  write?: MockToolHandler<WriteToolInput> | undefined;
  grep?: MockToolHandler<GrepToolInput> | undefined;
  find?: MockToolHandler<FindToolInput> | undefined;
  ls?: MockToolHandler<LsToolInput> | undefined;
  [name: string]: MockToolHandler | undefined;
}

/**
 * A queue that never runs out: its last entry answers every further call.
 * @throws MockToolsError for no handlers
 * @example createToolMocks({ bash: repeatLast(["starting", "still running"]) });
 */
export const repeatLast = <P>(handlers: readonly MockToolHandler<P>[]): RepeatLast<P> => {
  if (!Array.isArray(handlers) || handlers.length === 0) throw nothingRepeats(handlers, callSite(repeatLast));
  return { repeatLast: handlers };
};

/**
 * Types the parameters of a handler by the tool's own schema.
 * @example createToolMocks({ deploy: handles(deploySchema, ({ target }) => `deployed to ${target}`) });
 */
export const handles = <S extends ToolDefinition["parameters"]>(
  _parameters: S,
  handler: MockToolHandler<Parameters<ToolDefinition<S>["execute"]>[1]>,
): MockToolHandler => handler;
