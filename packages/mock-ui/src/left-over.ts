// What assertDone() says of dialogs that are open and answers nobody used.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { UnusedAnswers } from "./answer-book.ts";
import { dialogName } from "./dialog-answer.ts";
import { MockUIError } from "./mock-ui-error.ts";
import type { UICallRecord } from "./ui-call-record.ts";

/** @internal `undefined` when nothing is left. */
export const leftOver = (
  open: readonly UICallRecord[],
  unused: readonly UnusedAnswers[],
  writtenAt: string | undefined,
): MockUIError | undefined => {
  if (open.length + unused.length === 0) return undefined;
  return new MockUIError(
    "left-over",
    tellFailure({
      happened: "The scripted user is not done.",
      writtenAt: unused[0]?.writtenAt ?? writtenAt,
      expected: "every dialog closed and every queued answer used",
      left: [
        ...open.map((call) => `open dialog: ${dialogName(call)}`),
        ...unused.map(({ from, answers }) => `unused: ${from}: ${answers.map(describeValue).join(", ")}`),
      ],
      cause: open.length
        ? "a dialog was opened and nobody waited for it, or its handler never returned"
        : "the extension asked less often than the test expects",
      fix: open.length
        ? "await the dialog, or let its handler return."
        : "remove the answer, or make the extension ask.",
    }),
  );
};
