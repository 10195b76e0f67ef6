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
  /** Whether the words of a result are the author's, not pi's own. */
  hasAuthorsWords(toolCallId: string): boolean;
  onAssistantMessage(message: AgentMessage): void;
  onStart(event: LooseEvent): void;
  resultFor(call: ToolCallRecord): ToolResultRecord | undefined;
  onEnd(event: LooseEvent, source: SourceKnowledge): void;
  onResultMessage(message: AgentMessage): void;
  /** A run is over: calls still open will not end any more. */
  onRunEnd(source: SourceKnowledge): void;
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
  const latest = new Map<string, ToolCallRecord>();
  const latestResult = new Map<string, ToolResultRecord>();
  const resultOfCall = new Map<ToolCallRecord, ToolResultRecord>();
  const open = new Map<string, ToolCallRecord>();
  const stopReasons = new Map<ToolCallRecord, string | undefined>();
  const authorsWords = new Set<string>();

  const begin = (record: ToolCallRecord) => {
    calls.push(record);
    latest.set(record.toolCallId, record);
    latestResult.delete(record.toolCallId);
    open.set(record.toolCallId, record);
    return record;
  };

  const decide = (
    record: ToolCallRecord,
    known: CallFacts,
    isError: boolean,
    { knows, aborted }: SourceKnowledge,
  ): ToolOutcome => {
    if (known.threw !== undefined) return "blockedByError";
    if (known.blocked !== undefined) return "blocked";
    if (known.executed) return isError ? "error" : "ok";
    if (!isError) return "ok";
    // Where our hooks cannot see that a tool ran, a mock can still say so.
    if (!knows) return isMocked(record.toolCallId) ? "error" : "unknown";
    if (stopReasons.get(record) === "length") return "notExecuted";
    if (known.abortedAtStart || (known.dispatched && aborted)) return "aborted";
    if (known.callable === false) return "notFound";
    return aborted ? "aborted" : "invalid";
  };

  const finish = (record: ToolCallRecord, isError: boolean, source: SourceKnowledge) => {
    const known = facts.of(record.toolCallId);
    open.delete(record.toolCallId);
    facts.close(record.toolCallId);
    record.outcome = decide(record, known, isError, source);
    stopReasons.delete(record);
    if (known.executed && known.executedInput !== undefined) record.executedInput = known.executedInput;
    if (source.authorsTools || known.extensionTool || resultOfCall.get(record)?.mocked)
      authorsWords.add(record.toolCallId);
    if (known.threw !== undefined) {
      const { value, extension } = known.threw;
      const reason = value instanceof Error ? value.message : String(value);
      Object.assign(record, { blocked: true, blockReason: reason, blockedBy: extension, thrown: value });
    } else if (known.blocked !== undefined) {
      const { reason, extension } = known.blocked;
      Object.assign(
        record,
        { blocked: true, blockedBy: extension },
        reason === undefined ? {} : { blockReason: reason },
      );
    } else if (known.toolThrew !== undefined) record.thrown = known.toolThrew.error;
  };

  /** The result of the call under this id now, made new or said again. */
  const resultOf = (
    toolCallId: string,
    toolName: string,
    told: { content: unknown; details: unknown; isError: boolean },
    mocked: boolean,
  ): void => {
    const content = blocksOf(told.content) as ResultContent[];
    const before = latestResult.get(toolCallId);
    if (before !== undefined) {
      before.content = content;
      before.text = textOf(content);
      before.details = told.details;
      before.isError = told.isError;
      return;
    }
    const record: ToolResultRecord = {
      step: stepOf(toolCallId),
      toolName,
      toolCallId,
      text: textOf(content),
      content,
      details: told.details,
      isError: told.isError,
      mocked,
    };
    results.push(record);
    latestResult.set(toolCallId, record);
    const call = latest.get(toolCallId);
    if (call !== undefined) resultOfCall.set(call, record);
  };

  return {
    calls,
    results,
    resultFor: (call) => resultOfCall.get(call),
    hasAuthorsWords: (toolCallId) => authorsWords.has(toolCallId),
    onAssistantMessage(message) {
      const { content, stopReason } = asLooseMessage(message);
      for (const block of blocksOf(content)) {
        if (block.type !== "toolCall" || block.id === undefined || block.name === undefined) continue;
        const record = begin({
          step: stepOf(block.id),
          toolName: block.name,
          toolCallId: block.id,
          input: block.arguments,
          blocked: false,
          outcome: "unknown",
        });
        stopReasons.set(record, stopReason);
        if (stopReason !== "error" && stopReason !== "aborted") continue;
        // pi never runs the calls of a message that failed.
        record.outcome = stopReason === "aborted" ? "aborted" : "notExecuted";
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
      resultOf(toolCallId, toolName, { content: result?.content, details: result?.details, isError }, mocked);
      const record = open.get(toolCallId);
      if (record !== undefined) finish(record, isError, source);
    },
    onResultMessage(message) {
      const { toolCallId = "", toolName = "", content, details, isError } = asLooseMessage(message);
      const before = latestResult.get(toolCallId);
      resultOf(
        toolCallId,
        toolName,
        { content, details: details ?? before?.details, isError: isError ?? false },
        before?.mocked ?? false,
      );
    },
    onRunEnd(source) {
      for (const record of [...open.values()]) {
        const result = latestResult.get(record.toolCallId);
        if (result !== undefined) finish(record, result.isError, source);
        else {
          const { executed } = facts.of(record.toolCallId);
          finish(record, true, source);
          if (record.outcome === "invalid" || (record.outcome === "error" && !executed)) record.outcome = "notExecuted";
        }
      }
    },
  };
};
