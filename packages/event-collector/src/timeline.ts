// Everything that was recorded, in order, as data and as a trace of who pushed, through what, and who took it.
import type { ExtensionError } from "@earendil-works/pi-coding-agent";
import type { Handover } from "./hook-facts.ts";
import { asLoose, type SourceEvent } from "./pi-seams.ts";
import type { UICallLike } from "./ui-call.ts";

/** One thing that happened. `at` is milliseconds since the collector was created. */
export type TimelineEntry = { index: number; at: number } & (
  | { source: "session" | "agent" | "stream" | "jsonl" | "extension" | "record"; type: string; event: SourceEvent }
  | { source: "ui"; type: string; call: UICallLike; toolCallId?: string }
  | { source: "error"; type: string; error: ExtensionError; toolCallId?: string }
  | { source: "hook"; type: Handover["queue"]; handover: Handover }
  | { source: "boundary"; type: string }
);

const milliseconds = (value: number) => value.toFixed(1);

const producers: Readonly<Record<string, string>> = { session: "agent", agent: "agent", stream: "loop", jsonl: "pi" };

const detail = (event: SourceEvent): string => {
  const { toolName, toolCallId, message, reason } = asLoose(event);
  return [toolName, toolCallId, message?.role, reason].filter((part) => part !== undefined).join(" ");
};

const row = (entry: TimelineEntry): [string, string, string, string] => {
  switch (entry.source) {
    case "ui":
      return [entry.toolCallId ?? "extension", `ui.${entry.call.method}`, "user", entry.call.title ?? ""];
    case "error":
      return [entry.error.extensionPath, "errors", "collector", `${entry.error.event}: ${entry.error.error}`];
    case "hook": {
      const { consumer, toolName, toolCallId, from, until, came } = entry.handover;
      return [
        "agent",
        entry.type,
        consumer,
        `${toolName} ${toolCallId} ${came} after ${milliseconds(until - from)} ms`,
      ];
    }
    case "boundary":
      return ["pi", "sessions", "collector", entry.type];
    case "extension":
      return ["pi", "extension events", "collector", `${entry.type} ${detail(entry.event)}`.trim()];
    default:
      return [
        producers[entry.source] ?? "test",
        `${entry.source} events`,
        "collector",
        `${entry.type} ${detail(entry.event)}`.trim(),
      ];
  }
};

/**
 * One line an entry: time in ms, producer → queue → consumer, what. Runs of one kind of `message_update` are one line.
 */
export const formatTrace = (entries: readonly TimelineEntry[]): string => {
  const lines: string[] = [];
  let updates = 0;
  const flush = () => {
    if (updates > 1) lines[lines.length - 1] += ` ×${updates}`;
    updates = 0;
  };
  for (const entry of entries) {
    const isUpdate = entry.type === "message_update";
    if (isUpdate && updates++ > 0) continue;
    if (!isUpdate) flush();
    const [producer, queue, consumer, what] = row(entry);
    lines.push(`${milliseconds(entry.at).padStart(8)}  ${producer} → ${queue} → ${consumer}  ${what}`.trimEnd());
  }
  flush();
  return lines.join("\n");
};
