// `ctx.compact()`: the hooks around a compaction and what it leaves in the session. Token figures are pi's to estimate;
// here they are 0, and the cut lies before the last user message.
import type { AgentRun } from "./agent-run.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import type { LooseMessage } from "./pi-shapes.ts";

export interface CompactOptions {
  readonly customInstructions?: string | undefined;
  readonly onComplete?: ((result: unknown) => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

interface Summary {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  usage?: unknown;
  details?: unknown;
}

const prepare = (session: FakeSession, settings: unknown) => {
  const branch = session.store.getBranch();
  if (branch.at(-1)?.type === "compaction") throw new Error("Already compacted");
  const { entries } = session.store.buildSessionProjection();
  const counted = entries.filter(({ messages }) => messages.some(({ role }) => role !== "system"));
  const roleAt = (index: number) => counted[index]?.messages[0]?.role;
  let cut = counted.findLastIndex((_entry, index) => roleAt(index) === "user");
  const isSplitTurn = cut <= 0;
  if (isSplitTurn) cut = counted.findLastIndex((_entry, index) => roleAt(index) === "assistant");
  const kept = counted[cut];
  if (!kept || cut <= 0) throw new Error("Nothing to compact (session too small)");
  const before = counted.slice(0, cut).flatMap(({ messages }): LooseMessage[] => messages);
  const previous = branch.findLast((entry) => entry.type === "compaction");
  return {
    firstKeptEntryId: kept.sourceEntry.id,
    messagesToSummarize: isSplitTurn ? [] : before,
    turnPrefixMessages: isSplitTurn ? before : [],
    isSplitTurn,
    tokensBefore: 0,
    previousSummary: previous?.summary,
    fileOps: { read: new Set<string>(), written: new Set<string>(), edited: new Set<string>() },
    settings,
  };
};

export const createCompaction = (host: FakeHost, session: FakeSession, run: AgentRun) => {
  const fail = async (thrown: unknown, aborted: boolean, fromExtension: boolean): Promise<never> => {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    session.compaction = undefined;
    session.wakeIfIdle();
    await session.runner.hub.emit("session_compact_failed", {
      reason: "manual",
      errorMessage: aborted ? undefined : `Compaction failed: ${message}`,
      aborted,
      willRetry: false,
      fromExtension,
    });
    throw thrown;
  };

  const summarise = async (customInstructions: string | undefined, state: { own: boolean; cancelled: boolean }) => {
    const { hub } = session.runner;
    if (!session.model) throw new Error("No model selected.");
    const preparation = prepare(session, host.settings().compaction);
    const signal = session.compaction?.signal;
    const result = hub.hasHandlers("session_before_compact")
      ? await hub.emit<{ cancel?: boolean; compaction?: Summary } | undefined>("session_before_compact", {
          preparation,
          branchEntries: session.store.getBranch(),
          customInstructions,
          reason: "manual",
          willRetry: false,
          signal,
        })
      : undefined;
    if (result?.cancel) {
      state.cancelled = true;
      throw new Error("Compaction cancelled");
    }
    state.own = result?.compaction !== undefined;
    const made: Summary = result?.compaction ?? {
      summary: host.summary(),
      firstKeptEntryId: preparation.firstKeptEntryId,
      tokensBefore: 0,
      details: { readFiles: [], modifiedFiles: [] },
    };
    if (signal?.aborted) throw new Error("Compaction cancelled");
    return made;
  };

  const compact = async (customInstructions: string | undefined): Promise<unknown> => {
    await run.abort();
    const controller = new AbortController();
    session.compaction = controller;
    const state = { own: false, cancelled: false };
    try {
      const made = await summarise(customInstructions, state);
      const { summary, firstKeptEntryId, tokensBefore, details, usage } = made;
      const id = session.store.appendCompaction(summary, firstKeptEntryId, tokensBefore, details, state.own, usage);
      await session.runner.hub.emit("session_compact", {
        compactionEntry: session.store.getEntry(id),
        fromExtension: state.own,
        reason: "manual",
        willRetry: false,
      });
      return { summary, firstKeptEntryId, tokensBefore, estimatedTokensAfter: 0, usage, details };
    } catch (thrown) {
      return await fail(thrown, controller.signal.aborted || state.cancelled, state.own);
    } finally {
      session.compaction = undefined;
      session.wakeIfIdle();
    }
  };

  const lost = (kind: string) => ({ kind, event: "compact", extensionPath: "" });
  const call = <T>(name: "onComplete" | "onError", callback: (value: T) => unknown, value: T) => {
    try {
      host.unawaited(callback(value), lost(`${name} of ctx.compact() rejected`));
    } catch (thrown) {
      host.silent({ ...lost(`${name} of ctx.compact() threw`), detail: thrown });
      throw thrown;
    }
  };

  /** Returns at once. pi waits for neither callback; what they throw reaches nobody and is noted as silent. */
  return (options: CompactOptions = {}): void => {
    const work = async () => {
      let completed = false;
      try {
        const result = await compact(options?.customInstructions);
        completed = true;
        if (options?.onComplete) call("onComplete", options.onComplete, result);
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (options?.onError) call("onError", options.onError, error);
        else if (!completed) host.silent({ ...lost("ctx.compact() failed and has no onError"), detail: error });
      }
    };
    host.track(work());
  };
};
