// The results of a recorded session, handed out by the id of the call. Knows nothing of how a tool is mocked.
import { tellFailure } from "@pi-testkit/failure-report";
import type { CallResult } from "./call-step.ts";
import { PlaybookError } from "./errors.ts";

/** A tool's result as it was recorded. */
export interface RecordedResult {
  content: CallResult["content"];
  // biome-ignore lint/suspicious/noExplicitAny: the shape of details is the tool's own
  details: any;
  isError: boolean;
  /** In a recording the run was over after this result. */
  terminate?: true;
}

/** Gives a call the result that was recorded for its id; a handler as `createToolMocks()` takes it. */
export type RecordedTool = (params: unknown, call: { readonly toolCallId: string }) => RecordedResult;

/** A handler for each tool of a recorded session, by the name of the tool. */
export type RecordedTools = Readonly<Record<string, RecordedTool>>;

/**
 * @param calls the names of the tools by the ids of their calls.
 * @param last the ids of the calls after which a run was over.
 */
export const recordedTools = (
  calls: ReadonlyMap<string, string>,
  results: ReadonlyMap<string, CallResult>,
  last: ReadonlySet<string>,
  file: string,
): RecordedTools => {
  const names = new Set([...results.keys()].flatMap((id) => calls.get(id) ?? []));
  const handler =
    (name: string): RecordedTool =>
    (_params, { toolCallId }) => {
      const result = results.get(toolCallId);
      if (result === undefined) throw notRecorded(name, toolCallId, file);
      const { content, details, isError } = result;
      return structuredClone({ content, details, isError, ...(last.has(toolCallId) && { terminate: true as const }) });
    };
  return Object.fromEntries([...names].map((name) => [name, handler(name)]));
};

const notRecorded = (name: string, toolCallId: string, file: string): PlaybookError =>
  new PlaybookError(
    "diverged",
    tellFailure({
      happened: `The tool "${name}" was called as ${toolCallId}, and the session ${file} has no result for that call.`,
      cause: "the recorded run ended before the tool did, or an extension made the call on its own.",
      fix: "do not mock this tool with the recording.",
    }),
  );
