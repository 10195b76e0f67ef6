// What a tool of the mock is: something that turns arguments into a result, in the shapes of pi's own tools.
import type { Profile } from "../../wire-changes.ts";
import type { AbortFlag } from "../abort.ts";

export interface ToolResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly details?: unknown;
  /** Only at the end of the execution, never in the message; from 0.99.0. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface ToolCallSetting {
  readonly cwd: string;
  readonly signal: AbortFlag;
  readonly has: Profile;
  update(partial: ToolResult): void;
}

export interface Tool {
  readonly name: string;
  /** The arguments it must have. */
  readonly required: readonly string[];
  run(args: Readonly<Record<string, unknown>>, setting: ToolCallSetting): Promise<ToolResult>;
}

export const textResult = (text: string, more: Omit<ToolResult, "content"> = {}): ToolResult => ({
  content: [{ type: "text", text }],
  ...more,
});
