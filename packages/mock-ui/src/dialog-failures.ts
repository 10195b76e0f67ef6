// The messages of a dialog that has no answer, and of a callback that threw.
import { describeValue, type FailureStory, tellFailure } from "@pi-testkit/failure-report";
import type { ExhaustedQueue } from "./answer-book.ts";
import { dialogName } from "./dialog-answer.ts";
import { MockUIError } from "./mock-ui-error.ts";
import type { UICallRecord } from "./ui-call-record.ts";

const callText = (call: UICallRecord): string => `${call.method}(${call.args.map(describeValue).join(", ")})`;

/** @internal */
export const queueExhausted = (call: UICallRecord, queue: ExhaustedQueue): MockUIError =>
  new MockUIError(
    "queue-exhausted",
    tellFailure({
      happened: `${dialogName(call)} was opened after the last answer of its queue.`,
      writtenAt: queue.writtenAt,
      expected: `at most ${queue.length} dialog${queue.length === 1 ? "" : "s"} for ${queue.exhausted}`,
      received: "one more",
      cause: "the extension asked again, perhaps because it did not accept an answer",
      fix: `add an answer to ${queue.exhausted}, or write a function or a single value there to answer every time.`,
    }),
  );

/** @internal */
export const unhandled = (call: UICallRecord, writtenAt: string | undefined): MockUIError =>
  new MockUIError(
    "unhandled",
    tellFailure({
      happened: `${dialogName(call)} was opened and the test has no answer for it.`,
      writtenAt,
      expected: `an answer for ${dialogName(call)}`,
      received: callText(call),
      cause: `onUnhandled is "error"`,
      fix: `configure ${call.method}, or call answer("${call.method}", …) before the dialog opens.`,
    }),
  );

/** What an author's callback threw is the cause, and its message is told in full; a failure of ours stays as it is. */
const asFailure = (thrown: unknown, story: (message: string) => FailureStory): Error => {
  if (MockUIError.isInstance(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : describeValue(thrown);
  return new MockUIError("callback-threw", tellFailure(story(message)), { cause: thrown });
};

/** @internal @param from the words for the answer, as its `FoundAnswer` has them */
export const answerThrew = (thrown: unknown, call: UICallRecord, from: string, writtenAt: string | undefined): Error =>
  asFailure(thrown, (message) => ({
    happened: `${from} threw for ${dialogName(call)}: ${message}`,
    writtenAt,
    received: callText(call),
    cause: `an assertion in it failed, or it ${call.method === "custom" ? "or the component it drives " : ""}has a mistake`,
    fix: "mend it or the extension under test; the answer of a user who dismisses the dialog is cancelled.",
  }));

/** @internal */
export const onCallThrew = (thrown: unknown, call: UICallRecord, writtenAt: string | undefined): Error =>
  asFailure(thrown, (message) => ({
    happened: `onCall threw for ${dialogName(call)}: ${message}`,
    writtenAt,
    received: callText(call),
    cause: "an assertion in onCall failed, or onCall has a mistake",
    fix: "mend onCall or the extension under test.",
  }));

/** @internal */
export const drawingThrew = (thrown: unknown, writtenAt: string | undefined): Error =>
  asFailure(thrown, (message) => ({
    happened: `A component threw while it was drawn: ${message}`,
    writtenAt,
    cause: "the extension's component has a mistake, which crashes pi",
    fix: "mend the component.",
  }));
