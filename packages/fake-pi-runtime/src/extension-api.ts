// The `pi` object of one extension. Registrations go into its record; actions go to the session once the set is bound.
// Every member checks staleness first.

import { checkedMembers } from "./checked-members.ts";
import { resolveCommands } from "./commands.ts";
import { createExtensionRecord, type ExtensionRecord } from "./extension-record.ts";
import { type ExtensionSet, notInitialized } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";
import { errorOf, type FakeSession } from "./fake-session.ts";
import { applyHostFlag } from "./host-flags.ts";
import { refuseMcpServer } from "./mcp-servers.ts";
import { modelsOfProvider } from "./model-registry.ts";
import { as, asLooseModel, asThinkingLevel } from "./pi-seams.ts";
import type { AnyTool, ExtensionAPI, InlineHandler } from "./pi-shapes.ts";
import type { SessionActions } from "./session-actions.ts";
import { guardMembers } from "./unknown-members.ts";

/** What one extension's API reaches; the session and its actions exist once the set is bound. */
export interface ApiHost {
  readonly host: FakeHost;
  readonly set: ExtensionSet;
  session(): FakeSession;
  actions(): SessionActions;
  createContext(): object;
  toolsChanged(): void;
  /** The implicit extension of the bare style is bound from the start. */
  readonly alwaysBound: boolean;
}

export interface LoadingApi {
  readonly record: ExtensionRecord;
  readonly api: ExtensionAPI;
  /** The factory returned: what it buffered takes effect. */
  commit(): void;
  /** The factory threw: nothing it did stays, and its `pi` refuses. */
  discard(): void;
}

const defaultMarkdownTypes = ["user", "assistant", "assistant-thinking"];

