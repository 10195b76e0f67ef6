// The context objects handlers, tools and commands get: live getters that refuse once the extension set is stale.
// What a member does is the session's business.
import type { ExtensionSet } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import { as, asModel, asModelRegistry, asSessionManager, asThinkingLevel, asTool } from "./pi-seams.ts";
import type {
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionToolContext,
  ExtensionUIContext,
} from "./pi-shapes.ts";
import { renderPrompt } from "./prompt-options.ts";
import type { SessionActions } from "./session-actions.ts";
import { guardMembers } from "./unknown-members.ts";

export interface Contexts {
  createContext(): ExtensionContext;
  createCommandContext(): ExtensionCommandContext;
  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext;
}

export const createContexts = (
  host: FakeHost,
  session: FakeSession,
  set: ExtensionSet,
  ui: () => ExtensionUIContext,
  own: () => SessionActions,
): Contexts => {
  const live = <T>(member: string, read: () => T): T => {
    if (set.stale) set.assertActive({ of: "ctx", member });
    return read();
  };
  const bare = () =>
    ({
      isIdle: () => live("isIdle", () => session.isIdle),
      isProjectTrusted: () => live("isProjectTrusted", () => host.trusted),
      abort: () => live("abort", () => host.track(own().abort())),
      hasPendingMessages: () => live("hasPendingMessages", () => session.queue.userMessages > 0),
      shutdown: () => live("shutdown", () => host.onShutdownRequest()),
      getContextUsage: () => live("getContextUsage", () => own().contextUsage()),
      compact: (options) => live("compact", () => own().compact(as(options))),
      getSystemPrompt: () => live("getSystemPrompt", () => renderPrompt(session.runPrompt ?? session.promptOptions())),
      // Last, since every member after a getter costs each context a hidden class of its own.
      get ui() {
        return live("ui", ui);
      },
      get mode() {
        return live("mode", () => host.mode);
      },
      get hasUI() {
        return live("hasUI", () => host.ui !== undefined);
      },
      get cwd() {
        return live("cwd", () => host.cwd);
      },
      get sessionManager() {
        return live("sessionManager", () => asSessionManager(session.store));
      },
      get modelRegistry() {
        return live("modelRegistry", () => asModelRegistry(own().modelRegistry));
      },
      get model() {
        return live("model", () => asModel(session.model));
      },
      get scopedModels() {
        return live("scopedModels", () => []);
      },
      get thinkingLevel() {
        return live("thinkingLevel", () => asThinkingLevel(session.thinkingLevel));
      },
      get signal() {
        return live("signal", () => session.controller?.signal);
      },
    }) satisfies ExtensionContext;

  const addCommandMembers = (context: ExtensionContext): ExtensionCommandContext =>
    Object.assign(context, {
      getSystemPromptOptions: () => live("getSystemPromptOptions", () => as(session.promptOptions())),
      waitForIdle: () => live("waitForIdle", () => session.waitForIdle()),
      newSession: (options) => live("newSession", () => own().newSession(as(options))),
      fork: (id, options) => live("fork", () => own().fork(id, as(options))),
      navigateTree: (id, options) => live("navigateTree", () => own().navigateTree(id, as(options))),
      switchSession: (path, options) => live("switchSession", () => own().switchSession(path, as(options))),
      reload: () => live("reload", () => own().reload()),
    } satisfies Omit<ExtensionCommandContext, keyof ExtensionContext>);

  return {
    createContext: () => guardMembers(bare(), "ctx"),
    createCommandContext: () => guardMembers(addCommandMembers(bare()), "ctx"),
    createToolContext: (toolCallId, signal) => {
      // pi's is async: when it is stale, it rejects where all others throw.
      const executeTool: ExtensionToolContext["executeTool"] = async (name, args, options = {}) =>
        live("executeTool", () =>
          own().executeTool(toolCallId, name, args, as({ ...options, signal: options.signal ?? signal })),
        );
      const context = Object.defineProperties(bare(), {
        tools: { get: () => live("tools", () => session.tools.callable().map(asTool)) },
        executeTool: { value: executeTool },
      });
      return guardMembers(as<ExtensionToolContext>(context), "ctx");
    },
  };
};
