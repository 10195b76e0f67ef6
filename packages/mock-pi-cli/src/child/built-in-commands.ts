// The commands pi's own extensions bring, as `get_commands` lists them.
import type { Profile } from "../wire-changes.ts";
import type { Arguments } from "./arguments.ts";

const described = {
  "llama.cpp": { name: "llama", description: "Manage llama.cpp router models" },
  mcp: { name: "mcp", description: "Manage MCP servers: sign in, reconnect, enable or disable, and change exposure" },
};

const listed = (extension: keyof typeof described, has: Profile): Readonly<Record<string, unknown>> => {
  const [path, source] = has("builtInNames")
    ? [`builtin:${extension}`, "builtin"]
    : [`<inline:${extension}>`, "inline"];
  return {
    ...described[extension],
    source: "extension",
    sourceInfo: { path, source, scope: "temporary", origin: "top-level" },
  };
};

/** Before 0.99.0 `-ne` did not stop them. */
export const builtInCommands = ({ switches }: Arguments, has: Profile): Readonly<Record<string, unknown>>[] => {
  if (!has("llamaCommand") || (has("builtInNames") && switches.has("no-extensions"))) return [];
  const llama = listed("llama.cpp", has);
  return has("builtInNames") && !switches.has("no-mcp") ? [llama, listed("mcp", has)] : [llama];
};