export const createExtensionApi = (path: string, from: ApiHost): LoadingApi => {
  const { host, set } = from;
  const record = createExtensionRecord(path);
  const pendingFlags = new Map<string, boolean | string>();
  const pendingChanges: (() => void)[] = [];
  const loadingSubscriptions: (() => void)[] = [];
  let state: "loading" | "active" | "failed" = "loading";

  const check = (member: string) => {
    if (state === "failed") throw new Error(`Extension "${path}" failed to load and its API is no longer active.`);
    set.assertActive({ of: "pi", member, extensionPath: path });
  };
  const act = () => {
    if (!set.bound && !from.alwaysBound) throw new Error(notInitialized);
    return { session: from.session(), actions: from.actions() };
  };
  const change = (apply: () => void) => {
    if (state === "loading") pendingChanges.push(apply);
    else apply();
  };

  const registerProvider = (name: string, config: unknown) =>
    whenBound(() => {
      host.providers.set(name, config);
      for (const model of modelsOfProvider(name, config)) host.models.set(`${name}/${model.id}`, model);
      host.changed();
    });
  const whenBound = (apply: () => void) => {
    if (set.bound || from.alwaysBound) apply();
    else set.waiting.push(apply);
  };

  const events: ExtensionAPI["events"] = {
    emit: (channel, data) => {
      set.channels.emit(channel, data);
    },
    on: (channel, handler) => {
      const report = (thrown: unknown) => set.reportFromBus(errorOf(path, `events:${channel}`, thrown));
      const isolated = async (data: unknown) => {
        try {
          await handler(data);
        } catch (thrown) {
          report(thrown);
        }
      };
      const unsubscribe = set.trackSubscription(set.channels.on(channel, (data) => host.track(isolated(data))));
      if (state === "loading") loadingSubscriptions.push(unsubscribe);
      return unsubscribe;
    },
  };

  const api = {
    on: (event: string, handler: InlineHandler) => {
      const registered: InlineHandler = (payload, ctx) => handler(payload, ctx);
      record.handlers.set(event, [...(record.handlers.get(event) ?? []), registered]);
      return () => {
        const left = (record.handlers.get(event) ?? []).filter((other) => other !== registered);
        if (left.length > 0) record.handlers.set(event, left);
        else record.handlers.delete(event);
      };
    },
    registerTool: (tool: AnyTool) => {
      const { parameters } = tool;
      if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters))
        throw new Error(
          `Tool "${tool.name}" registered by extension "${path}" must define an object parameter schema.`,
        );
      record.tools.set(tool.name, { definition: tool, sourceInfo: record.sourceInfo });
      if (state !== "loading") from.toolsChanged();
      host.changed();
    },
    registerCommand: (name, options) => {
      if (typeof name !== "string" || name.length === 0)
        throw new Error(
          `Command registered by extension "${path}" must have a non-empty string name. Use pi.registerCommand("name", { description, handler }).`,
        );
      if (typeof options?.handler !== "function")
        throw new Error(`Command "/${name}" registered by extension "${path}" must define handler().`);
      record.commands.set(name, { name, sourceInfo: record.sourceInfo, ...options });
      host.changed();
    },
    registerShortcut: (shortcut, options) => {
      record.shortcuts.set(shortcut, { shortcut, extensionPath: path, ...options });
      host.changed();
    },
    registerFlag: (name, options) => {
      const { default: value, type } = options;
      if (value !== undefined && typeof value !== type)
        throw new Error(`Invalid default for flag "${name}": expected ${type}, got ${typeof value}`);
      record.flags.set(name, { name, extensionPath: path, ...options });
      if (value !== undefined && !set.flagValues.has(name)) {
        if (state !== "loading") set.flagValues.set(name, value);
        else if (!pendingFlags.has(name)) pendingFlags.set(name, value);
      }
      // The implicit extension is never bound later, so it gets the host's value now.
      if (from.alwaysBound) applyHostFlag(host, set, { name, type });
      host.changed();
    },
    getFlag: (name) => {
      if (!record.flags.has(name)) return undefined;
      return set.flagValues.has(name) ? set.flagValues.get(name) : pendingFlags.get(name);
    },
    registerMessageRenderer: (customType, renderer) => {
      record.messageRenderers.set(customType, renderer);
      host.changed();
    },
    registerEntryRenderer: (customType, renderer) => {
      record.entryRenderers.set(customType, renderer);
      host.changed();
    },
    registerMarkdownTransformer: (transformer, options) => {
      record.markdown = { transformer, messageTypes: new Set(options?.messageTypes ?? defaultMarkdownTypes) };
    },
    registerToolRenderer: (resolver) => {
      record.toolRenderers.push(as(resolver));
    },
    sendMessage: (message, options) => act().actions.sendMessage(as(message), options),
    sendUserMessage: (content, options) => act().actions.sendUserMessage(content, options),
    appendEntry: (customType, data) => void act().session.store.appendCustomEntry(customType, data),
    setSessionName: (name) => act().actions.setSessionName(name),
    getSessionName: () => act().session.store.getSessionName(),
    setLabel: (entryId, label) => void act().session.store.appendLabelChange(entryId, label),
    exec: (command, args, options) => {
      return as(host.exec(command, args, options));
    },
    getActiveTools: () => act().session.tools.activeNames(),
    getAllTools: () => act().session.tools.all(),
    getSettings: () => {
      act();
      return as(structuredClone(host.settings()));
    },
    setActiveTools: (names) => act().session.tools.activate(names),
    getCommands: () => {
      act();
      return resolveCommands(set.records).map(({ invocationName, description, sourceInfo }) =>
        as({ name: invocationName, description, source: "extension", sourceInfo }),
      );
    },
    setModel: (model) => {
      if (!set.bound && !from.alwaysBound) return Promise.reject(new Error("Extension runtime not initialized"));
      return from.actions().setModel(asLooseModel(model));
    },
    getThinkingLevel: () => asThinkingLevel(act().session.thinkingLevel),
    setThinkingLevel: (level) => act().session.setThinkingLevel(level),
    registerProvider: (providerOrName: string | { id: string }, config?: unknown) => {
      if (typeof providerOrName !== "string") {
        change(() => registerProvider(providerOrName.id, providerOrName));
        return;
      }
      if (!config) throw new Error("Provider config is required when registering by name");
      change(() => registerProvider(providerOrName, config));
    },
    unregisterProvider: (name) => {
      change(() =>
        whenBound(() => {
          host.providers.delete(name);
          host.changed();
        }),
      );
    },
    registerMcpServer: (name, config) => {
      const refused = refuseMcpServer(set.mcpServers, name, config, path);
      if (refused) throw new Error(refused);
      const server = { name, config: structuredClone(as<Record<string, unknown>>(config)), extensionPath: path };
      change(() => set.mcpServers.register(server));
    },
    unregisterMcpServer: (name) => {
      change(() => set.mcpServers.unregister(name, path));
    },
    getMcpServers: () => {
      return as(set.mcpServers.list());
    },
    registerVirtualModel: (model) => {
      const definition = { ...model, route: (request: never) => model.route(request, as(from.createContext())) };
      const apply = () => registerVirtual(host, definition);
      change(() => whenBound(apply));
    },
    unregisterVirtualModel: (provider, id) => {
      change(() =>
        whenBound(() => {
          host.virtualModels.delete(`${provider}/${id}`);
          host.changed();
        }),
      );
    },
    events: guardMembers(
      checkedMembers(events, (member) => check(`events.${member}`)),
      "events",
    ),
  } satisfies Omit<ExtensionAPI, "on"> & { on: unknown };

  return {
    record,
    api: guardMembers(as<ExtensionAPI>(checkedMembers(api, check)), "pi"),
    commit: () => {
      set.assertActive();
      for (const [name, value] of pendingFlags) if (!set.flagValues.has(name)) set.flagValues.set(name, value);
      for (const apply of pendingChanges) apply();
      state = "active";
      pendingFlags.clear();
      pendingChanges.length = 0;
    },
    discard: () => {
      state = "failed";
      for (const unsubscribe of loadingSubscriptions) unsubscribe();
      pendingFlags.clear();
      pendingChanges.length = 0;
    },
  };
};

const registerVirtual = (host: FakeHost, definition: { provider: string; id: string }) => {
  const { provider, id } = definition;
  if (!provider || !id) throw new Error("Virtual model provider and id must not be empty.");
  const key = `${provider}/${id}`;
  if (host.models.has(key)) throw new Error(`Virtual model ${key} conflicts with a physical model.`);
  host.virtualModels.set(key, definition);
  host.changed();
};
