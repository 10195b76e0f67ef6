// Runs one tool call against its handler. It knows tools as functions only: who is wrapped and how is not its business.
import { createDataCopy } from "@pi-testkit/data-copy";
import type { FailureKeeper } from "@pi-testkit/failure-report";
import {
  callbackThrew,
  type FailedCall,
  handlerThrew,
  invalidOutcome,
  queueExhausted,
  unmockedTool,
} from "./failure-texts.ts";
import type { HandlerTable, SingleHandler } from "./handler-table.ts";
import { completeResult, isOutcome, isPassthrough, isThrowsError, type Outcome, type ToolResult } from "./outcome.ts";
import { asToolResult, type Execute } from "./pi-seams.ts";
import type { MockToolHandler, ToolContext } from "./tool-handlers.ts";

/** One call that reached a mock; a copy taken when it happened. */
export interface ToolMockCall {
  toolName: string;
  toolCallId: string;
  params: unknown;
  /** What the tool returned; absent while it runs and when it threw. */
  result?: ToolResult;
}

export interface CallRunnerOptions {
  table: HandlerTable;
  keeper: FailureKeeper;
  policy: (name: string) => "run" | "error" | MockToolHandler;
  onCall: ((call: ToolMockCall) => void) | undefined;
  onRealThrow: ((call: { toolName: string; toolCallId: string; params: unknown }, thrown: unknown) => void) | undefined;
  stepOf: ((toolCallId: string) => number | undefined) | undefined;
  writtenAt: string | undefined;
  /** Ends the run; called at most once a failure. */
  stop(ctx: ToolContext | undefined): void;
  /** True if our extension will turn the result of this call into an error result. */
  flagError(toolCallId: string, ctx: ToolContext | undefined): boolean;
}

const { copy } = createDataCopy({
  leaf(value) {
    try {
      return structuredClone(value);
    } catch {
      // A function, or what holds one: it is kept as it is.
      return value;
    }
  },
});

/** For what is handed out: the author's own data stays as it was given, whatever a hook does to a result. */
const { copy: ownCopy } = createDataCopy({ leaf: (value) => value });

export const createCallRunner = (options: CallRunnerOptions) => {
  const { table, keeper, policy, onCall, onRealThrow, stepOf, stop, flagError } = options;
  const calls: ToolMockCall[] = [];
  const mocked = new Set<string>();

  const failedCall = (toolName: string, toolCallId: string, params: unknown): FailedCall => ({
    toolName,
    toolCallId,
    params,
    step: stepOf?.(toolCallId),
    writtenAt: table.writtenAt(toolName) ?? options.writtenAt,
  });

  const keep = (failure: Error, ctx: ToolContext | undefined): Error => {
    keeper.keep(failure);
    stop(ctx);
    return failure;
  };
  const fail = (failure: Error, ctx: ToolContext | undefined): never => {
    throw keep(failure, ctx);
  };

  /** Runs a callback of the author's. Nobody waits for an async one, but what it rejects with is a failure, too. */
  const callBack = <T>(name: string, callback: () => T, failed: () => FailedCall, ctx: ToolContext | undefined): T => {
    try {
      const returned = callback();
      if (typeof returned === "object" && returned !== null && "then" in returned)
        Promise.resolve(returned).catch((cause: unknown) => keep(callbackThrew(failed(), name, cause), ctx));
      return returned;
    } catch (cause) {
      return fail(callbackThrew(failed(), name, cause), ctx);
    }
  };

  const replaced =
    (toolName: string, builtIn: boolean, real: Execute): Execute =>
    async (toolCallId, params, signal, onUpdate, ctx) => {
      mocked.delete(toolCallId);
      const failed = () => failedCall(toolName, toolCallId, params);
      let next = table.take(toolName);
      if (next.kind === "none" && builtIn) {
        const decided = callBack("onUnmocked", () => policy(toolName), failed, ctx);
        if (decided === "error") return fail(unmockedTool(failed()), ctx);
        if (decided !== "run") {
          table.set(toolName, decided, options.writtenAt);
          next = table.take(toolName);
        }
      }
      const runReal = async () => {
        try {
          return await real(toolCallId, params, signal, onUpdate, ctx);
        } catch (thrown) {
          const call = { toolName, toolCallId, params: copy(params) };
          callBack("onRealThrow", () => onRealThrow?.(call, thrown), failed, ctx);
          throw thrown;
        }
      };
      if (next.kind === "none") return runReal();
      mocked.add(toolCallId);
      if (next.kind === "exhausted") return fail(queueExhausted(failed(), next.length), ctx);

      const call: ToolMockCall = { toolName, toolCallId, params: copy(params) };
      calls.push(call);
      const told = (result?: ToolResult) => {
        if (result !== undefined) call.result = copy(result);
        if (onCall !== undefined) callBack("onCall", () => onCall(call), failed, ctx);
      };
      const update = (partial: string | ToolResult) => onUpdate?.(completeResult(partial));
      const outcome = await decide(next.handler, params, { toolCallId, signal, update, ctx }, (failure) =>
        fail(failure(failed()), ctx),
      );

      if (isPassthrough(outcome)) {
        mocked.delete(toolCallId);
        let result: unknown;
        try {
          result = await runReal();
        } catch (error) {
          told();
          throw error;
        }
        told(result as ToolResult);
        return result;
      }
      if (isThrowsError(outcome)) {
        told();
        throw new Error(outcome.throwsError);
      }
      const result = completeResult(typeof next.handler === "function" ? outcome : ownCopy(outcome));
      told(result);
      if (result.isError !== true || flagError(toolCallId, ctx)) return asToolResult(result);
      // Without our extension only a throw is an error on every version, and it can carry one text alone.
      const [only] = result.content;
      if (result.content.length === 1 && only?.type === "text" && Object.keys(result.details ?? {}).length === 0)
        throw new Error(only.text ?? "");
      return asToolResult(result);
    };

  return {
    calls,
    mocked,
    replaced,
    failedCall,
    fail,
  };
};

const decide = async (
  handler: SingleHandler,
  params: unknown,
  call: Parameters<Extract<SingleHandler, (...args: never[]) => unknown>>[1],
  fail: (failure: (call: FailedCall) => Error) => never,
): Promise<Outcome> => {
  let outcome: unknown = handler;
  if (typeof handler === "function") {
    try {
      outcome = await handler(params, call);
    } catch (cause) {
      return fail((failed) => handlerThrew(failed, cause));
    }
  }
  return isOutcome(outcome) ? outcome : fail((failed) => invalidOutcome(failed, outcome));
};
