// The tools a command line leaves, and those whose result the test wrote down.

import type { ScriptedTool } from "../../response.ts";
import type { Arguments } from "../arguments.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { readTool, writeTool } from "./files.ts";
import { lsTool } from "./ls.ts";
import { findTool, grepTool } from "./search.ts";
import { type Tool, textResult } from "./tool.ts";

const builtIn: readonly Tool[] = [readTool, bashTool, editTool, writeTool];
/** Those a command line has to ask for. */
const onDemand: readonly Tool[] = [grepTool, findTool, lsTool];

const scripted = (name: string, result: ScriptedTool): Tool => {
  const { text, ...more } = typeof result === "string" ? { text: result } : result;
  return { name, required: [], run: async () => textResult(text, more) };
};

const list = (value: string | undefined): string[] | undefined =>
  value
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The tools that can be called, by name. */
export const toolsFor = (args: Arguments, results: Readonly<Record<string, ScriptedTool>> = {}): Map<string, Tool> => {
  const tools = new Map<string, Tool>();
  if (!args.switches.has("no-tools") && !args.switches.has("no-builtin-tools"))
    for (const tool of builtIn) tools.set(tool.name, tool);
  for (const [name, result] of Object.entries(results)) tools.set(name, scripted(name, result));
  const allowed = list(args.values.get("tools"));
  const excluded = list(args.values.get("exclude-tools")) ?? [];
  if (allowed)
    for (const tool of [...builtIn, ...onDemand]) {
      if (allowed.includes(tool.name)) tools.set(tool.name, results[tool.name] ? (tools.get(tool.name) as Tool) : tool);
      else tools.delete(tool.name);
    }
  for (const name of excluded) tools.delete(name);
  return tools;
};
