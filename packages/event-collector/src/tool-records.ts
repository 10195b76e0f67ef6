// One record for each tool call and one for each result, paired by id, with an outcome known by fact.
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { CallFacts } from "./hook-facts.ts";
import { asLooseMessage, blocksOf, type LooseEvent } from "./pi-seams.ts";

/**
 * How a call ended: `ok` and `error` ran; `blocked` by a hook, `blockedByError` by one that threw; `invalid` arguments;
 * `notFound` no such tool among the active ones; `aborted` before it ran; `notExecuted` because the message hit its
 * length limit or failed; `unknown` where the source cannot know, and while the call runs.
 */
export type ToolOutcome =
  | "ok"
  | "error"
  | "blocked"
  | "blockedByError"
  | "invalid"
  | "notFound"
  | "aborted"
  | "notExecuted"
  | "unknown";

/** One call the model or another tool made. */
export interface ToolCallRecord {
  /** 1-based step of the script; `undefined` without `stepOf` and for calls no step made. */
  step: number | undefined;
  toolName: string;
  toolCallId: string;
  /** The call that made this one through `ctx.executeTool`. */
  parentToolCallId?: string;
  /** What the model asked. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the tool's
  input: any;
  /** What the tool got: after pi's validation and the `tool_call` handlers. Absent if it did not run. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the tool's
  executedInput?: any;
  /** True if a hook kept it from running, by a block or by throwing. */
  blocked: boolean;
  blockReason?: string;
  /** Path of the extension whose hook it was. */
  blockedBy?: string;
  outcome: ToolOutcome;
  /** What the tool, or the hook that kept it from running, threw. */
  thrown?: unknown;
}

/** One part of a result. */
export interface ResultContent {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
}

/** What a call came back with, after all hooks. */
export interface ToolResultRecord {
  step: number | undefined;
  toolName: string;
  toolCallId: string;
  /** The text parts, joined by line breaks. */
  text: string;
  content: ResultContent[];
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the tool's
  details: any;
  isError: boolean;
  /** True if it came from a mock, as `isMocked` says. */
  mocked: boolean;
}

/** What the source of an event can say at that moment. */
export interface SourceKnowledge {
  /** Our hooks see all of its calls, so that what they did not see did not happen. */
  knows: boolean;
  aborted: boolean;
  /** Its tools are the author's own, with their own words: no session runs pi's built-ins there. */
  authorsTools: boolean;
}

/** All events given to it are copies already, and it keeps parts of them. */
export interface ToolRecords {
  readonly calls: ToolCallRecord[];
  readonly results: ToolResultRecord[];
  /** Whether the words of a call's result are the author's, not pi's own. */
  hasAuthorsWords(call: ToolCallRecord): boolean;
  onAssistantMessage(message: AgentMessage): void;
  onStart(event: LooseEvent): void;
  resultFor(call: ToolCallRecord): ToolResultRecord | undefined;
  onEnd(event: LooseEvent, source: SourceKnowledge): void;
  onResultMessage(message: AgentMessage): void;
  /** A run is over: calls still open will not end any more. */
  onRunEnd(source: SourceKnowledge): void;
}

/** What is known under an id: a call, its result, or both. */
interface Exchange {
  call?: ToolCallRecord;
  result?: ToolResultRecord;
  /** Of the message that made the call. */
  stopReason?: string | undefined;
  authorsWords?: boolean;
}

const textOf = (content: readonly ResultContent[]): string => {
  let text: string | undefined;
  for (const part of content)
    if (part.type === "text" && part.text !== undefined)
      text = text === undefined ? part.text : `${text}\n${part.text}`;
  return text ?? "";
};

