// What a boundary handler is shown: the context as it would be with the proposed entries in it. Proposals are tried on a
// copy of the session, so that an invalid one throws before anything is written.

import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import { as } from "./pi-seams.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import type { LooseEntry } from "./session-projection.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";

type Draft = Readonly<Record<string, unknown>>;

/** Appends the proposals, in order. An unknown kind is left out, as in pi. */
export const applyDrafts = (store: SessionStore, drafts: readonly Draft[]): void => {
  for (const draft of drafts) {
    if (draft.type === "custom") store.appendCustomEntry(String(draft.customType), draft.data);
    else if (draft.type === "custom_message")
      store.appendCustomMessageEntry(
        String(draft.customType),
        draft.content,
        as<boolean>(draft.display),
        draft.details,
      );
    else if (draft.type === "context_edit")
      store.appendContextEdit(String(draft.targetId), as<{ content: unknown } | null>(draft.replacement));
    else if (draft.type === "compaction")
      store.appendCompaction(
        String(draft.summary),
        as<string | null>(draft.firstKeptEntryId),
        0,
        draft.details,
        true,
        draft.usage,
      );
  }
};

/** The messages a model would get: custom and summary messages as user messages. */
export const toModelMessages = (messages: readonly LooseMessage[]): LooseMessage[] =>
  messages.map((message) => {
    if (message.role === "custom") {
      const content = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
      return { role: "user", content, ...(message.timestamp === undefined ? {} : { timestamp: message.timestamp }) };
    }
    if (message.role === "branchSummary" || message.role === "compactionSummary")
      return { role: "user", content: [{ type: "text", text: String(message.summary) }] };
    return message;
  });

export const boundaryContext = (host: FakeHost, session: FakeSession, drafts: unknown, event: string) => {
  const quiet = { ...host.clock, nextEntryId: previewIds() };
  const preview = createSessionStore({
    cwd: host.cwd,
    clock: quiet,
    entries: as<LooseEntry[]>(session.store.getBranch()),
    onChange: () => {},
  });
  applyDrafts(preview, as<readonly Draft[]>(drafts));
  const projection = preview.buildSessionProjection();
  const llmMessages = toModelMessages(projection.messages);
  const last = llmMessages.at(-1)?.role;
  const hasContext = llmMessages.some((message) => message.role !== "system") && last !== "assistant";
  const queued = !session.queue.isEmpty;
  return {
    contextEntries: projection.entries,
    contextMessages: projection.messages,
    llmMessages,
    pendingMessages: [...session.queue.peek(), ...session.queue.turnEnd],
    canContinue:
      hasContext ||
      session.queue.turnEnd.length > 0 ||
      (event === "turn_end" ? queued : last === "assistant" && queued),
  };
};

const previewIds = () => {
  let next = 0;
  return () => `f${(++next).toString(16).padStart(7, "0")}`;
};
