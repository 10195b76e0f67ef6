// What pi's transcript shows of an extension's tool call, message or entry, as text.
import {
  createEarlyTui,
  createEntryComponent,
  createMessageComponent,
  createToolComponent,
  type DrawingKit,
  type Expandable,
  loadDrawingKit,
} from "./pi-seams.ts";
import { plainLines } from "./plain-text.ts";
import { oneTurn } from "./real-timers.ts";
import { createVirtualTerminal } from "./virtual-terminal.ts";

/** What renderers are taken from: a session of pi, by the members that every version has. */
export interface RendererSource {
  getToolDefinition(name: string): unknown;
  readonly extensionRunner: { getMessageRenderer(customType: string): unknown };
}

/** How wide, and whether expanded. Defaults: 80 columns, collapsed. */
export interface RenderOptions {
  width?: number | undefined;
  expanded?: boolean | undefined;
}

/** A tool call as the model makes it. */
export interface RenderedCall {
  name: string;
  arguments?: Readonly<Record<string, unknown>> | undefined;
  id?: string | undefined;
}

/** A tool's result: `content` as the tool returns it, or its text. */
export interface RenderedResult {
  content: string | readonly { type: string; text?: string }[];
  details?: unknown;
  isError?: boolean | undefined;
}

/** A custom message: its text or content, and the details its renderer reads. */
export interface RenderedMessage {
  content: string | readonly { type: string; text?: string }[];
  details?: unknown;
}

/** The texts a user sees in pi's transcript, without colours. Members may be passed on unbound. */
export interface Renderers {
  /** A call of a tool; with `result`, the finished one. */
  renderTool(call: RenderedCall, result?: RenderedResult, options?: RenderOptions): Promise<string>;
  /** A message sent with `pi.sendMessage`. */
  renderMessage(customType: string, message: RenderedMessage, options?: RenderOptions): Promise<string>;
  /** An entry appended with `pi.appendEntry`; empty when no extension renders this type, or pi is older than 0.80.4. */
  renderEntry(customType: string, data: unknown, options?: RenderOptions): Promise<string>;
}

/** Some components fetch what they show and ask for another frame: they get a moment for it. */
const textOf = async (component: Expandable | undefined, { width = 80, expanded = false }: RenderOptions = {}) => {
  if (component === undefined) return "";
  component.setExpanded(expanded);
  component.render(width);
  await oneTurn();
  const lines = plainLines(component.render(width));
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines.join("\n");
};

/**
 * Renders an extension's tool calls, messages and entries with pi's own transcript components and the extension's renderers.
 *
 * @param session a session of pi, or anything with its `getToolDefinition` and `extensionRunner`.
 * @throws {MockUIError} `missing-peer` from each method when pi-tui or pi-coding-agent is not installed.
 * @example
 * const { renderTool } = createRenderers(session);
 * await renderTool({ name: "todo", arguments: { action: "list" } }, { content: "1 todo", details: { todos: [] } }, { expanded: true });
 */
export const createRenderers = (session: RendererSource): Renderers => {
  const noEmulator = () => {
    throw new Error("a renderer draws on no terminal");
  };
  const { device } = createVirtualTerminal(noEmulator, { columns: 80, rows: 24 });
  const withKit = async <Result>(draw: (kit: DrawingKit) => Result | Promise<Result>) => draw(await loadDrawingKit());
  return {
    async renderTool({ name, arguments: args = {}, id = "call" }, result, options) {
      const content = typeof result?.content === "string" ? [{ type: "text", text: result.content }] : result?.content;
      const full = result && { ...result, content, isError: result.isError ?? false };
      const call = { name, arguments: args, id };
      return textOf(
        await withKit((kit) => createToolComponent(kit, session, createEarlyTui(device), call, full)),
        options,
      );
    },
    async renderMessage(customType, message, options) {
      const full = { role: "custom", customType, display: true, timestamp: 0, ...message };
      return textOf(await withKit((kit) => createMessageComponent(kit, session, full)), options);
    },
    async renderEntry(customType, data, options) {
      const entry = {
        type: "custom",
        id: "entry",
        parentId: null,
        timestamp: new Date(0).toISOString(),
        customType,
        data,
      };
      return textOf(await withKit((kit) => createEntryComponent(kit, session, entry)), options);
    },
  };
};
