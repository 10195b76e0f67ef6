// `ctx.navigateTree()`: the hooks, the new leaf, the summary entry and the label, in pi's order.

import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import type { LooseEntry } from "./session-projection.ts";

export interface NavigateOptions {
  readonly summarize?: boolean | undefined;
  readonly customInstructions?: string | undefined;
  readonly replaceInstructions?: boolean | undefined;
  readonly label?: string | undefined;
}

interface TreeAnswer {
  cancel?: boolean;
  summary?: { summary: string; details?: unknown; usage?: unknown };
  label?: string;
}

/** Where the leaf goes: before a user's or custom message, onto anything else. */
const landing = (entry: LooseEntry): string | null => {
  const isBefore = entry.type === "custom_message" || (entry.type === "message" && entry.message?.role === "user");
  return isBefore ? entry.parentId : entry.id;
};

const abandoned = (session: FakeSession, oldLeafId: string | null, targetId: string) => {
  const path = session.store.getBranch(targetId).map(({ id }) => id);
  const old = oldLeafId ? session.store.getBranch(oldLeafId) : [];
  const common = old.findLast(({ id }) => path.includes(id));
  return {
    entriesToSummarize: common ? old.slice(old.indexOf(common) + 1) : old,
    commonAncestorId: common?.id ?? null,
  };
};

export const createTreeNavigation = (host: FakeHost, session: FakeSession) => {
  const { store } = session;
  return async (targetId: string, options: NavigateOptions = {}) => {
    if (session.running || session.preflights > 0)
      throw new Error("Wait for the current response to finish before navigating the session tree.");
    if (session.isCompacting)
      throw new Error(
        "Wait for the current compaction or tree navigation to finish before navigating the session tree.",
      );
    const oldLeafId = store.getLeafId();
    if (targetId === oldLeafId) return { cancelled: false };
    if (options.summarize && !session.model) throw new Error("No model available for summarization");
    const target = store.getEntry(targetId);
    if (!target) throw new Error(`Entry ${targetId} not found`);
    const { entriesToSummarize, commonAncestorId } = abandoned(session, oldLeafId, targetId);
    const controller = new AbortController();
    session.branchSummary = controller;
    try {
      const { hub } = session.runner;
      const answer = hub.hasHandlers("session_before_tree")
        ? await hub.emit<TreeAnswer | undefined>("session_before_tree", {
            preparation: {
              targetId,
              oldLeafId,
              commonAncestorId,
              entriesToSummarize,
              userWantsSummary: options.summarize ?? false,
              customInstructions: options.customInstructions,
              replaceInstructions: options.replaceInstructions,
              label: options.label,
            },
            signal: controller.signal,
          })
        : undefined;
      if (answer?.cancel) return { cancelled: true };
      const label = answer?.label ?? options.label;
      const own = options.summarize ? answer?.summary : undefined;
      const made =
        own ??
        (options.summarize && entriesToSummarize.length > 0
          ? { summary: host.summary(), details: { readFiles: [], modifiedFiles: [] } }
          : undefined);
      const leaf = landing(target);
      let summaryEntry: LooseEntry | undefined;
      if (made?.summary) {
        const usage = "usage" in made ? made.usage : undefined;
        const id = store.branchWithSummary(leaf, made.summary, made.details, own !== undefined, usage);
        summaryEntry = store.getEntry(id);
        if (label) store.appendLabelChange(id, label);
      } else {
        if (leaf === null) store.resetLeaf();
        else store.branch(leaf);
        if (label) store.appendLabelChange(targetId, label);
      }
      session.branchSummary = undefined;
      await hub.emit("session_tree", {
        newLeafId: store.getLeafId(),
        oldLeafId,
        summaryEntry,
        fromExtension: made?.summary ? own !== undefined : undefined,
      });
      // The session has more to say; each of pi's modes hands on this much.
      return { cancelled: false };
    } finally {
      if (session.branchSummary === controller) session.branchSummary = undefined;
      session.wakeIfIdle();
    }
  };
};
