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

const copyOf = (object: object): Record<string, unknown> =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)) as Record<string, unknown>;

export const createContexts = (
  host: FakeHost,
  session: FakeSession,
  set: ExtensionSet,
  ui: () => ExtensionUIContext,
  own: () => SessionActions,
): Contexts => {
  const live = <T>(read: () => T): T => {
    set.assertActive();
    return read();
  };
  const bare = () =>
    ({
      get ui() {
        return live(ui);
      },
      get mode() {
        return live(() => host.mode);
      },
      get hasUI() {
        return live(() => host.ui !== undefined);
      },
      get cwd() {
        return live(() => host.cwd);
      },
      get sessionManager() {
        return live(() => asSessionManager(session.store));
      },
      get modelRegistry() {
        return live(() => asModelRegistry(own().modelRegistry));
      },
      get model() {
        return live(() => asModel(session.model));
      },
      get scopedModels() {
        return live(() => []);
      },
      get thinkingLevel() {
        return live(() => asThinkingLevel(session.thinkingLevel));
      },
      isIdle: () => live(() => session.isIdle),
      isProjectTrusted: () => live(() => host.trusted),
      get signal() {
        return live(() => session.controller?.signal);
      },
      abort: () => live(() => host.track(own().abort())),
      hasPendingMessages: () => live(() => session.queue.userMessages > 0),
      shutdown: () => live(() => host.onShutdownRequest()),
      getContextUsage: () => live(() => own().contextUsage()),
      compact: (options) => live(() => own().compact(as(options))),
      getSystemPrompt: () => live(() => renderPrompt(session.runPrompt ?? session.promptOptions())),
    }) satisfies ExtensionContext;

  const bareCommand = () => {
    const context = copyOf(bare());
    const members = {
      getSystemPromptOptions: () => live(() => session.promptOptions() as never),
      waitForIdle: () => live(() => session.waitForIdle()),
      newSession: (options) => live(() => own().newSession(as(options))),
      fork: (id, options) => live(() => own().fork(id, as(options))),
      navigateTree: (id, options) => live(() => own().navigateTree(id, as(options))),
      switchSession: (path, options) => live(() => own().switchSession(path, as(options))),
      reload: () => live(() => own().reload()),
    } satisfies Omit<ExtensionCommandContext, keyof ExtensionContext>;
    return Object.assign(context, members) as unknown as ExtensionCommandContext;
  };

  return {
    createContext: () => guardMembers(bare(), "ctx"),
    createCommandContext: () => guardMembers(bareCommand(), "ctx"),
    createToolContext: (toolCallId, signal) => {
      const context = Object.defineProperties(copyOf(bare()), {
        tools: { get: () => live(() => session.tools.callable().map(asTool)) },
        executeTool: {
          value: async (name: string, args: unknown, options: { signal?: AbortSignal } = {}) => {
            set.assertActive();
            return own().executeTool(toolCallId, name, args, { ...options, signal: options.signal ?? signal });
          },
        },
      });
      return guardMembers(context as unknown as ExtensionToolContext, "ctx");
    },
  };
};
