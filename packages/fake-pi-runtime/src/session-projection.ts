// How the entries of one branch become the messages of the context. It only reads.
import type { LooseMessage } from "./pi-shapes.ts";

export interface LooseEntry {
  type: string;
  id: string;
  parentId: string | null;
  timestamp: string;
  /** Of `message`. */
  message?: LooseMessage;
  /** Of `compaction`: the prompt and tools as they were. */
  systemMessage?: LooseMessage;
  /** Of `context_edit`; `null` leaves the target out. */
  replacement?: { content: unknown } | null;
  [key: string]: unknown;
}

export interface ProjectedEntry {
  sourceEntry: LooseEntry;
  messages: LooseMessage[];
}

const timeOf = (entry: LooseEntry) => new Date(entry.timestamp).getTime();

const messagesOf = (entry: LooseEntry): LooseMessage[] => {
  const { message } = entry;
  if (entry.type === "message" && message)
    return [message.content == null ? { ...message, content: message.role === "system" ? "" : [] } : message];
  if (entry.type === "custom_message") {
    const { customType, content, display, details } = entry;
    return [{ role: "custom", customType, content: content ?? [], display, details, timestamp: timeOf(entry) }];
  }
  if (entry.type === "branch_summary" && entry.summary)
    return [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp: timeOf(entry) }];
  if (entry.type === "compaction") {
    const { summary, tokensBefore } = entry;
    const system = entry.systemMessage;
    return [
      ...(system ? [system] : []),
      { role: "compactionSummary", summary, tokensBefore, timestamp: timeOf(entry) },
    ];
  }
  return [];
};

/** The entries that count: from the newest compaction on, with what it kept of the time before. */
export const contextEntriesOf = (branch: readonly LooseEntry[]): LooseEntry[] => {
  const at = branch.findLastIndex((entry) => entry.type === "compaction");
  const compaction = branch[at];
  if (!compaction) return [...branch];
  const before = branch.slice(0, at);
  const kept = before.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const isSystem = (entry: LooseEntry) => entry.type === "message" && entry.message?.role === "system";
  return [
    compaction,
    ...(kept < 0 ? [] : before.slice(kept).filter((entry) => !isSystem(entry))),
    ...branch.slice(at + 1),
  ];
};

const editable = ["user", "assistant", "toolResult", "custom"];

const edited = (messages: LooseMessage[], edit: LooseEntry | undefined): LooseMessage[] => {
  if (!edit) return messages;
  const { replacement } = edit;
  if (!replacement) return [];
  return messages.map((message) =>
    editable.includes(message.role) ? { ...message, content: replacement.content } : message,
  );
};

export const projectionOf = (branch: readonly LooseEntry[]) => {
  const counted = contextEntriesOf(branch);
  const edits = new Map(
    counted.filter(({ type }) => type === "context_edit").map((entry) => [String(entry.targetId), entry]),
  );
  const entries: ProjectedEntry[] = counted.map((sourceEntry, index) => ({
    sourceEntry,
    messages:
      sourceEntry.type === "compaction" && index > 0 ? [] : edited(messagesOf(sourceEntry), edits.get(sourceEntry.id)),
  }));
  const change = branch.findLast((entry) => entry.type === "model_change");
  const level = branch.findLast((entry) => entry.type === "thinking_level_change");
  return {
    entries,
    messages: entries.flatMap(({ messages }) => messages),
    thinkingLevel: String(level?.thinkingLevel ?? "off"),
    model: change ? { provider: String(change.provider), modelId: String(change.modelId) } : null,
  };
};
