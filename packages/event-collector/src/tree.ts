// The run as text: a closed set of lines, the same for the same run on every version of pi. The README lists them.
import { asLoose, asLooseMessage, blocksOf, type LooseMessage } from "./pi-seams.ts";
import type { TimelineEntry } from "./timeline.ts";
import type { ToolCallRecord, ToolResultRecord } from "./tool-records.ts";
import type { UICallLike } from "./ui-call.ts";

interface Line {
  text: string;
  children: Line[];
}

/** What the tree is drawn from. */
export interface TreeSource {
  entries: readonly TimelineEntry[];
  /** The call record an event of this id began or belongs to, in the order of the calls. */
  calls: readonly ToolCallRecord[];
  resultFor(call: ToolCallRecord): ToolResultRecord | undefined;
  hasAuthorsWords(call: ToolCallRecord): boolean;
  /** Whether the run was aborted when this message ended: 0.84 to 1.4 call an abort before the stream an error. */
  wasAborted(event: object): boolean;
  /** Folders to be written as `<cwd>`. */
  folders: readonly string[];
}

const limit = 80;
const dialogs = new Set(["select", "confirm", "input", "editor", "custom"]);

/** A value as short text, with what differs from run to run written as what it is. */
type Quote = (value: unknown) => string;

const quoting =
  (folders: readonly string[]): Quote =>
  (value) => {
    const json = JSON.stringify(value) ?? String(value);
    const text = folders
      .reduce((rest, folder) => rest.replaceAll(JSON.stringify(folder).slice(1, -1), "<cwd>"), json)
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>")
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "<time>");
    return text.length > limit ? `${text.slice(0, limit)}…` : text;
  };

/** The same without its quotes, for what stands in brackets. */
const bare = (quoted: string): string => quoted.replace(/^"|"$/g, "").replaceAll('\\"', '"');

/** A path as it is the same on every machine: its file name, with the folder where the name says nothing. */
const place = (path: string): string => {
  if (path.startsWith("<")) return path;
  const parts = path.split(/[/\\]/);
  return (/^index\.[cm]?[jt]s$/.test(parts.at(-1) ?? "") ? parts.slice(-2) : parts.slice(-1)).join("/");
};

const messageLine = (message: LooseMessage, aborted: boolean, quoted: Quote): string => {
  const { role, content, customType, stopReason, errorMessage } = message;
  const blocks = blocksOf(content);
  const text = blocks.flatMap((block) => (block.type === "text" && block.text ? [block.text] : [])).join("\n");
  const images = blocks.filter((block) => block.type === "image").length;
  const parts = ["Message", role];
  if (customType !== undefined) parts.push(customType);
  if (text !== "") parts.push(quoted(text));
  if (images > 0) parts.push(`+${images} image${images > 1 ? "s" : ""}`);
  if (blocks.some((block) => block.type === "thinking")) parts.push("+thinking");
  if (stopReason === "error" && aborted) parts.push("(aborted)");
  else if (stopReason === "error") parts.push(`(error: ${bare(quoted(errorMessage ?? ""))})`);
  else if (stopReason === "length" || stopReason === "aborted") parts.push(`(${stopReason})`);
  return parts.join(" ");
};

const uiLine = ({ method, args, returnValue, answerUnknown }: UICallLike, quoted: Quote): string => {
  const shown = args.filter((arg) => typeof arg === "string" || typeof arg === "boolean" || Array.isArray(arg));
  const parts = ["UI", method, ...shown.map((arg) => quoted(arg))];
  if (dialogs.has(method) && !answerUnknown)
    parts.push("→", returnValue === undefined ? "dismissed" : quoted(returnValue));
  return parts.join(" ");
};

const toolLine = (call: ToolCallRecord, source: TreeSource, quoted: Quote): string => {
  const result = source.resultFor(call);
  const line = `Tool ${call.toolName} ${quoted(call.input)} → `;
  if (call.blocked) {
    const reason = call.blockReason === undefined ? "" : `: ${quoted(call.blockReason)}`;
    return `${line}${call.outcome} by ${place(call.blockedBy ?? "")}${reason}`;
  }
  if (result === undefined) return line + (call.outcome === "unknown" ? "running" : call.outcome);
  const ran = call.outcome === "ok" || call.outcome === "error";
  const words = ran && source.hasAuthorsWords(call) && result.text !== "" ? `: ${quoted(result.text)}` : "";
  return `${line}${call.outcome}${result.mocked ? " (mocked)" : ""}${words}`;
};

const draw = (lines: readonly Line[], depth = 0): string[] =>
  lines.flatMap(({ text, children }) => [`${"  ".repeat(depth)}${text}`, ...draw(children, depth + 1)]);

export const drawTree = (source: TreeSource): string => {
  const quoted = quoting(source.folders);
  const root: Line[] = [];
  let agent: Line[] | undefined;
  let turn: Line[] | undefined;
  let turns = 0;
  const tools = new Map<string, Line>();
  const pending = [...source.calls];
  /** Calls that stand under their message already; what starts without is nested or of a source without messages. */
  const announced = new Set<string>();
  const here = () => turn ?? agent ?? root;

  const add = (list: Line[], text: string): Line => {
    const line = { text, children: [] };
    list.push(line);
    return line;
  };
  const tool = (toolCallId: string, list: Line[]) => {
    const index = pending.findIndex((call) => call.toolCallId === toolCallId);
    const [call] = index < 0 ? [] : pending.splice(index, 1);
    if (call !== undefined) tools.set(toolCallId, add(list, toolLine(call, source, quoted)));
  };
  const owner = (toolCallId: string | undefined) =>
    (toolCallId === undefined ? undefined : tools.get(toolCallId)?.children) ?? here();

  for (const entry of source.entries) {
    if (entry.source === "boundary") {
      agent = turn = undefined;
      add(root, `Session ${entry.type}`);
    } else if (entry.source === "ui") add(owner(entry.toolCallId), uiLine(entry.call, quoted));
    else if (entry.source === "error") {
      const { extensionPath, event, error } = entry.error;
      add(owner(entry.toolCallId), `Error ${place(extensionPath)} ${event}: ${quoted(error)}`);
    } else if (entry.source !== "hook" && entry.source !== "extension") {
      const event = asLoose(entry.event);
      if (event.type === "agent_start") {
        agent = add(root, "Agent").children;
        turn = undefined;
        turns = 0;
      } else if (event.type === "turn_start") turn = add(agent ?? root, `Turn ${++turns}`).children;
      else if (event.type === "turn_end") turn = undefined;
      else if (event.type === "agent_end") agent = turn = undefined;
      else if (event.type === "compaction_start") add(here(), `Compaction ${event.reason ?? ""}`.trimEnd());
      else if (event.type === "tool_execution_start" && event.toolCallId !== undefined) {
        if (announced.delete(event.toolCallId)) continue;
        const parent = event.parentToolCallId === undefined ? undefined : tools.get(event.parentToolCallId);
        tool(event.toolCallId, parent?.children ?? here());
      } else if (event.type === "message_end" && event.message !== undefined) {
        const message = asLooseMessage(event.message);
        if (message.role === "system" || message.role === "toolResult") continue;
        add(here(), messageLine(message, source.wasAborted(entry.event), quoted));
        if (message.role !== "assistant") continue;
        for (const block of blocksOf(message.content)) {
          if (block.type !== "toolCall" || block.id === undefined) continue;
          tool(block.id, here());
          announced.add(block.id);
        }
      }
    }
  }
  return draw(root).join("\n");
};
