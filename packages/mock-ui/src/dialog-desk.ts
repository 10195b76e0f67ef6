// What dialogs and custom components share: where answers come from, where calls and failures are kept, how a call ends.
import type { FailureKeeper } from "@pi-testkit/failure-report";
import type { AnswerBook, FoundAnswer } from "./answer-book.ts";
import type { CallLog } from "./call-log.ts";
import { defaultAnswer } from "./dialog-answer.ts";
import { answerThrew, queueExhausted, unhandled } from "./dialog-failures.ts";
import type { DialogMethod } from "./handler.ts";
import type { OnUnhandled } from "./mock-ui-config.ts";
import type { MockUIMode } from "./modes.ts";
import type { PendingDialogs } from "./pending-dialogs.ts";
import type { OpenRecord } from "./ui-call-record.ts";

/** @internal */
export interface DeskParts {
  readonly log: CallLog;
  readonly book: AnswerBook;
  readonly keeper: FailureKeeper;
  readonly pending: PendingDialogs;
  readonly mode: MockUIMode;
  readonly onUnhandled: OnUnhandled;
  /** Where createMockUI was called. */
  readonly writtenAt: string | undefined;
}

/** @internal */
export interface DialogDesk extends DeskParts {
  /** Finds the answer for a call of that method; throws when its queue ran out. */
  finder(method: DialogMethod | "custom"): (record: OpenRecord) => FoundAnswer;
  /** Ends a call with what the extension gets, and returns it. */
  settle(record: OpenRecord, value: unknown): unknown;
  /** Ends a call with a failure, keeps it, and returns it. */
  fail(record: OpenRecord, thrown: unknown, found: FoundAnswer | undefined): Error;
}

/** @internal */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** @internal */
export const createDialogDesk = (parts: DeskParts): DialogDesk => {
  const { log, book, keeper, onUnhandled, writtenAt } = parts;

  const applyPolicy = (record: OpenRecord, decision: unknown): unknown => {
    if (record.method === "select" && record.options?.includes(decision as string)) return decision;
    if (decision === "error") throw unhandled(record, writtenAt);
    return decision === "default" ? defaultAnswer(record) : decision;
  };
  const decideUnhandled = (record: OpenRecord): unknown => {
    if (typeof onUnhandled !== "function") return applyPolicy(record, onUnhandled);
    const decision = onUnhandled(record);
    return isPromise(decision) ? decision.then((late) => applyPolicy(record, late)) : applyPolicy(record, decision);
  };
  const unhandledAnswer = (record: OpenRecord): FoundAnswer => {
    return { answer: () => decideUnhandled(record), from: "onUnhandled", writtenAt, unhandled: true };
  };

  return {
    ...parts,
    finder(method) {
      const find = book.finder(method);
      return (record) => {
        const found = find(record.title);
        if (found === undefined) return unhandledAnswer(record);
        if (found.exhausted !== undefined) throw queueExhausted(record, found);
        return found;
      };
    },
    settle(record, value) {
      log.close(record, value);
      return value;
    },
    fail(record, thrown, found) {
      const { from = record.method, writtenAt: place = writtenAt } = found ?? {};
      const failure = keeper.keep(answerThrew(thrown, record, from, place));
      log.close(record, undefined);
      return failure;
    },
  };
};
