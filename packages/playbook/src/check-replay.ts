// Compares the request of a replayed step with the recorded one, message by message.
import { tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import { textOf } from "./model-request.ts";
import { describeStep } from "./plain-steps.ts";
import { sideBySide } from "./side-by-side.ts";
import type { Expectation, Step } from "./step.ts";

interface MessageLike {
  readonly role: string;
  readonly content: unknown;
  readonly [key: string]: unknown;
}

/**
 * @param recorded the messages that came after the model's last answer, in the recording.
 * @param exact whether there were no others; after a summary or a failure pi decides which older ones it repeats.
 */
export const checkReplay =
  (step: Step, recorded: readonly MessageLike[], exact: boolean): Expectation =>
  (request) => {
    const last = request.messages.findLastIndex(({ role }) => role === "assistant");
    const fresh = request.messages.slice(last + 1);
    const replayed = exact ? fresh : fresh.slice(Math.max(0, fresh.length - recorded.length));
    const count = Math.max(recorded.length, replayed.length);
    for (let index = 0; index < count; index++) {
      const [expected, received] = [toldOf(recorded[index]), toldOf(replayed[index])];
      if (expected !== received) throw diverged(step, request.step, expected, received);
    }
  };

/** Everything of a message that is compared: a line about it, then its text. */
const toldOf = (message: MessageLike | undefined): string => {
  if (message === undefined) return "no further message";
  const { role, content, toolName, toolCallId, isError } = message;
  const blocks = Array.isArray(content) ? content : [];
  const others = blocks.flatMap(({ type }) => (type === "text" ? [] : [` + ${type}`])).join("");
  const head = role === "toolResult" ? `the ${isError ? "error" : "result"} of ${toolName} (${toolCallId})` : role;
  return `${head}${others}:\n${textOf(content)}`;
};

const diverged = (step: Step, number: number | undefined, expected: string, received: string): PlaybookError =>
  new PlaybookError(
    "diverged",
    tellFailure({
      happened: `The replay differs from the recording before step ${number}, ${describeStep(step)}.\n${sideBySide(expected, received)}`,
      writtenAt: step.writtenAt,
      cause: "the extension, its tools or the mocks behave differently from when the session was recorded.",
      fix: "find out why; if the new behaviour is right, record the session again.",
    }),
    { step: number },
  );
