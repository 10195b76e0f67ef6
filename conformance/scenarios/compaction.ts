// Scenarios: compaction.
import { attemptAsync } from "../recording.ts";
import type { contexts } from "../requirements/contexts.ts";
import type { Scenario } from "../stage.ts";
import { compacting } from "./contexts-stages.ts";

export const compactionScenarios = {
  "compact.nothing": async (open, see) => {
    const { seen, compact } = await compacting(open, {}, 0);
    see("result", await compact());
    see("events", seen);
  },
  "compact.own-summary": async (open, see) => {
    const { seen, compact, stage } = await compacting(open, {});
    see("returned", [stage.context().compact()]);
    await stage.settled();
    const own = await compacting(open, {
      session_before_compact: ({ preparation }) => ({
        compaction: {
          summary: "mine",
          firstKeptEntryId: preparation.firstKeptEntryId,
          tokensBefore: 1,
          details: { d: 1 },
        },
      }),
    });
    see("result", await own.compact({ customInstructions: "short" }));
    await own.stage.settled();
    see(
      "events",
      own.seen.filter((event) => (event as string[])[0] !== "before"),
    );
    const entry = own.stage
      .context()
      .sessionManager.getEntries()
      .find(({ type }) => type === "compaction") as unknown as Record<string, unknown>;
    see("entry", [entry.summary, entry.fromHook, entry.details]);
    void seen;
    void compact;
  },
  "compact.cancel": async (open, see) => {
    const { seen, compact } = await compacting(open, {
      session_before_compact: () => ({ cancel: true, compaction: { summary: "unused" } }),
    });
    see("result", await compact());
    see("events", seen);
  },
  "compact.default": async (open, see) => {
    const { seen, compact, stage } = await compacting(open, {});
    const result = (await compact({ customInstructions: "short" })) as { summary?: string };
    see("summary", typeof result.summary);
    await stage.settled();
    see(
      "events",
      seen.map((event) =>
        (event as [string, unknown[], boolean]).map((part, index) =>
          index === 1 ? (part as unknown[]).slice(0, 3) : part,
        ),
      ),
    );
  },
  "compact.twice": async (open, see) => {
    const { compact } = await compacting(open, {});
    await compact();
    see("again", await compact());
  },
  "compact.busy": async (open, see) => {
    const { seen, compact } = await compacting(open, { session_before_compact: () => ({ cancel: true }) });
    await compact();
    see("idle", seen);
  },
  "compact.prompt-rejected": async (open, see) => {
    let rejected: unknown;
    const { compact, stage } = await compacting(open, {
      session_before_compact: async () => {
        rejected = await attemptAsync(() => stageOf().submit("now"));
        return { cancel: true };
      },
    });
    const stageOf = () => stage;
    await compact();
    see("rejected", rejected);
  },
  "compact.callback-throws": async (open, see) => {
    const { stage } = await compacting(open, {
      session_before_compact: ({ preparation }) => ({
        compaction: { summary: "mine", firstKeptEntryId: preparation.firstKeptEntryId, tokensBefore: 1 },
      }),
    });
    const error = await new Promise<Error>((resolve) => {
      stage.context().compact({
        onComplete: () => {
          throw new Error("callback");
        },
        onError: resolve,
      });
    });
    see("onError", error.message);
    see("errors", stage.errors);
  },
  "compact.returns": async (open, see) => {
    const stage = await open({});
    see("returned", [stage.context().compact()]);
    await stage.settled();
  },
} satisfies Partial<Record<keyof typeof contexts, Scenario>>;
