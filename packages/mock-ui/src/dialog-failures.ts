// The messages of a dialog that has no answer, and of a callback that threw.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { ExhaustedQueue } from "./answer-book.ts";
import { dialogName } from "./dialog-answer.ts";
import { MockUIError } from "./mock-ui-error.ts";
import type { UICallRecord } from "./ui-call-record.ts";

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
      received: `${call.method}(${call.args.map(describeValue).join(", ")})`,
      cause: `onUnhandled is "error"`,
      fix: `configure ${call.method}, or call answer("${call.method}", …) before the dialog opens.`,
    }),
  );

/** @internal What an author's callback threw is the cause, and its message is told in full; a failure of ours stays as it is. */
export const asFailure = (thrown: unknown, from: string, writtenAt: string | undefined): Error =>
  MockUIError.isInstance(thrown)
    ? thrown
    : new MockUIError(
        "callback-threw",
        tellFailure({
          happened: `${from} threw: ${thrown instanceof Error ? thrown.message : describeValue(thrown)}`,
          writtenAt,
        }),
        { cause: thrown },
      );
