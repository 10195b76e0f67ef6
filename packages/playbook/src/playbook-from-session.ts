// A recorded session becomes a script: its prompts, the model's answers, and the tools' results for mocks.
import { relative } from "node:path";
import type { Usage } from "@earendil-works/pi-ai";
import { type CallResult, callStep, type Params } from "./call-step.ts";
import { checkReplay } from "./check-replay.ts";
import { plainStep } from "./plain-steps.ts";
import { queuedInSession } from "./queued-in-session.ts";
import type { QueuedMessage } from "./queued-messages.ts";
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
 * What the user (or an extension) queued during a run is queued again during the step before it was delivered, as
 * steering: that needs a session with the playbook's extension. Needs `@earendil-works/pi-coding-agent`. Not replayed:
 * the names of model and provider, their ids of responses, and times.
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
  const last = new Set<string>();
  const queued = queuedInSession(stored.branch);
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
      const step = stepOf(message, stored.placeOf(entry), queued.after(entry), calls);
      if (checked) step.expecting(checkReplay(step, stored.toModel(since), exact));
      const last = script.at(-1);
      if (last !== undefined && isTurn(last)) (last.steps as Step[]).push(step);
      else script.push(step);
      since = [];
      // A failed answer is gone from what the model is sent, if pi tries again.
      exact = step.kind !== "fails";
    } else if (message?.role !== "system") {
      since.push(entry);
      if (message?.role === "user" && !queued.entries.has(entry)) {
        for (const id of resultsOf(since)) last.add(id);
        script.push({ kind: "turn", prompt: promptOf(message), steps: [], writtenAt: stored.placeOf(entry) });
      }
      if (message?.role === "toolResult") recordResult(message, results);
    }
  }
  // Results that no answer followed had ended their run.
  for (const id of resultsOf(since)) last.add(id);
  return { script, mockTools: recordedTools(calls, results, last, path), summaries };
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

const promptOf = (message: StoredMessage): Prompt => {
  const blocks = blocksOf(message.content);
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : [])).join("\n");
  const images = blocks.filter(({ type }) => type === "image");
  return { text, ...(images.length > 0 && { images }) } as Prompt;
};

const queuedMessage = ({ message }: StoredEntry): QueuedMessage[] => {
  if (message === undefined) return [];
  const { text, images } = promptOf(message);
  return [images ? { text, images } : text];
};

const stepOf = (
  message: StoredMessage,
  writtenAt: string,
  queued: readonly StoredEntry[],
  calls: Map<string, string>,
): Step => {
  const { stopReason, errorMessage } = message;
  const usage = message.usage as Partial<Usage> | undefined;
  const options: StepOptions = {
    ...(usage && { usage }),
    ...stopOf(stopReason),
    ...(queued.length > 0 && { queued: queued.flatMap(queuedMessage) }),
  };
  const blocks = blocksOf(message.content);
  for (const { type, id, name } of blocks) if (type === "toolCall" && id && name) calls.set(id, name);
  if (stopReason === "error" || stopReason === "aborted") {
    const told = typeof errorMessage === "string" ? errorMessage : "";
    const after = blocks.length > 0 ? { after: partsOf(blocks, {}, writtenAt) } : {};
    return plainStep(() => writtenAt, { kind: "fails", errorMessage: told, reason: stopReason, ...after, options });
  }
  const [first] = blocks;
  const [only] = blocks.length === 1 && first?.type !== "thinking" ? partsOf(blocks, options, writtenAt) : [];
  return only ?? plainStep(() => writtenAt, { kind: "together", parts: partsOf(blocks, {}, writtenAt), options });
};

const partsOf = (blocks: readonly StoredBlock[], options: StepOptions, writtenAt: string): Step[] =>
  blocks.flatMap((stored): Step[] => {
    const { type, text = "", thinking = "", id, name, arguments: params = {}, ...rest } = stored;
    const block = Object.keys(rest).length > 0 ? { block: rest } : {};
    if (type === "text") return [plainStep(() => writtenAt, { kind: "says", text, options: { ...options, ...block } })];
    if (type === "thinking") return [plainStep(() => writtenAt, { kind: "thinks", text: thinking, ...block })];
    if (type !== "toolCall" || !name || !id) return [];
    // The model may have called what was not there; then the result shows whether it still is not.
    return [callStep(name, params, { ...options, ...block, id, allowUndeclared: true }, () => writtenAt)];
  });

const stopOf = (reason: unknown): Pick<StepOptions, "stopReason"> =>
  reason === "stop" || reason === "length" || reason === "toolUse" ? { stopReason: reason } : {};

const resultsOf = (entries: readonly StoredEntry[]): string[] =>
  entries.flatMap(({ message }) => (message?.role === "toolResult" ? [String(message.toolCallId)] : []));

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
