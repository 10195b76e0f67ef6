// One generation of extensions at work in one session: its hub, its contexts, its wrapped UI, its MCP reports.
import { boundaryContext } from "./boundary-context.ts";
import { createContexts } from "./contexts.ts";
import { createEventHub } from "./event-hub.ts";
import type { ExtensionSet } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeSession, Runner } from "./fake-session.ts";
import { createNoUI } from "./no-ui.ts";
import { normalisePromptOptions, renderPrompt } from "./prompt-options.ts";
import type { SessionActions } from "./session-actions.ts";
import { wrapUIPrompts } from "./ui-prompts.ts";
import { guardMembers } from "./unknown-members.ts";

export interface BoundRunner extends Runner {
  /** Reports the MCP servers no extension connects, each once. */
  reportUnhandledMcpServers(): void;
}

export const createRunner = (
  host: FakeHost,
  session: FakeSession,
  set: ExtensionSet,
  actions: () => SessionActions,
): BoundRunner => {
  const told = new Set<string>();
  const hub = createEventHub({
    records: () => set.records,
    createContext: () => runner.createContext(),
    report: host.report,
    silent: (kind, event, extensionPath, detail) => host.silent({ kind, event, extensionPath, detail }),
    boundaryContext: (entries, event) => boundaryContext(host, session, entries, event),
    normalisePromptOptions: (options) => normalisePromptOptions(options, host.cwd),
    renderPrompt,
  });
  const ui = guardMembers(host.ui ? wrapUIPrompts(host.ui, hub, host.track) : createNoUI(), "ui");
  const contexts = createContexts(host, session, set, () => ui, actions);
  const runner: BoundRunner = {
    set,
    hub,
    ...contexts,
    reportUnhandledMcpServers: () => {
      if (hub.hasHandlers("mcp_servers_change")) return;
      for (const { name, extensionPath } of set.mcpServers.list()) {
        if (told.has(name)) continue;
        told.add(name);
        host.report({
          extensionPath,
          event: "register_mcp_server",
          error: `MCP server "${name}" is registered, but no loaded extension connects MCP servers; another extension may have replaced the built-in MCP support`,
        });
      }
    },
  };
  set.mcpServers.onChange(() => {
    if (!set.bound) return;
    host.track(hub.emit("mcp_servers_change", { servers: set.mcpServers.list() }));
    runner.reportUnhandledMcpServers();
  });
  return runner;
};
