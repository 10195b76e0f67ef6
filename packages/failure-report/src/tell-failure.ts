// The one layout of an error message: what happened, where it was written, what was expected and
// received, what is left, why it probably happened, what to change.

export interface FailureStory {
  /** One sentence, without a full stop at the end of a list: what happened and at which step. */
  readonly happened: string;
  /** `path:line:column` of the author's line, from `callSite`. */
  readonly writtenAt?: string | undefined;
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  /** What was not used, one item a line. */
  readonly left?: readonly string[] | undefined;
  readonly cause?: string | undefined;
  /** What to change. */
  readonly fix?: string | undefined;
}

/** The message of an error, parts that are not known left out. */
export const tellFailure = (story: FailureStory): string =>
  [
    story.happened,
    ...(story.writtenAt ? [`  written at: ${story.writtenAt}`] : []),
    ...(story.expected ? [`  expected: ${story.expected}`] : []),
    ...(story.received ? [`  received: ${story.received}`] : []),
    ...(story.left?.length ? ["  left:", ...story.left.map((item) => `    ${item}`)] : []),
    ...(story.cause ? [`Likely cause: ${story.cause}`] : []),
    ...(story.fix ? [`What to do: ${story.fix}`] : []),
  ].join("\n");
