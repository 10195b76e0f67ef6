// Scenarios: what pi tells nobody, and what it does tell.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createMockUI } from "@pi-testkit/mock-ui";
import { attempt, handling, text, tick, tool } from "../recording.ts";
import type { unheard } from "../requirements/unheard.ts";
import type { OpenStage, Scenario } from "../stage.ts";
import { compacting } from "./contexts-stages.ts";
import { entries, withPi } from "./replacement-stages.ts";

const ownSummary: Parameters<typeof handling>[0] = {
  session_before_compact: ({ preparation }) => ({
    compaction: { summary: "mine", firstKeptEntryId: preparation.firstKeptEntryId, tokensBefore: 1 },
  }),
};

/** A gate that opens when the scenario says so. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** An extension whose handler of `event` rejects once `opened` does not wait any longer. */
const failingLater = async (open: OpenStage, event: string, opened: Promise<void>) => {
  const { stage, apis } = await withPi(open, {
    extensions: [
      handling({
        [event]: async () => {
          await opened;
          throw new Error("later");
        },
      }),
    ],
    ui: createMockUI({ onUnhandled: () => undefined }).context,
  });
  return { stage, pi: apis[0] as ExtensionAPI };
};

export const unheardScenarios = {
  "unheard.compact-fails": async (open, see) => {
    const stage = await open({});
    stage.context().compact();
    await tick();
    await stage.settled();
    see("errors", stage.errors);
    see("idle", stage.context().isIdle());
  },
  "unheard.on-complete": async (open, see) => {
    const { stage } = await compacting(open, ownSummary);
    const completed = gate();
    stage.context().compact({
      onComplete: () => {
        completed.open();
        throw new Error("callback");
      },
    });
    await completed.opened;
    await stage.settled();
    see("errors", stage.errors);
    see(
      "compacted",
      entries(stage).some(({ type }) => type === "compaction"),
    );
  },
  "unheard.stale-in-on-complete": async (open, see) => {
    const { stage, apis } = await withPi(open, { extensions: [handling(ownSummary)], replies: ["one", "two"] });
    await stage.submit("first");
    await stage.submit("second");
    await stage.reload();
    const completed = gate();
    stage.context().compact({
      onComplete: () => {
        completed.open();
        apis[0]?.appendEntry("late");
      },
    });
    await completed.opened;
    await stage.settled();
    see("errors", stage.errors);
    see(
      "written",
      entries(stage).some((entry) => entry.type === "custom"),
    );
  },
  "unheard.late-entry": async (open, see) => {
    const stage = await open({});
    const { sessionManager } = stage.context();
    await stage.context().newSession();
    const written = attempt(
      () => typeof (sessionManager as never as { appendCustomEntry(t: string): string }).appendCustomEntry("late"),
    );
    see("written", written);
    see(
      "in the old session",
      sessionManager.getEntries().some((entry) => entry.type === "custom"),
    );
    see(
      "in the new session",
      entries(stage).some((entry) => entry.type === "custom"),
    );
    see("errors", stage.errors);
  },
  "unheard.bus-after-replacement": async (open, see) => {
    const replaced = gate();
    const { stage, apis } = await withPi(open, {
      extensions: [
        (pi) =>
          void pi.events.on("c", async () => {
            await replaced.opened;
            throw new Error("later");
          }),
      ],
    });
    apis[0]?.events.emit("c", 1);
    await stage.context().newSession();
    replaced.open();
    await tick();
    see("errors", stage.errors);
  },
  "unheard.tool-call": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "t", params: {}, id: "c" }] }, "ok"],
      extensions: [
        (pi) => pi.registerTool(tool("t", async () => text("ran"))),
        handling({
          tool_call: () => {
            throw new Error("hook");
          },
        }),
      ],
    });
    await stage.submit("go");
    see("errors", stage.errors);
    see(
      "result",
      entries(stage).flatMap((entry) =>
        entry.type === "message" && entry.message.role === "toolResult" ? [entry.message.content] : [],
      ),
    );
  },
  "heard.not-awaited": async (open, see) => {
    const later = gate();
    const { stage, pi } = await failingLater(open, "session_info_changed", later.opened);
    pi.setSessionName("name");
    see("before", [...stage.errors]);
    later.open();
    await tick();
    see("after", stage.errors);
  },
  "heard.after-replacement": async (open, see) => {
    const later = gate();
    const { stage, pi } = await failingLater(open, "session_info_changed", later.opened);
    pi.setSessionName("name");
    await stage.context().newSession();
    later.open();
    await tick();
    see("errors", stage.errors);
  },
  "heard.ui-prompt": async (open, see) => {
    const later = gate();
    const { stage } = await failingLater(open, "ui_prompt_start", later.opened);
    see("answer", await stage.context().ui.confirm("Sure?", "really"));
    later.open();
    await tick();
    see("errors", stage.errors);
  },
  "heard.nested-update": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "outer", params: {}, id: "c" }] }, "ok"],
      extensions: [
        (pi) => {
          pi.registerTool(
            tool("inner", async (_id, _params, _signal, onUpdate) => {
              onUpdate?.(text("half"));
              return text("inner");
            }),
          );
          pi.registerTool(
            tool("outer", async (_id, _params, _signal, _onUpdate, ctx) => {
              const onUpdate = () => {
                throw new Error("update");
              };
              const done = await ctx.executeTool("inner", {}, { onUpdate });
              return text(JSON.stringify(done.result.content));
            }),
          );
        },
      ],
    });
    await stage.submit("go");
    see(
      "result",
      entries(stage).flatMap((entry) =>
        entry.type === "message" && entry.message.role === "toolResult" ? [entry.message.content] : [],
      ),
    );
    see("errors", stage.errors);
  },
} satisfies Record<keyof typeof unheard, Scenario>;
