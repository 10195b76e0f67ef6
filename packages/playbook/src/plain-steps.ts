// The builders of every step but a tool call.
import { callSite, describeValue, lazyCallSite, tellFailure } from "@pi-testkit/failure-report";
import type { Answer } from "./answer.ts";
import { PlaybookError } from "./errors.ts";
import type { ModelRequest } from "./model-request.ts";
import type {
  AnswerPart,
  BlockOptions,
  FailurePart,
  PlainStep,
  Step,
  StepOptions,
  TextPart,
  ThinkingPart,
  TogetherPart,
} from "./step.ts";
import { type Place, WrittenStep } from "./written-step.ts";

type Part = TextPart | ThinkingPart | TogetherPart | FailurePart | AnswerPart;
type Unwritten<P> = P extends Part ? Omit<P, "writtenAt" | "expectations"> : never;

/** A step that was written at `place`. */
export const plainStep = (place: Place, part: Unwritten<Part>): PlainStep =>
  new WrittenStep(place, part) as WrittenStep & Part;

/**
 * A response of plain text; the model then stops.
 * @example when("hello", [says("Hello to you.")])
 */
export const says = (text: string, options: BlockOptions = {}): PlainStep => {
  if (typeof text !== "string") throw invalid("says()", "a text", text, callSite(says));
  return plainStep(lazyCallSite(says), { kind: "says", text, options });
};

/**
 * Thinking, usually inside `together()` before the text or the calls it leads to.
 * @param options `block`: further keys of the block, such as `thinkingSignature` and `redacted`.
 * @example together(thinks("Let me look."), calls("read", { path: "a.txt" }))
 */
export const thinks = (text: string, { block }: Pick<BlockOptions, "block"> = {}): PlainStep => {
  if (typeof text !== "string") throw invalid("thinks()", "a text", text, callSite(thinks));
  return plainStep(lazyCallSite(thinks), { kind: "thinks", text, ...(block && { block }) });
};

/**
 * One response that holds several parts: text, thinking and any number of tool calls, which pi runs in parallel.
 * @throws PlaybookError `invalid-step` for a part that cannot share a message (`fails`, `answers`), or for none.
 * @example together(says("Both at once."), calls("read", { path: "a" }), calls("read", { path: "b" }))
 */
export const together = (...parts: readonly Step[]): PlainStep => {
  const place = lazyCallSite(together);
  if (parts.length === 0) throw invalid("together()", "at least one part", parts, place());
  for (const part of parts) {
    if (!isPart(part)) throw invalid("together()", "parts made by says(), thinks() and calls()", part, place());
  }
  return plainStep(place, { kind: "together", parts });
};

/**
 * A response that fails as a provider fails. pi retries texts that look transient (`"529 overloaded"`), if retries are on.
 * @param options `reason: "aborted"` ends the message as an abort does. Default `"error"`. `after`: what had been sent
 * before; pi keeps it and runs no call of it, so calls with callbacks are refused.
 * @throws PlaybookError `invalid-step` for an `after` that is no list of parts of a message.
 * @example when("try", [fails("529 overloaded", { after: [says("Let me lo")] }), says("the second attempt")])
 */
export const fails = (
  errorMessage: string,
  options: StepOptions & {
    readonly reason?: "error" | "aborted" | undefined;
    readonly after?: readonly Step[] | undefined;
  } = {},
): PlainStep => {
  if (typeof errorMessage !== "string") throw invalid("fails()", "an error message", errorMessage, callSite(fails));
  const { reason = "error", after, ...rest } = options;
  const place = lazyCallSite(fails);
  const expected = "after: an array of parts made by says(), thinks() and calls() without callbacks";
  if (after !== undefined && !Array.isArray(after)) throw invalid("fails()", expected, after, place());
  for (const part of after ?? []) {
    if (!isPart(part) || hasCallbacks(part)) throw invalid("fails()", expected, part, place());
  }
  return plainStep(place, { kind: "fails", errorMessage, reason, ...(after && { after }), options: rest });
};

/**
 * A response decided when the request is there.
 * @param decide may be async; returns one step. A bare `calls()` goes into `together()` or an array of one.
 * @example answers((request) => says(`You said ${request.userText()}`))
 */
export const answers = (decide: (request: ModelRequest) => Answer | Promise<Answer>): PlainStep => {
  if (typeof decide !== "function") throw invalid("answers()", "a function of the request", decide, callSite(answers));
  return plainStep(lazyCallSite(answers), { kind: "answers", decide });
};

const kinds: ReadonlySet<unknown> = new Set(["says", "thinks", "together", "fails", "answers", "calls"]);

/** Whether `value` was made by one of the step builders. */
export const isStep = (value: unknown): value is Step =>
  typeof value === "object" && value !== null && "kind" in value && kinds.has(value.kind) && "expectations" in value;

/** Whether a step can be a part of a message. */
const isPart = (value: unknown): value is Step => isStep(value) && value.kind !== "fails" && value.kind !== "answers";

const hasCallbacks = (step: Step): boolean =>
  step.kind === "together" ? step.parts.some(hasCallbacks) : step.kind === "calls" && step.callbacks.length > 0;

const invalid = (builder: string, expected: string, received: unknown, writtenAt: string | undefined): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: `${builder} was given something it cannot play.`,
      writtenAt,
      expected,
      received: isStep(received) ? describeStep(received) : describeValue(received),
    }),
  );

/** A step on one line, as an error message lists it. */
export const describeStep = (step: Step): string => {
  switch (step.kind) {
    case "calls":
      return `calls("${step.tool}"${step.params === undefined ? "" : `, ${describeValue(step.params)}`})`;
    case "says":
      return `says(${describeValue(step.text)})`;
    case "thinks":
      return `thinks(${describeValue(step.text)})`;
    case "together":
      return `together(${step.parts.map(describeStep).join(", ")})`;
    case "fails":
      return `fails(${describeValue(step.errorMessage)}${step.after?.length ? `, after ${step.after.map(describeStep).join(", ")}` : ""})`;
    case "answers":
      return `answers(${describeValue(step.decide)})`;
  }
};
