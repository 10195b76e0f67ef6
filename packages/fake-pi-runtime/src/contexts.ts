// The context objects handlers, tools and commands get: live getters that refuse once the extension set is stale.
// What a member does is the session's business.
import { checkedMembers } from "./checked-members.ts";
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
  const check = (member: string) => set.assertActive({ of: "ctx", member });
  const whole = <T extends object>(context: T): T => guardMembers(checkedMembers(context, check), "ctx");
  const bare = () =>
    ({
      get ui() {
        return ui();
      },
      get mode() {
        return host.mode;
      },
      get hasUI() {
        return host.ui !== undefined;
      },
      get cwd() {
        return host.cwd;
      },
      get sessionManager() {
        return asSessionManager(session.store);
      },
      get modelRegistry() {
        return asModelRegistry(own().modelRegistry);
      },
      get model() {
        return asModel(session.model);
      },
      get scopedModels() {
        return [];
      },
      get thinkingLevel() {
        return asThinkingLevel(session.thinkingLevel);
      },
      isIdle: () => session.isIdle,
      isProjectTrusted: () => host.trusted,
      get signal() {
        return session.controller?.signal;
      },
      abort: () => host.track(own().abort()),
      hasPendingMessages: () => session.queue.userMessages > 0,
      shutdown: () => host.onShutdownRequest(),
      getContextUsage: () => own().contextUsage(),
      compact: (options) => own().compact(as(options)),
      getSystemPrompt: () => renderPrompt(session.runPrompt ?? session.promptOptions()),
    }) satisfies ExtensionContext;

  const command = () =>
    ({
      getSystemPromptOptions: () => as(session.promptOptions()),
      waitForIdle: () => session.waitForIdle(),
      newSession: (options) => own().newSession(as(options)),
      fork: (id, options) => own().fork(id, as(options)),
      navigateTree: (id, options) => own().navigateTree(id, as(options)),
      switchSession: (path, options) => own().switchSession(path, as(options)),
      reload: () => own().reload(),
    }) satisfies Omit<ExtensionCommandContext, keyof ExtensionContext>;

  return {
    createContext: () => whole(bare()),
    createCommandContext: () =>
      whole(as<ExtensionCommandContext>(Object.defineProperties(bare(), Object.getOwnPropertyDescriptors(command())))),
    createToolContext: (toolCallId, signal) => {
      const tools = { get: () => session.tools.callable().map(asTool) };
      const context = checkedMembers(Object.defineProperties(bare(), { tools }), check);
      // pi's is async: when it is stale, it rejects where all others throw.
      const executeTool: ExtensionToolContext["executeTool"] = async (name, args, options = {}) => {
        check("executeTool");
        return own().executeTool(toolCallId, name, args, as({ ...options, signal: options.signal ?? signal }));
      };
      return guardMembers(
        as<ExtensionToolContext>(Object.defineProperty(context, "executeTool", { value: executeTool })),
        "ctx",
      );
    },
  };
};
