// confirm, select, input and editor: a dialog stays open until its answer is there, its time is up or its signal aborts.
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "@earendil-works/pi-coding-agent";
import type { FoundAnswer } from "./answer-book.ts";
import { dismissedValue, valueOfAnswer } from "./dialog-answer.ts";
import { watchDismissal } from "./dialog-clock.ts";
import { type DialogDesk, isPromise } from "./dialog-desk.ts";
import { asFailure } from "./dialog-failures.ts";
import type { DialogMethod } from "./handler.ts";
import { hasUser } from "./modes.ts";
import type { OpenRecord } from "./ui-call-record.ts";

const keepOpen = (desk: DialogDesk, record: OpenRecord, answer: PromiseLike<unknown>, found: FoundAnswer) =>
  new Promise<unknown>((resolve, reject) => {
    let open = true;
    const close = () => {
      open = false;
      stopWatching();
      desk.pending.remove(record);
    };
    const dismiss = () => {
      if (!open) return;
      close();
      resolve(desk.settle(record, dismissedValue(record)));
    };
    const fail = (thrown: unknown) => {
      close();
      reject(desk.fail(record, thrown, found));
    };
    const stopWatching = watchDismissal(record.dialogOptions, desk.mode, dismiss);
    desk.pending.add(record, dismiss);
    answer.then(
      (late) => {
        if (!open) return;
        let value: unknown;
        try {
          value = valueOfAnswer(record, late, found);
        } catch (thrown) {
          return fail(thrown);
        }
        close();
        resolve(desk.settle(record, value));
      },
      (thrown) => {
        if (open) fail(thrown);
        else desk.keeper.keep(asFailure(thrown, found.from, found.writtenAt));
      },
    );
  });

const ask = (desk: DialogDesk, record: OpenRecord, args: readonly unknown[]): Promise<unknown> => {
  if (!hasUser(desk.mode) || desk.pending.closed || record.dialogOptions?.signal?.aborted)
    return Promise.resolve(desk.settle(record, dismissedValue(record)));
  let found: FoundAnswer | undefined;
  try {
    found = desk.find(record);
    const answer = typeof found.answer === "function" ? found.answer(...args) : found.answer;
    if (isPromise(answer)) return keepOpen(desk, record, answer, found);
    return Promise.resolve(desk.settle(record, valueOfAnswer(record, answer, found)));
  } catch (thrown) {
    return Promise.reject(desk.fail(record, thrown, found));
  }
};

const optionsOf = (dialogOptions: ExtensionUIDialogOptions | undefined) => (dialogOptions ? { dialogOptions } : {});

/** @internal */
export const createDialogs = (desk: DialogDesk): Pick<ExtensionUIContext, DialogMethod> => {
  const { log } = desk;
  return {
    confirm: (...args) => {
      const [title, message, options] = args;
      const record = log.open("confirm", args, { title, message, ...optionsOf(options) });
      return ask(desk, record, args) as Promise<boolean>;
    },
    select: (...args) => {
      const [title, choices, options] = args;
      const record = log.open("select", args, { title, options: [...choices], ...optionsOf(options) });
      return ask(desk, record, args) as Promise<string | undefined>;
    },
    input: (...args) => {
      const [title, placeholder, options] = args;
      const named = { title, ...(placeholder === undefined ? {} : { placeholder }), ...optionsOf(options) };
      return ask(desk, log.open("input", args, named), args) as Promise<string | undefined>;
    },
    editor: (...args) => ask(desk, log.open("editor", args, { title: args[0] }), args) as Promise<string | undefined>,
  };
};
