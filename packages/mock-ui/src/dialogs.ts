// confirm, select, input and editor: finds the answer, keeps the dialog open until it has one, records both.
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "@earendil-works/pi-coding-agent";
import type { FailureKeeper } from "@pi-testkit/failure-report";
import type { AnswerBook, FoundAnswer } from "./answer-book.ts";
import type { CallLog } from "./call-log.ts";
import { defaultAnswer, dismissedValue, valueOfAnswer } from "./dialog-answer.ts";
import { watchDismissal } from "./dialog-clock.ts";
import { asFailure, queueExhausted, unhandled } from "./dialog-failures.ts";
import type { DialogMethod } from "./handler.ts";
import type { OnUnhandled } from "./mock-ui-config.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import type { PendingDialogs } from "./pending-dialogs.ts";
import type { OpenRecord } from "./ui-call-record.ts";

/** @internal What dialogs and custom components share. */
export interface DialogDesk {
  readonly log: CallLog;
  readonly book: AnswerBook<DialogMethod | "custom">;
  readonly keeper: FailureKeeper;
  readonly pending: PendingDialogs;
  readonly mode: MockUIMode;
  readonly onUnhandled: OnUnhandled;
  /** Where createMockUI was called. */
  readonly writtenAt: string | undefined;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** @internal */
export const createDialogs = (desk: DialogDesk): Pick<ExtensionUIContext, DialogMethod> => {
  const { log, book, keeper, pending, mode } = desk;

  const decideUnhandled = (record: OpenRecord): unknown => {
    const apply = (decision: unknown): unknown => {
      if (record.method === "select" && record.options?.includes(decision as string)) return decision;
      if (decision === "error") throw unhandled(record, desk.writtenAt);
      return decision === "default" ? defaultAnswer(record) : decision;
    };
    if (typeof desk.onUnhandled !== "function") return apply(desk.onUnhandled);
    const decision = desk.onUnhandled(record);
    return isPromise(decision) ? decision.then(apply) : apply(decision);
  };

  const find = (record: OpenRecord): FoundAnswer => {
    const found = book.find(record.method as DialogMethod, record.title);
    if (found === undefined)
      return { answer: () => decideUnhandled(record), from: "onUnhandled", writtenAt: desk.writtenAt };
    if ("exhausted" in found) throw queueExhausted(record, found);
    return found;
  };

  const settle = (record: OpenRecord, value: unknown): unknown => {
    log.close(record, value);
    return value;
  };

  const fail = (record: OpenRecord, thrown: unknown, found: FoundAnswer | undefined): Error => {
    const failure = keeper.keep(asFailure(thrown, found?.from ?? record.method, found?.writtenAt));
    log.close(record, undefined);
    return failure;
  };

  const keepOpen = (record: OpenRecord, answer: PromiseLike<unknown>, found: FoundAnswer) =>
    new Promise<unknown>((resolve, reject) => {
      let open = true;
      const close = () => {
        open = false;
        stopWatching();
        pending.remove(record);
      };
      const dismiss = () => {
        if (!open) return;
        close();
        resolve(settle(record, dismissedValue(record)));
      };
      const stopWatching = watchDismissal(record.dialogOptions, mode, dismiss);
      pending.add(record, dismiss);
      answer.then(
        (late) => {
          if (!open) return;
          close();
          try {
            resolve(settle(record, valueOfAnswer(record, late, found)));
          } catch (thrown) {
            reject(fail(record, thrown, found));
          }
        },
        (thrown) => {
          if (!open) return void keeper.keep(asFailure(thrown, found.from, found.writtenAt));
          close();
          reject(fail(record, thrown, found));
        },
      );
    });

  const ask = (record: OpenRecord, args: readonly unknown[]): Promise<unknown> => {
    if (!hasUser(mode) || pending.closed || record.dialogOptions?.signal?.aborted)
      return Promise.resolve(settle(record, dismissedValue(record)));
    let found: FoundAnswer | undefined;
    try {
      found = find(record);
      const answer = typeof found.answer === "function" ? found.answer(...args) : found.answer;
      if (isPromise(answer)) return keepOpen(record, answer, found);
      return Promise.resolve(settle(record, valueOfAnswer(record, answer, found)));
    } catch (thrown) {
      return Promise.reject(fail(record, thrown, found));
    }
  };

  const optionsOf = (dialogOptions: ExtensionUIDialogOptions | undefined) => (dialogOptions ? { dialogOptions } : {});

  return {
    confirm: (...args) => {
      const [title, message, options] = args;
      return ask(log.open("confirm", args, { title, message, ...optionsOf(options) }), args) as Promise<boolean>;
    },
    select: (...args) => {
      const [title, choices, options] = args;
      const named = { title, options: [...choices], ...optionsOf(options) };
      return ask(log.open("select", args, named), args) as Promise<string | undefined>;
    },
    input: (...args) => {
      const [title, placeholder, options] = args;
      const named = { title, ...(placeholder === undefined ? {} : { placeholder }), ...optionsOf(options) };
      return ask(log.open("input", args, named), args) as Promise<string | undefined>;
    },
    editor: (...args) => ask(log.open("editor", args, { title: args[0] }), args) as Promise<string | undefined>,
  };
};
