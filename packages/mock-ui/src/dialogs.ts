// confirm, select, input and editor: a dialog stays open until its answer is there, its time is up or its signal aborts.
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "@earendil-works/pi-coding-agent";
import type { FoundAnswer } from "./answer-book.ts";
import { dismissedValue, valueOfAnswer } from "./dialog-answer.ts";
import { watchDismissal } from "./dialog-clock.ts";
import { type DialogDesk, isPromise } from "./dialog-desk.ts";
import { answerThrew } from "./dialog-failures.ts";
import type { DialogMethod } from "./handler.ts";
import { hasUser } from "./modes.ts";
import type { OpenRecord } from "./ui-call-record.ts";

const keepOpen = (desk: DialogDesk, record: OpenRecord, answer: PromiseLike<unknown>, found: FoundAnswer) =>
  new Promise<unknown>((resolve, reject) => {
    let answerable = true;
    const close = () => {
      answerable = false;
      stopWatching();
      desk.pending.remove(record);
    };
    const dismiss = () => {
      close();
      resolve(desk.settle(record, dismissedValue(record)));
    };
    const fail = (thrown: unknown) => {
      close();
      reject(desk.fail(record, thrown, found));
    };
    const stopWatching = watchDismissal(record.dialogOptions, desk.mode, dismiss);
    desk.pending.add(record, { dismiss, abandon: close });
    answer.then(
      (late) => {
        if (!answerable) return;
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
        if (answerable) fail(thrown);
        else desk.keeper.keep(answerThrew(thrown, record, found.from, found.writtenAt));
      },
    );
  });

/** Most calls have no options; those that have keep a copy. */
const withOptions = (record: OpenRecord, options: ExtensionUIDialogOptions | undefined): OpenRecord => {
  if (options) record.dialogOptions = { ...options };
  return record;
};

/** @internal */
export const createDialogs = (desk: DialogDesk): Pick<ExtensionUIContext, DialogMethod> => {
  const { pending, settle } = desk;
  const { openRecord, now } = desk.log;
  const hasNobody = !hasUser(desk.mode);

  const asking = (method: DialogMethod) => {
    const find = desk.finder(method);
    return (record: OpenRecord, args: readonly unknown[]): Promise<unknown> => {
      if (hasNobody || pending.closed || record.dialogOptions?.signal?.aborted)
        return Promise.resolve(settle(record, dismissedValue(record)));
      let found: FoundAnswer | undefined;
      try {
        found = find(record);
        const answer = typeof found.answer === "function" ? found.answer(...args) : found.answer;
        if (isPromise(answer)) return keepOpen(desk, record, answer, found);
        return Promise.resolve(settle(record, valueOfAnswer(record, answer, found)));
      } catch (thrown) {
        return Promise.reject(desk.fail(record, thrown, found));
      }
    };
  };
  const [confirm, select, input, editor] = [asking("confirm"), asking("select"), asking("input"), asking("editor")];

  // Each record is written out, since a dialog must not cost much more than the call itself.
  return {
    confirm: (...args) => {
      const record = openRecord({
        method: "confirm",
        args,
        title: args[0],
        message: args[1],
        returnValue: undefined,
        at: now(),
      });
      return confirm(withOptions(record, args[2]), args) as Promise<boolean>;
    },
    select: (...args) => {
      const [title, choices, dialogOptions] = args;
      const options = [...choices];
      const own = args.with(1, options);
      const record = openRecord({ method: "select", args: own, title, options, returnValue: undefined, at: now() });
      return select(withOptions(record, dialogOptions), args) as Promise<string | undefined>;
    },
    input: (...args) => {
      const [title, placeholder, options] = args;
      const record = openRecord({ method: "input", args, title, returnValue: undefined, at: now() });
      if (placeholder !== undefined) record.placeholder = placeholder;
      return input(withOptions(record, options), args) as Promise<string | undefined>;
    },
    editor: (...args) => {
      const record = openRecord({ method: "editor", args, title: args[0], returnValue: undefined, at: now() });
      return editor(record, args) as Promise<string | undefined>;
    },
  };
};
