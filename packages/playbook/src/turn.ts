// A turn: what the user says, and the responses of the model that follow.
import type { ImageContent } from "@earendil-works/pi-ai";
import { describeValue, lazyCallSite, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import { describeStep, isStep } from "./plain-steps.ts";
import type { Step } from "./step.ts";

/** A prompt with its options, as `when()` takes it. */
export interface PromptInput {
  readonly text: string;
  readonly images?: ImageContent[] | undefined;
  /** Where pi says the input came from. Default `"interactive"`. */
  readonly source?: Prompt["source"] | undefined;
}

/** A prompt as pi's session takes it; keys that were not given are absent. */
export interface Prompt {
  readonly text: string;
  readonly images?: ImageContent[];
  readonly source?: "interactive" | "rpc" | "extension";
}

/** A prompt and the steps that answer it. */
export interface Turn {
  readonly kind: "turn";
  readonly prompt: Prompt;
  readonly steps: readonly Step[];
  readonly writtenAt: string | undefined;
}

/**
 * A turn of the script: the user says `prompt`, the model answers with `steps`, one a request.
 *
 * @param steps leave it out for input that never reaches the model, such as a command of an extension.
 * @throws PlaybookError `invalid-step` when the prompt is no text or a step is none.
 * @example when("list the files", [calls("bash", { command: "ls" }), says("Two files.")])
 */
export const when = (prompt: string | PromptInput, steps: readonly Step[] = []): Turn => {
  const place = lazyCallSite(when);
  const asked: PromptInput = typeof prompt === "string" ? { text: prompt } : prompt;
  if (typeof asked?.text !== "string") throw invalidTurn("a text, or { text, images?, source? }", prompt, place());
  if (!Array.isArray(steps)) throw invalidTurn("an array of steps", steps, place());
  for (const step of steps) if (!isStep(step)) throw invalidTurn("steps made by says(), calls(), …", step, place());
  const { text, images, source } = asked;
  return {
    kind: "turn",
    prompt: { text, ...(images && { images }), ...(source && { source }) },
    steps,
    get writtenAt() {
      return place();
    },
  };
};

/**
 * Whether `value` was made by `when()`.
 *
 * @example
 * isTurn(when("hello", [says("hi")])); // true
 */
export const isTurn = (value: unknown): value is Turn =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "turn" && "steps" in value;

const invalidTurn = (expected: string, received: unknown, writtenAt: string | undefined): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: "when() was given something it cannot play.",
      writtenAt,
      expected,
      received: isStep(received) ? describeStep(received) : describeValue(received),
      fix: 'write when("a prompt", [says("an answer")]).',
    }),
  );