export const createToolRecords = (options: {
  stepOf: (toolCallId: string) => number | undefined;
  isMocked: (toolCallId: string) => boolean;
  facts: { of(toolCallId: string): CallFacts; close(toolCallId: string): void };
}): ToolRecords => {
  const { stepOf, isMocked, facts } = options;
  const calls: ToolCallRecord[] = [];
  const results: ToolResultRecord[] = [];
  const latest = new Map<string, Exchange>();
  const open = new Map<string, Exchange & { call: ToolCallRecord }>();
  const exchanges = new Map<ToolCallRecord, Exchange>();

  const begin = (call: ToolCallRecord, stopReason?: string) => {
    const exchange = { call, stopReason };
    calls.push(call);
    exchanges.set(call, exchange);
    latest.set(call.toolCallId, exchange);
    open.set(call.toolCallId, exchange);
  };

  const decide = (
    { call, stopReason }: Exchange & { call: ToolCallRecord },
    known: CallFacts,
    isError: boolean,
    { knows, aborted }: SourceKnowledge,
  ): ToolOutcome => {
    if (known.threw !== undefined) return "blockedByError";
    if (known.blocked !== undefined) return "blocked";
    if (known.executed) return isError ? "error" : "ok";
    if (!isError) return "ok";
    // Where our hooks cannot see that a tool ran, a mock can still say so.
    if (!knows) return isMocked(call.toolCallId) ? "error" : "unknown";
    if (stopReason === "length") return "notExecuted";
    if (known.abortedAtStart || (known.dispatched && aborted)) return "aborted";
    if (known.callable === false) return "notFound";
    return aborted ? "aborted" : "invalid";
  };

  const finish = (exchange: Exchange & { call: ToolCallRecord }, isError: boolean, source: SourceKnowledge) => {
    const { call, result } = exchange;
    const known = facts.of(call.toolCallId);
    open.delete(call.toolCallId);
    facts.close(call.toolCallId);
    call.outcome = decide(exchange, known, isError, source);
    if (known.executed && known.executedInput !== undefined) call.executedInput = known.executedInput;
    exchange.authorsWords = source.authorsTools || known.extensionTool || result?.mocked === true;
    if (known.threw !== undefined) {
      const { value, extension } = known.threw;
      const reason = value instanceof Error ? value.message : String(value);
      Object.assign(call, { blocked: true, blockReason: reason, blockedBy: extension, thrown: value });
    } else if (known.blocked !== undefined) {
      const { reason, extension } = known.blocked;
      Object.assign(call, { blocked: true, blockedBy: extension }, reason === undefined ? {} : { blockReason: reason });
    } else if (known.toolThrew !== undefined) call.thrown = known.toolThrew.error;
  };

  /** The result of the call under this id now, made new or said again. */
  const recordResult = (
    toolCallId: string,
    toolName: string,
    told: { content: unknown; details: unknown; isError: boolean },
    mocked: boolean,
  ): void => {
    const content = blocksOf(told.content) as ResultContent[];
    const exchange: Exchange = latest.get(toolCallId) ?? {};
    latest.set(toolCallId, exchange);
    if (exchange.result !== undefined) {
      Object.assign(exchange.result, { content, text: textOf(content), details: told.details, isError: told.isError });
      return;
    }
    exchange.result = {
      step: stepOf(toolCallId),
      toolName,
      toolCallId,
      text: textOf(content),
      content,
      details: told.details,
      isError: told.isError,
      mocked,
    };
    results.push(exchange.result);
  };

  return {
    calls,
    results,
    resultFor: (call) => exchanges.get(call)?.result,
    hasAuthorsWords: (call) => exchanges.get(call)?.authorsWords ?? false,
    onAssistantMessage(message) {
      const { content, stopReason } = asLooseMessage(message);
      for (const block of blocksOf(content)) {
        if (block.type !== "toolCall" || block.id === undefined || block.name === undefined) continue;
        const call: ToolCallRecord = {
          step: stepOf(block.id),
          toolName: block.name,
          toolCallId: block.id,
          input: block.arguments,
          blocked: false,
          outcome: "unknown",
        };
        begin(call, stopReason);
        if (stopReason !== "error" && stopReason !== "aborted") continue;
        // pi never runs the calls of a message that failed.
        call.outcome = stopReason === "aborted" ? "aborted" : "notExecuted";
        open.delete(block.id);
      }
    },
    onStart({ toolCallId = "", toolName = "", args, parentToolCallId }) {
      if (open.has(toolCallId)) return;
      begin({
        step: stepOf(toolCallId),
        toolName,
        toolCallId,
        ...(parentToolCallId === undefined ? {} : { parentToolCallId }),
        input: args,
        blocked: false,
        outcome: "unknown",
      });
    },
    onEnd({ toolCallId = "", toolName = "", result, isError = false }, source) {
      const mocked = isMocked(toolCallId) && (facts.of(toolCallId).executed || !source.knows);
      recordResult(toolCallId, toolName, { content: result?.content, details: result?.details, isError }, mocked);
      const exchange = open.get(toolCallId);
      if (exchange !== undefined) finish(exchange, isError, source);
    },
    onResultMessage(message) {
      const { toolCallId = "", toolName = "", content, details, isError } = asLooseMessage(message);
      const before = latest.get(toolCallId)?.result;
      recordResult(
        toolCallId,
        toolName,
        { content, details: details ?? before?.details, isError: isError ?? false },
        before?.mocked ?? false,
      );
    },
    onRunEnd(source) {
      for (const exchange of [...open.values()]) {
        const { call, result } = exchange;
        const { executed } = facts.of(call.toolCallId);
        finish(exchange, result?.isError ?? true, source);
        if (result !== undefined) continue;
        if (call.outcome === "invalid" || (call.outcome === "error" && !executed)) call.outcome = "notExecuted";
      }
    },
  };
};
