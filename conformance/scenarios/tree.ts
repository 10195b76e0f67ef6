// Scenarios: tree.
import { attemptAsync, handling } from "../recording.ts";
import type { replacement } from "../requirements/replacement.ts";
import type { Scenario, Stage } from "../stage.ts";
import { grown, idOf, own } from "./replacement-stages.ts";

export const treeScenarios = {
  "tree.leaf": async (open, see) => {
    const { stage, seen } = await grown(open);
    see("result", await stage.context().navigateTree(stage.context().sessionManager.getLeafId() as string));
    see("events", seen);
  },
  "tree.user-message": async (open, see) => {
    const { stage, seen } = await grown(open);
    see("result", await stage.context().navigateTree(idOf(stage, "user", 1)));
    see("leaf", stage.context().sessionManager.getLeafId() === idOf(stage, "assistant"));
    see("events", seen);
  },
  "tree.other": async (open, see) => {
    const { stage } = await grown(open);
    see("result", await stage.context().navigateTree(idOf(stage, "assistant")));
    see("leaf", stage.context().sessionManager.getLeafId() === idOf(stage, "assistant"));
  },
  "tree.events": async (open, see) => {
    const { stage, seen } = await grown(open);
    await stage.context().navigateTree(idOf(stage, "assistant"), { customInstructions: "short" });
    see("events", seen);
  },
  "tree.cancel": async (open, see) => {
    const { stage, seen } = await grown(open, { session_before_tree: () => ({ cancel: true }) });
    const leaf = stage.context().sessionManager.getLeafId();
    see("result", await stage.context().navigateTree(idOf(stage, "assistant")));
    see("same leaf", stage.context().sessionManager.getLeafId() === leaf);
    see("events", seen.length);
  },
  "tree.label": async (open, see) => {
    const { stage, seen } = await grown(open, { session_before_tree: () => ({ label: "from the extension" }) });
    const target = idOf(stage, "assistant");
    await stage.context().navigateTree(target, { label: "mine" });
    see("label", stage.context().sessionManager.getLabel(target));
    see("leaf", stage.context().sessionManager.getLeafEntry()?.type);
    see("events", seen);
  },
  "tree.summary": async (open, see) => {
    const { stage, seen } = await grown(open);
    see("result", await stage.context().navigateTree(idOf(stage, "assistant"), { summarize: true }));
    see("entries", own(stage));
    see("events", seen);
  },
  "tree.own-summary": async (open, see) => {
    const { stage, seen } = await grown(open, {
      session_before_tree: () => ({ summary: { summary: "mine", details: { d: 1 } } }),
    });
    await stage.context().navigateTree(idOf(stage, "assistant"), { summarize: true });
    const entry = stage.context().sessionManager.getLeafEntry() as unknown as Record<string, unknown>;
    see("entry", [entry.type, entry.summary, entry.details, entry.fromHook]);
    see("events", seen);
  },
  "tree.unasked-summary": async (open, see) => {
    const { stage, seen } = await grown(open, { session_before_tree: () => ({ summary: { summary: "mine" } }) });
    await stage.context().navigateTree(idOf(stage, "assistant"));
    see("entries", own(stage));
    see("events", seen);
  },
  "tree.unknown": async (open, see) => {
    const { stage } = await grown(open);
    see("result", await attemptAsync(() => stage.context().navigateTree("nope")));
  },
  "tree.busy": async (open, see) => {
    let rejected: unknown;
    const stage: Stage = await open({
      extensions: [
        handling({
          turn_start: async () => {
            rejected = await attemptAsync(() => stage.context().navigateTree("nope"));
          },
        }),
      ],
    });
    await stage.submit("go");
    see("rejected", rejected);
  },
} satisfies Partial<Record<keyof typeof replacement, Scenario>>;
