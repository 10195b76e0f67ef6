// pi's own shapes under the names the fake uses inside. Types only, against the newest pi; no file that a user's
// declarations reach may import this one, since older releases lack some of the names.
import type { AgentToolCallOutcome, AgentToolResult } from "@earendil-works/pi-agent-core";
import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionToolContext,
  ExtensionUIContext,
  SourceInfo as PiSourceInfo,
  RegisteredCommand,
  ToolDefinition,
  ToolInfo,
} from "@earendil-works/pi-coding-agent";

export type {
  AgentToolCallOutcome,
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionToolContext,
  ExtensionUIContext,
  ToolInfo,
};

export type SourceInfo = PiSourceInfo;
export type InlineHandler = (event: unknown, ctx: unknown) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: pi's own type parameters
export type AnyTool = ToolDefinition<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: pi's own type parameter
export type ToolResult = AgentToolResult<any>;
export interface StoredTool {
  readonly definition: AnyTool;
  readonly sourceInfo: SourceInfo;
}
export type StoredCommand = RegisteredCommand;
export interface ExtensionFlag {
  name: string;
  description?: string;
  type: "boolean" | "string";
  default?: boolean | string;
  extensionPath: string;
}
export interface ExtensionShortcut {
  shortcut: string;
  description?: string;
  handler: (ctx: ExtensionContext) => Promise<void> | void;
  extensionPath: string;
}
export interface MarkdownRegistration {
  readonly transformer: (markdown: string, context: never) => string;
  readonly messageTypes: ReadonlySet<string>;
}
export interface ReportedError {
  extensionPath: string;
  event: string;
  error: string;
  stack?: string | undefined;
}
/** A message of any role, as the fake's own run makes them. */
export interface LooseMessage {
  role: string;
  content?: unknown;
  timestamp?: number;
  /** Of system messages: the tools they declare and take back. */
  toolsAdded?: { name: string }[];
  toolsRemoved?: { name: string }[];
  [key: string]: unknown;
}
