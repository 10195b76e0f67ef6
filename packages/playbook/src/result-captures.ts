// The callbacks that wait for tool results, and the results that reach them once each.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { CallResult, CallStep } from "./call-step.ts";
import { copyOf } from "./copy-of.ts";
import { PlaybookError } from "./errors.ts";
import { textOf } from "./model-request.ts";

/** A tool result as pi's event or transcript carries it. */
export interface ToolResultLike {
  readonly content?: unknown;
  readonly details?: unknown;
  readonly isError?: boolean;
}

export interface ResultCaptures {
  /** Registers a call that was played. */
  expect(toolCallId: string, step: CallStep, number: number): void;
  /** Delivers the result of a call; only the first delivery counts. */
  deliver(toolCallId: string, result: ToolResultLike): Promise<void>;
  /** Delivers every result a transcript holds and that is still waited for. */
  deliverFrom(messages: readonly object[]): Promise<void>;
  stepOf(toolCallId: string): number | undefined;
  /** The place where the step of a call was written. */
  placeOf(toolCallId: string): string | undefined;
  has(toolCallId: string): boolean;
  /** How many results are waited for, or are with a callback that has not returned. */
  readonly waiting: number;
  /** Waits for the callbacks that have not returned. */
  returned(): Promise<void>;
  /** The first callback that was not called, as a failure. */
  neverFired(): PlaybookError | undefined;
}

/** @param onThrow takes what an author's callback threw, already worded. */
export const createResultCaptures = (onThrow: (failure: PlaybookError) => void): ResultCaptures => {
  const steps = new Map<string, { step: CallStep; number: number }>();
  const waiting = new Map<string, { step: CallStep; number: number }>();

  // Up to 0.75.3 pi awaits no handler, so we do before the model answers again.
  const running = new Set<Promise<void>>();

  const deliver = async (toolCallId: string, result: ToolResultLike): Promise<void> => {
    const waiter = waiting.get(toolCallId);
    if (waiter === undefined) return;
    waiting.delete(toolCallId);
    const run = call(waiter.step, waiter.number, toolCallId, result).finally(() => running.delete(run));
    running.add(run);
    await run;
  };

  const returned = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  const call = async (step: CallStep, number: number, toolCallId: string, result: ToolResultLike): Promise<void> => {
    for (const callback of step.callbacks) {
      const content = copyOf(result.content ?? []) as CallResult["content"];
      const captured: CallResult = {
        step: number,
        toolName: step.tool,
        toolCallId,
        text: textOf(content),
        content,
        details: copyOf(result.details),
        isError: result.isError === true,
      };
      try {
        await callback(captured);
      } catch (thrown) {
        onThrow(
          callbackThrew(`The callback of step ${number}, calls("${step.tool}").then(…), threw`, step, number, thrown),
        );
      }
    }
  };

  return {
    expect(toolCallId, step, number) {
      steps.set(toolCallId, { step, number });
      if (step.callbacks.length > 0) waiting.set(toolCallId, { step, number });
    },
    deliver,
    async deliverFrom(messages) {
      for (const message of messages) {
        if (!("role" in message) || message.role !== "toolResult") continue;
        const { toolCallId, ...result } = message as unknown as { toolCallId: string } & ToolResultLike;
        await deliver(toolCallId, result);
      }
      await returned();
    },
    returned,
    stepOf: (toolCallId) => steps.get(toolCallId)?.number,
    placeOf: (toolCallId) => steps.get(toolCallId)?.step.writtenAt,
    has: (toolCallId) => steps.has(toolCallId),
    get waiting() {
      return waiting.size + running.size;
    },
    neverFired() {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const [toolCallId, { step, number }] = first;
      return new PlaybookError(
        "never-fired",
        tellFailure({
          happened: `The callback of step ${number}, calls("${step.tool}").then(…), was never called.`,
          writtenAt: step.writtenAt,
          expected: `a result of the tool call ${toolCallId}`,
          received: "none",
          cause:
            "the run ended before the tool did: it was aborted, or a bare stream was not asked again after the call.",
          fix: "let the run go on to a closing step, or drop the callback.",
        }),
        { step: number },
      );
    },
  };
};

/** An author's function threw: its own error is the cause, and its message is told in full. */
export const callbackThrew = (
  happened: string,
  step: { readonly writtenAt: string | undefined },
  number: number | undefined,
  thrown: unknown,
): PlaybookError =>
  new PlaybookError(
    "callback-threw",
    tellFailure({
      happened: `${happened}: ${thrown instanceof Error ? thrown.message : describeValue(thrown)}`,
      writtenAt: step.writtenAt,
      cause: "an assertion in the function failed, or the function has a mistake.",
      fix: "mend the function, or what it asserts on.",
    }),
    { step: number, cause: thrown },
  );
