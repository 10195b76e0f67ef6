// The answers to pi's own summary requests; they eat no step of the script.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import type { ModelRequest } from "./model-request.ts";

/** A fixed text, a list used one by one, or a function of the request. */
export type Summaries = string | readonly string[] | ((request: ModelRequest) => string | Promise<string>);

export interface SummaryAnswers {
  /** The text of the next summary, or the failure that there is none. */
  next(request: ModelRequest): Promise<string | PlaybookError>;
  /** Listed summaries that were not asked for, as a failure. */
  unused(): PlaybookError | undefined;
}

export const createSummaryAnswers = (
  summaries: Summaries = "A summary of the conversation so far.",
): SummaryAnswers => {
  let used = 0;
  return {
    async next(request) {
      used++;
      if (typeof summaries === "string") return summaries;
      if (typeof summaries !== "function") {
        return summaries[used - 1] ?? exhausted(summaries.length);
      }
      let text: unknown;
      try {
        text = await summaries(request);
      } catch (thrown) {
        return functionFailed(
          `threw at summary ${used}: ${thrown instanceof Error ? thrown.message : describeValue(thrown)}`,
          {
            cause: "an assertion in it failed, or it has a mistake.",
            thrown,
          },
        );
      }
      if (typeof text === "string") return text;
      return functionFailed(`returned no text at summary ${used}.`, {
        expected: "a text",
        received: describeValue(text),
      });
    },
    unused() {
      if (!Array.isArray(summaries) || used >= summaries.length) return undefined;
      return new PlaybookError(
        "left-over",
        tellFailure({
          happened: `The script ended with ${summaries.length - used} of ${summaries.length} summaries unused.`,
          left: summaries.slice(used).map((text) => describeValue(text)),
          cause:
            "pi compacted or summarised a branch less often than the test expects, or an extension brought its own summary.",
          fix: "remove the summaries, or find out why pi did not ask.",
        }),
      );
    },
  };
};

const functionFailed = (
  how: string,
  { thrown, ...details }: { thrown?: unknown; cause?: string; expected?: string; received?: string },
): PlaybookError =>
  new PlaybookError(
    "callback-threw",
    tellFailure({
      happened: `The summaries function ${how}`,
      ...details,
      fix: "mend the function given as summaries.",
    }),
    thrown === undefined ? {} : { cause: thrown },
  );

const exhausted = (length: number): PlaybookError =>
  new PlaybookError(
    "summaries-exhausted",
    tellFailure({
      happened: `pi asked for summary ${length + 1}, and \`summaries\` has ${length}.`,
      cause: "a compaction whose cut splits a turn asks twice; a later compaction asks again.",
      fix: "add a summary to the list, or give one text for all.",
    }),
  );
