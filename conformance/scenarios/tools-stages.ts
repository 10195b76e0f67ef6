// What the scenarios of this section set up and note.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { on, text, tool } from "../recording.ts";
import type { OpenStage, Reply, See, Setup } from "../stage.ts";

export const toolEvents = [
  "tool_execution_start",
  "tool_call",
  "tool_execution_update",
  "tool_result",
  "tool_execution_end",
];

/** Runs one prompt whose model makes `calls`, and returns the trace and the tool messages. */
export const running = async (
  open: OpenStage,
  calls: readonly { name: string; id?: string; params?: Record<string, unknown> }[],
  extension: (pi: ExtensionAPI, trace: unknown[]) => void,
  more: Setup & { after?: readonly Reply[] } = {},
) => {
  const trace: unknown[] = [];
  const messages: Record<string, unknown>[] = [];
  const stage = await open({
    ...more,
    replies: [{ calls: calls.map((call, index) => ({ id: `c${index + 1}`, ...call })) }, ...(more.after ?? ["done"])],
    extensions: [
      (pi) => extension(pi, trace),
      (pi) => {
        for (const event of toolEvents) on(pi, event, ({ toolCallId }) => void trace.push([event, toolCallId]));
        on(pi, "message_end", ({ message }) => {
          if (message.role !== "toolResult") return;
          trace.push(["message", message.toolCallId]);
          messages.push(message);
        });
      },
      ...(more.extensions ?? []),
    ],
  });
  await stage.submit("go");
  return { stage, trace, messages };
};

export const typed = {
  type: "object",
  properties: {
    n: { type: "number" },
    list: { type: "array", items: { type: "string" } },
    flag: { type: "boolean" },
    s: { type: "string", default: "d" },
  },
  required: ["n"],
};

export const executed = (see: See, value: unknown, label = "executed") => {
  see(label, value);
  return text("r");
};

export const simple =
  (name = "t", result: unknown = text("r"), more: object = {}) =>
  (pi: ExtensionAPI) =>
    pi.registerTool(tool(name, async () => result, more));

export const gated = (name: string, gate: Promise<void>, trace: unknown[], more: object = {}) =>
  tool(
    name,
    async () => {
      trace.push(`${name} runs`);
      await gate;
      trace.push(`${name} done`);
      return text(name);
    },
    more,
  );
