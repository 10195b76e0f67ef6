// Turns what a test wrote down for a dialog into the value the extension gets, or into a failure.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import type { FoundAnswer } from "./answer-book.ts";
import { isCancelled } from "./cancelled.ts";
import { MockUIError } from "./mock-ui-error.ts";
import type { UICallRecord } from "./ui-call-record.ts";

/** @internal How messages name a dialog: `select "Pick a colour"`. */
export const dialogName = (call: UICallRecord): string =>
  call.title === undefined ? call.method : `${call.method} ${JSON.stringify(call.title)}`;

/** @internal What a dialog gives when the user dismisses it, when its time is up or its signal aborts. */
export const dismissedValue = (call: UICallRecord): false | undefined =>
  call.method === "confirm" ? false : undefined;

const expectedOf = (call: UICallRecord): string =>
  call.method === "confirm"
    ? "true, false or cancelled"
    : call.method === "select"
      ? "one of the options, its position, or cancelled"
      : "a string or cancelled";

/** A position in the options of a select stands for the option there; anything else stays what it is. */
const optionAt = (call: UICallRecord, answer: unknown): unknown =>
  call.method === "select" && typeof answer === "number" ? (call.options?.[answer] ?? String(answer)) : answer;

const wrongType = (call: UICallRecord, answer: unknown, { from, writtenAt }: FoundAnswer): MockUIError =>
  new MockUIError(
    "invalid-answer",
    tellFailure({
      happened: `${dialogName(call)} was answered with something it cannot return.`,
      writtenAt,
      expected: expectedOf(call),
      received: `${describeValue(answer)} from ${from}`,
      fix: "answer with a value of that type; undefined returned by a function, and cancelled, dismiss the dialog.",
    }),
  );

const noOption = (
  call: UICallRecord,
  answer: string,
  given: unknown,
  { from, writtenAt }: FoundAnswer,
): MockUIError => {
  const options = call.options ?? [];
  const nearest = nearestName(answer, options);
  return new MockUIError(
    "not-an-option",
    tellFailure({
      happened: `${dialogName(call)} was answered with something that is none of its options.`,
      writtenAt,
      expected: `one of ${describeValue(options)}`,
      received: `${describeValue(given)} from ${from}`,
      cause: nearest
        ? `a typo for ${JSON.stringify(nearest)}`
        : "the extension offers other options than the test expects",
      fix: nearest ? `answer ${JSON.stringify(nearest)}.` : "answer one of the options, or cancelled.",
    }),
  );
};

/** @internal The checked value of an answer; throws a MockUIError when the dialog cannot give it. */
export const valueOfAnswer = (call: UICallRecord, given: unknown, found: FoundAnswer): unknown => {
  // Nearly every answer there is to a confirm; the rest of the function is too large to be inlined where it is called.
  if (call.method === "confirm" && typeof given === "boolean") return given;
  return checkedValue(call, given, found);
};

const checkedValue = (call: UICallRecord, given: unknown, found: FoundAnswer): unknown => {
  const answer = optionAt(call, given);
  if (answer === undefined || isCancelled(answer)) return dismissedValue(call);
  if (typeof answer !== (call.method === "confirm" ? "boolean" : "string")) throw wrongType(call, answer, found);
  if (call.method === "select" && !call.options?.includes(answer as string))
    throw noOption(call, answer as string, given, found);
  return answer;
};

/** @internal What a dialog is answered with when the test says nothing: a user who agrees and types nothing. */
export const defaultAnswer = (call: UICallRecord): unknown => {
  if (call.method === "confirm") return true;
  if (call.method === "select") return call.options?.[0];
  if (call.method === "custom") return undefined;
  return "";
};
