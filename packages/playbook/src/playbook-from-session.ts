// A recorded session becomes a script: its prompts, the model's answers, and the tools' results for mocks.
import { relative } from "node:path";
import type { Usage } from "@earendil-works/pi-ai";
import { type CallResult, callStep, type Params } from "./call-step.ts";
import { checkReplay } from "./check-replay.ts";
import { plainStep } from "./plain-steps.ts";
import { type RecordedTools, recordedTools } from "./recorded-tools.ts";
import type { Script } from "./script-queue.ts";
import { readSessionFile, type StoredEntry, type StoredMessage } from "./session-file.ts";
import type { Step, StepOptions } from "./step.ts";
import { isTurn, type Prompt, type Turn } from "./turn.ts";

/** What a recorded session is made of. */
export interface RecordedSession {
  /** The turns of the session; steps before its first prompt stand loose. */
  readonly script: Script;
  /** A handler for each tool that has a result in the session, which gives a call what was recorded for its id. */
  readonly mockTools: RecordedTools;
  /** The summaries that pi made, of compactions and branches, in their order. */
  readonly summaries: readonly string[];
}

/**
 * Makes a script of a session file of pi. The file is read with pi's own parser, so older formats do too, and nothing
 * is written. The script plays the branch that the last entry is on; each step checks that the run has come to it with
 * the messages that were recorded, and fails as `diverged` with the first one that differs.
 *
 * Needs `@earendil-works/pi-coding-agent`. Not replayed: what a failed or aborted answer had said before it failed,
 * signatures of thinking, and when within a turn a steering message came (it becomes a turn of its own).
 *
 * @param options `checked: false` leaves the checks out, so that `toJSON()` can write the script for another process.
 * @throws PlaybookError `invalid-session` with the line of a damaged file and what is wrong with it.
 * @example
 * const { script, mockTools, summaries } = await playbookFromSession("fixtures/bug-report.jsonl");
 * const playbook = createPlaybook(script, { summaries });
 * const mocks = createToolMocks({ bash: mockTools.bash });
 */
export const playbookFromSession = async (
  file: string,
  { checked = true }: { readonly checked?: boolean | undefined } = {},
): Promise<RecordedSession> => {
  const path = relative(process.cwd(), file) || file;
  const stored = await readSessionFile(path);
  const script: (Turn | Step)[] = [];
  const calls = new Map<string, string>();
  const results = new Map<string, CallResult>();
  const summaries: string[] = [];
  let since: StoredEntry[] = [];
  let exact = true;
  for (const entry of stored.branch) {
    const { type, message, summary } = entry;
    if ((type === "compaction" || type === "branch_summary") && summary !== undefined) {
      // What pi keeps of the messages before a summary is its own decision; only those after it are compared.
      since = [];
      exact = false;
      if (!entry.fromHook) summaries.push(summary);
    } else if (message?.role === "assistant") {
      const step = stepOf(message, stored.placeOf(entry), calls);
      if (checked) step.expecting(checkReplay(step, stored.toModel(since), exact));
      const last = script.at(-1);
      if (last !== undefined && isTurn(last)) (last.steps as Step[]).push(step);
      else script.push(step);
      since = [];
      // A failed answer is gone from what the model is sent, if pi tries again.
      exact = step.kind !== "fails";
    } else if (message?.role !== "system") {
      since.push(entry);
      if (message?.role === "user") script.push(turnOf(message, stored.placeOf(entry)));
      if (message?.role === "toolResult") recordResult(message, results);
    }
  }
  return { script, mockTools: recordedTools(calls, results, path), summaries };
};

interface StoredBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: Params;
}

const blocksOf = (content: unknown): readonly StoredBlock[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];

const turnOf = (message: StoredMessage, writtenAt: string): Turn => {
  const blocks = blocksOf(message.content);
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : [])).join("\n");
  const images = blocks.filter(({ type }) => type === "image");
  const prompt = { text, ...(images.length > 0 && { images }) } as Prompt;
  return { kind: "turn", prompt, steps: [], writtenAt };
};

const stepOf = (message: StoredMessage, writtenAt: string, calls: Map<string, string>): Step => {
  const { stopReason, errorMessage } = message;
  const usage = message.usage as Partial<Usage> | undefined;
  const options: StepOptions = { ...(usage && { usage }), ...stopOf(stopReason) };
  if (stopReason === "error" || stopReason === "aborted") {
    const told = typeof errorMessage === "string" ? errorMessage : "";
    return plainStep(() => writtenAt, { kind: "fails", errorMessage: told, reason: stopReason, options });
  }
  const parts = blocksOf(message.content).flatMap((block): Step[] => {
    if (block.type === "text") return [plainStep(() => writtenAt, { kind: "says", text: block.text ?? "", options })];
    if (block.type === "thinking") return [plainStep(() => writtenAt, { kind: "thinks", text: block.thinking ?? "" })];
    if (block.type !== "toolCall" || !block.name || !block.id) return [];
    calls.set(block.id, block.name);
    // The model may have called what was not there; then the result shows whether it still is not.
    const own = { ...options, id: block.id, allowUndeclared: true };
    return [callStep(block.name, block.arguments ?? {}, own, () => writtenAt)];
  });
  const [only] = parts;
  return parts.length === 1 && only !== undefined && only.kind !== "thinks"
    ? only
    : plainStep(() => writtenAt, { kind: "together", parts, options });
};

const stopOf = (reason: unknown): Pick<StepOptions, "stopReason"> =>
  reason === "stop" || reason === "length" || reason === "toolUse" ? { stopReason: reason } : {};

const recordResult = (message: StoredMessage, results: Map<string, CallResult>): void => {
  const { toolCallId, toolName, isError, details } = message;
  const content = blocksOf(message.content);
  results.set(String(toolCallId), {
    step: undefined,
    toolName: String(toolName),
    toolCallId: String(toolCallId),
    text: content.flatMap(({ text }) => text ?? []).join("\n"),
    content: content as CallResult["content"],
    details,
    isError: isError === true,
  });
};
