// What the scenarios of this section set up and note.

import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { type AnyEvent, type AnyHandler, handling, on, text, tool } from "../recording.ts";
import type { OpenStage, Setup, Stage } from "../stage.ts";

export const lifecycle =
  "session_before_switch session_before_fork session_shutdown session_start resources_discover agent_settled".split(
    " ",
  );

export const watching = (seen: unknown[]): ExtensionFactory => {
  let loads = 0;
  return (pi) => {
    const own = ++loads;
    seen.push(`factory ${own}`);
    for (const event of lifecycle)
      on(pi, event, ({ reason, aborted }) => void seen.push([own, event, reason ?? { aborted }]));
  };
};

export const withPi = async (open: OpenStage, setup: Setup = {}) => {
  const apis: ExtensionAPI[] = [];
  const stage = await open({ ...setup, extensions: [(pi) => void apis.push(pi), ...(setup.extensions ?? [])] });
  return { stage, apis };
};

export const entries = (stage: Stage) => stage.context().sessionManager.getEntries();
export const own = (stage: Stage) =>
  entries(stage).flatMap((entry) => {
    if (entry.type === "model_change" || entry.type === "thinking_level_change") return [];
    return entry.type === "message" ? [entry.message.role] : [entry.type];
  });
export const idOf = (stage: Stage, role: string, n = 0) =>
  entries(stage).filter((entry) => entry.type === "message" && entry.message.role === role)[n]?.id as string;

export const boom: AnyHandler = () => {
  throw new Error("boom");
};

/** Two prompts, then a look at the tree. */
export const grown = async (open: OpenStage, handlers: Parameters<typeof handling>[0] = {}) => {
  const seen: unknown[] = [];
  const note =
    (pick: (event: AnyEvent) => unknown): AnyHandler =>
    (event) =>
      void seen.push([event.type, pick(event)]);
  const stage = await open({
    replies: ["one", "two"],
    extensions: [
      handling({
        session_before_tree: note(
          ({
            preparation: {
              targetId,
              oldLeafId,
              commonAncestorId,
              entriesToSummarize,
              userWantsSummary,
              label,
              customInstructions,
            },
          }) => ({
            targetId,
            oldLeafId,
            commonAncestorId,
            count: entriesToSummarize.length,
            userWantsSummary,
            label,
            customInstructions,
          }),
        ),
        session_tree: note(({ newLeafId, oldLeafId, summaryEntry, fromExtension }) => ({
          newLeafId,
          oldLeafId,
          summary: summaryEntry?.summary === undefined ? null : typeof summaryEntry.summary,
          fromExtension: fromExtension ?? null,
        })),
      }),
      handling(handlers),
    ],
  });
  await stage.submit("first");
  await stage.submit("second");
  return { stage, seen };
};

export const staleMembers: Record<string, (pi: ExtensionAPI) => unknown> = {
  on: (pi) => pi.on("agent_start", () => {}),
  registerTool: (pi) => pi.registerTool(tool("x", async () => text("x"))),
  getFlag: (pi) => pi.getFlag("x"),
  sendMessage: (pi) => pi.sendMessage({ customType: "m", content: "x", display: true }),
  appendEntry: (pi) => pi.appendEntry("x"),
  exec: (pi) => pi.exec("true", []),
  setModel: (pi) => pi.setModel({} as never),
  getMcpServers: (pi) => pi.getMcpServers(),
  "events.emit": (pi) => pi.events.emit("c", 1),
  "events.on": (pi) => pi.events.on("c", () => {}),
  getThinkingLevel: (pi) => pi.getThinkingLevel(),
};
