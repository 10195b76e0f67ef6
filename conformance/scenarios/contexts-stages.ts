// What the scenarios of this section set up and note.

import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { type AnyContext, type AnyEvent, type AnyHandler, handling, on, text, tool } from "../recording.ts";
import type { OpenStage } from "../stage.ts";

export const phases =
  "input before_agent_start agent_start turn_start message_start context tool_call tool_result turn_end agent_end agent_before_settle agent_settled session_start".split(
    " ",
  );

/** Notes what `read` gives in each phase of a run with one tool call. */
export const inPhases = async (open: OpenStage, read: (ctx: AnyContext) => unknown) => {
  const seen: [string, unknown][] = [];
  const stage = await open({
    replies: [{ calls: [{ name: "t", id: "c1" }] }, "done"],
    extensions: [
      (pi) => {
        pi.registerTool(
          tool("t", async (...args) => {
            seen.push(["execute", read(args[4])]);
            return text("r");
          }),
        );
        for (const event of phases) on(pi, event, (_event, ctx) => void seen.push([event, read(ctx)]));
      },
    ],
  });
  await stage.submit("go");
  const command = stage.context();
  seen.push(["idle", read(command as never)]);
  return seen.filter(([event], index) => seen.findIndex(([other]) => other === event) === index);
};

/** A host's UI that answers at once and keeps what it was asked. */
export const host = (answers: Record<string, unknown> = {}) => {
  const calls: unknown[] = [];
  const answer =
    (method: string) =>
    async (...args: unknown[]) => {
      calls.push([method, ...args.map((arg) => (typeof arg === "function" ? "[function]" : arg))]);
      return answers[method];
    };
  const names =
    "notify setStatus setWorkingMessage setWorkingVisible setWorkingIndicator setHiddenThinkingLabel setWidget setFooter setHeader setTitle pasteToEditor setEditorText addAutocompleteProvider setEditorComponent setToolsExpanded".split(
      " ",
    );
  const ui = {
    ...Object.fromEntries(["select", "confirm", "input", "editor", "custom"].map((name) => [name, answer(name)])),
    ...Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => void calls.push([name, ...args])])),
    onTerminalInput: () => () => {},
    getEditorText: () => "typed",
    getEditorComponent: () => undefined,
    theme: { name: "host" },
    getAllThemes: () => [],
    getTheme: () => undefined,
    setTheme: () => ({ success: true }),
    getToolsExpanded: () => true,
  } as unknown as ExtensionUIContext & Record<string, unknown>;
  return { ui, calls };
};

export const compacting = async (open: OpenStage, handlers: Parameters<typeof handling>[0], prompts = 2) => {
  const seen: unknown[] = [];
  const note =
    (name: string, pick: (event: AnyEvent) => unknown): AnyHandler =>
    (event, ctx) =>
      void seen.push([name, pick(event), ctx.isIdle()]);
  const stage = await open({
    replies: ["a long answer", "another"],
    extensions: [
      handling(handlers),
      handling({
        session_before_compact: note("before", ({ reason, willRetry, customInstructions }: Record<string, unknown>) => [
          reason,
          willRetry,
          customInstructions ?? null,
        ]),
        session_compact: note("done", ({ fromExtension, reason, willRetry, compactionEntry }) => [
          fromExtension,
          reason,
          willRetry,
          compactionEntry.summary,
        ]),
        session_compact_failed: note("failed", (event: Record<string, unknown>) => ({ ...event })),
      }),
    ],
  });
  for (let n = 0; n < prompts; n++) await stage.submit(`prompt ${n}`);
  const compact = (options: object = {}) =>
    new Promise<unknown>((resolve) => {
      stage.context().compact({
        onComplete: ({ summary, details }) => resolve({ summary, details }),
        onError: (error) => resolve({ error: error.message }),
        ...options,
      });
    });
  return { stage, seen, compact };
};
