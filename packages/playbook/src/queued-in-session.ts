// Which user messages of a recorded session were queued during a run, and which began one.
import type { StoredEntry } from "./session-file.ts";

export interface Queued {
  /** The queued entries. */
  readonly entries: ReadonlySet<StoredEntry>;
  /** Those that follow an answer of the model, before its next one. Before the first answer nobody can queue one again. */
  after(answer: StoredEntry): readonly StoredEntry[];
}

export const queuedInSession = (branch: readonly StoredEntry[]): Queued => {
  const entries = new Set<StoredEntry>();
  const byAnswer = new Map<StoredEntry, StoredEntry[]>();
  let answer: StoredEntry | undefined;
  let role: string | undefined;
  for (const [index, entry] of branch.entries()) {
    const { message } = entry;
    if (message?.role === "assistant") answer = entry;
    if (message?.role === "user" && role !== undefined && wasQueued(entry, branch[index - 1], role)) {
      entries.add(entry);
      if (answer) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), entry]);
    }
    if (message && message.role !== "system") ({ role } = message);
  }
  return { entries, after: (entry) => byAnswer.get(entry) ?? [] };
};

/** Milliseconds within which nobody sees that a run is over and writes a prompt. */
const reaction = 1_000;

/**
 * A message has the time at which the user sent it, an entry the one at which it was written. After a final answer a
 * message is a prompt, unless it is older than the entry before it. After tool results or another message it was queued,
 * maybe by a handler of an extension, unless it came much later: then a tool had ended the run. (Looked at on 0.74.2,
 * 0.87.1 and 1.6.0.)
 */
const wasQueued = ({ message }: StoredEntry, before: StoredEntry | undefined, role: string): boolean => {
  const [sent, written] = [Number(message?.timestamp), Date.parse(String(before?.timestamp))];
  return role === "assistant" ? sent < written : !(sent > written + reaction);
};
