// The session's entries as a tree, in memory: what `ctx.sessionManager` shows. It follows pi's SessionManager member by
// member; how entries become messages is in session-projection.ts. It writes no file.
import type { Clock } from "./clock.ts";
import { systemHead } from "./context-rule.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import { contextEntriesOf, type LooseEntry, projectionOf } from "./session-projection.ts";

export interface SessionHeader {
  type: "session";
  version: number;
  id: string;
  timestamp: string;
  cwd: string;
  parentSession: string | undefined;
}

interface TreeNode {
  entry: LooseEntry;
  children: TreeNode[];
  label: string | undefined;
  labelTimestamp: string | undefined;
}

export interface StoreOptions {
  readonly cwd: string;
  readonly clock: Clock;
  readonly sessionFile?: string | undefined;
  readonly parentSession?: string | undefined;
  readonly entries?: readonly LooseEntry[] | undefined;
  /** Told of every append, so that `fake.entries` stays in step. */
  readonly onChange: () => void;
  /** Told of an append after the session was replaced: no session that follows shows it. */
  readonly onLateAppend?: ((entry: LooseEntry) => void) | undefined;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

const version = 3;

export const createSessionStore = (options: StoreOptions) => {
  const { cwd, clock } = options;
  let header: SessionHeader;
  let entries: LooseEntry[] = [];
  let leafId: string | null = null;
  let opening = 0;
  let retired = false;
  const byId = new Map<string, LooseEntry>();
  const labels = new Map<string, { label: string; timestamp: string }>();

  const begin = (parentSession?: string) => {
    const id = clock.nextSessionId();
    header = { type: "session", version, id, timestamp: clock.iso(), cwd, parentSession };
    entries = [];
    leafId = null;
    opening = 0;
    byId.clear();
    labels.clear();
  };
  const noteLabel = (entry: LooseEntry) => {
    if (entry.label) labels.set(String(entry.targetId), { label: String(entry.label), timestamp: entry.timestamp });
    else labels.delete(String(entry.targetId));
  };
  const put = (entry: LooseEntry) => {
    entries.push(entry);
    byId.set(entry.id, entry);
    leafId = entry.id;
    if (entry.type === "label") noteLabel(entry);
  };
  const append = (type: string, fields: Record<string, unknown>, id = clock.nextEntryId()): string => {
    put({ type, ...fields, id, parentId: leafId, timestamp: clock.iso() });
    options.onChange();
    if (retired) options.onLateAppend?.(mustHave(id));
    return id;
  };
  const mustHave = (id: string) => {
    const entry = byId.get(id);
    if (!entry) throw new Error(`Entry ${id} not found`);
    return entry;
  };

  begin(options.parentSession);
  for (const entry of options.entries ?? []) put(entry);

  const store = {
    /** What is in the session now belongs to its opening. */
    opened: () => {
      opening = entries.length;
      options.onChange();
    },
    /** Another session has taken over. */
    retire: () => {
      retired = true;
    },
    /** The entries without those pi opens a session with. */
    ownEntries: () => entries.slice(opening),
    newSession: (given: { id?: string; parentSession?: string } = {}) => {
      begin(given.parentSession);
      if (given.id !== undefined) header.id = given.id;
      options.onChange();
      return options.sessionFile;
    },
    isPersisted: () => false,
    getCwd: () => cwd,
    getSessionDir: () => "",
    usesDefaultSessionDir: () => false,
    getSessionId: () => header.id,
    getSessionFile: () => options.sessionFile,
    appendMessage: (message: LooseMessage) => append("message", { message }),
    appendThinkingLevelChange: (thinkingLevel: string) => append("thinking_level_change", { thinkingLevel }),
    appendModelChange: (provider: string, modelId: string) => append("model_change", { provider, modelId }),
    appendUsage: (kind: string, provider: string, model: string, usage: unknown, note?: string) =>
      byId.get(append("usage", { kind, provider, model, usage, ...(note ? { note } : {}) })),
    appendCompaction: (
      summary: string,
      firstKeptEntryId: string | null,
      tokensBefore: number,
      details?: unknown,
      fromHook?: boolean,
      usage?: unknown,
    ) => {
      const head = systemHead(store.buildSessionProjection().messages);
      const id = clock.nextEntryId();
      const own = { summary, firstKeptEntryId: firstKeptEntryId ?? id, tokensBefore, details, usage, fromHook };
      return append("compaction", { ...own, ...(head ? { systemMessage: head } : {}) }, id);
    },
    appendCustomEntry: (customType: string, data?: unknown) => append("custom", { customType, data }),
    appendSessionInfo: (name: string) => append("session_info", { name: name.replace(/[\r\n]+/g, " ").trim() }),
    getSessionName: () => {
      const info = entries.findLast((entry) => entry.type === "session_info");
      return String(info?.name ?? "").trim() || undefined;
    },
    appendCustomMessageEntry: (customType: string, content: unknown, display: boolean, details?: unknown) =>
      append("custom_message", { customType, content, display, details }),
    appendContextEdit: (targetId: string, replacement: { content: unknown } | null) => {
      const content = replacement?.content;
      if (replacement !== null && typeof content !== "string" && !Array.isArray(content))
        throw new Error("Context edit replacement must be null or contain string/array content");
      const target = mustHave(targetId);
      if (!store.getBranch().includes(target)) throw new Error(`Entry ${targetId} is not on the active branch`);
      const role = target.type === "custom_message" ? "custom" : target.message?.role;
      if (!role || !["custom", "user", "assistant", "toolResult"].includes(role))
        throw new Error(`Entry ${targetId} does not contribute editable model content`);
      const asBlocks = typeof content === "string" && (role === "assistant" || role === "toolResult");
      return append("context_edit", {
        targetId,
        replacement: asBlocks ? { content: [{ type: "text", text: content }] } : replacement,
      });
    },
    getLeafId: () => leafId,
    getLeafEntry: () => (leafId ? byId.get(leafId) : undefined),
    getEntry: (id: string) => byId.get(id),
    getChildren: (parentId: string) => entries.filter((entry) => entry.parentId === parentId),
    getLabel: (id: string) => labels.get(id)?.label,
    appendLabelChange: (targetId: string, label: string | undefined) => {
      mustHave(targetId);
      return append("label", { targetId, label });
    },
    getBranch: (fromId?: string): LooseEntry[] => {
      const path: LooseEntry[] = [];
      const start = fromId ?? leafId;
      let current = start ? byId.get(start) : undefined;
      while (current) {
        path.push(current);
        current = current.parentId ? byId.get(current.parentId) : undefined;
      }
      return path.reverse();
    },
    buildContextEntries: () => contextEntriesOf(store.getBranch()),
    buildSessionProjection: () => projectionOf(store.getBranch()),
    buildSessionContext: () => {
      const { messages, thinkingLevel, model } = projectionOf(store.getBranch());
      return { messages, thinkingLevel, model };
    },
    getHeader: (): SessionHeader | null => header,
    getEntryCount: () => byId.size,
    getEntries: () => [...entries],
    getTree: (): TreeNode[] => {
      const node = (entry: LooseEntry): TreeNode => ({
        entry,
        children: store.getChildren(entry.id).map(node),
        label: labels.get(entry.id)?.label,
        labelTimestamp: labels.get(entry.id)?.timestamp,
      });
      return entries.filter((entry) => entry.parentId === null).map(node);
    },
    branch: (id: string) => {
      mustHave(id);
      leafId = id;
    },
    resetLeaf: () => {
      leafId = null;
    },
    branchWithSummary: (id: string | null, summary: string, details?: unknown, fromHook?: boolean, usage?: unknown) => {
      if (id !== null) mustHave(id);
      const fromId = leafId ?? "root";
      leafId = id;
      return append("branch_summary", { fromId, summary, details, usage, fromHook });
    },
    createBranchedSession: (id: string) => {
      const path = store.getBranch(id);
      if (path.length === 0) throw new Error(`Entry ${id} not found`);
      const kept = path.filter((entry) => entry.type !== "label");
      const named = kept.flatMap((entry) => {
        const known = labels.get(entry.id);
        return known ? [{ targetId: entry.id, ...known }] : [];
      });
      const rechained = kept.map((entry, index) => ({ ...entry, parentId: kept[index - 1]?.id ?? null }));
      begin(undefined);
      for (const entry of rechained) put(entry);
      for (const { targetId, label, timestamp } of named)
        put({ type: "label", id: clock.nextEntryId(), parentId: leafId, timestamp, targetId, label });
      options.onChange();
      return undefined;
    },
  };
  return store;
};
