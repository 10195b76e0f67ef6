// Owns the current session and its extensions: loading, binding, replacement, reload, shutdown, in pi's order. On every
// replacement and reload the factories run again.
import { existsSync, readFileSync } from "node:fs";
import { createEventChannels, type EventChannels } from "./event-bus.ts";
import { createExtensionApi } from "./extension-api.ts";
import { createExtensionSet, type ExtensionSet } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";
import { createFakeSession, type FakeSession, type SessionStart } from "./fake-session.ts";
import { applyHostFlag } from "./host-flags.ts";
import { type ExtensionSource, type LoadError, loadExtension } from "./load-extension.ts";
import { as } from "./pi-seams.ts";
import type { ExtensionAPI } from "./pi-shapes.ts";
import { type BoundRunner, createRunner } from "./runner.ts";
import {
  createSessionActions,
  type ForkOptions,
  type NewSessionOptions,
  type SessionActions,
  type SessionOwner,
} from "./session-actions.ts";
import type { LooseEntry } from "./session-projection.ts";

export interface CurrentSession {
  readonly session: FakeSession;
  readonly actions: SessionActions;
  readonly runner: BoundRunner;
}

export interface Sessions extends SessionOwner {
  readonly current: CurrentSession;
  /** Loads one more extension into the current set; `pi` is undefined when it failed. */
  load(source: ExtensionSource): Promise<{ pi: ExtensionAPI | undefined; errors: LoadError[]; thrown?: unknown }>;
  /** `session_start`, then `resources_discover`. */
  start(reason: string, previousSessionFile?: string): Promise<void>;
  shutdown(reason: string): Promise<void>;
  readonly loadErrors: LoadError[];
}

type Implicit = (create: (path: string) => ReturnType<typeof createExtensionApi>) => void;

export const createSessions = (host: FakeHost, start: SessionStart, onSession: Implicit): Sessions => {
  const sources: ExtensionSource[] = [];
  const loadErrors: LoadError[] = [];
  let channels: EventChannels = createEventChannels();
  let current: CurrentSession;
  let started = false;

  const bus = () =>
    createExtensionSet(channels, {
      report: (error) => host.report(error),
      dropped: ({ event, extensionPath, error }) =>
        host.silent({
          kind: "pi.events handler failed with nobody to report to",
          event,
          extensionPath,
          detail: error,
        }),
      usedWhenStale: ({ of, member, extensionPath = "" }, detail) =>
        host.silent({ kind: `stale ${of} was used`, event: member, extensionPath, detail }),
    });

  const apiFor =
    (set: ExtensionSet, runner: () => BoundRunner, actions: () => SessionActions, session: FakeSession) =>
    (path: string, alwaysBound = false) =>
      createExtensionApi(path, {
        host,
        set,
        alwaysBound,
        session: () => session,
        actions,
        createContext: () => runner().createContext(),
        toolsChanged: () => {
          if (set.bound || alwaysBound) session.tools.refresh(set.records);
        },
      });

  /** A set for `session`, with its runner; nothing is loaded yet. */
  const generation = (session: FakeSession, actions: () => SessionActions) => {
    const set = bus();
    const runner = createRunner(host, session, set, actions);
    session.runner = runner;
    return { set, runner, createApi: apiFor(set, () => runner, actions, session) };
  };

  const bind = (set: ExtensionSet, session: FakeSession, includeAllExtensionTools: boolean) => {
    set.bound = true;
    for (const apply of set.waiting.splice(0)) {
      try {
        apply();
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.message : String(thrown);
        loadErrors.push({ extensionPath: "<runtime>", event: "register_provider", error });
      }
    }
    for (const name of host.hostFlags.keys()) {
      const flag = set.records.flatMap(({ flags }) => flags.get(name) ?? [])[0];
      if (flag && !applyHostFlag(host, set, flag))
        loadErrors.push({
          extensionPath: flag.extensionPath,
          event: "load",
          error: `Extension flag "--${name}" requires a value`,
        });
    }
    session.tools.refresh(set.records, { includeAllExtensionTools });
    host.changed();
  };

  const reloadSources = async (set: ExtensionSet, createApi: ReturnType<typeof apiFor>) => {
    onSession((path) => {
      const loading = createApi(path, true);
      loading.commit();
      set.records.push(loading.record);
      return loading;
    });
    for (const source of sources)
      loadErrors.push(...(await loadExtension(source, set, (path) => createApi(path))).errors);
  };

  const open = (
    given: SessionStart,
  ): { next: CurrentSession; set: ExtensionSet; createApi: ReturnType<typeof apiFor> } => {
    const session = createFakeSession(host, given);
    let actions: SessionActions;
    const { set, runner, createApi } = generation(session, () => actions);
    actions = createSessionActions(host, session, owner);
    return { next: { session, actions, runner }, set, createApi };
  };

  /** `replaced`: the file of the session before; pi has the key then, even without a file. */
  const announce = async (reason: string, replaced: { previousSessionFile?: string | undefined } = {}) => {
    const { runner } = current;
    await runner.hub.emit("session_start", { reason, ...replaced });
    runner.reportUnhandledMcpServers();
    if (!runner.hub.hasHandlers("resources_discover")) return;
    await runner.hub.emit("resources_discover", {
      cwd: host.cwd,
      reason: reason === "reload" ? "reload" : "startup",
    });
  };

  const before = async (event: "session_before_switch" | "session_before_fork", payload: Record<string, unknown>) => {
    const { hub } = current.runner;
    if (!hub.hasHandlers(event)) return false;
    return (await hub.emit<{ cancel?: boolean } | undefined>(event, payload))?.cancel === true;
  };

  const replace = async (
    reason: "new" | "resume" | "fork",
    targetSessionFile: string | undefined,
    given: () => SessionStart,
    options: NewSessionOptions,
  ) => {
    const old = current;
    const previousSessionFile = old.session.store.getSessionFile();
    await old.actions.abort();
    if (old.runner.hub.hasHandlers("session_shutdown"))
      await old.session.runner.hub.emit("session_shutdown", { reason, targetSessionFile });
    old.session.runner.set.invalidate();
    channels = createEventChannels();
    const { next, set, createApi } = open(given());
    current = next;
    if (old.session.store !== next.session.store) old.session.store.retire();
    await reloadSources(set, createApi);
    bind(set, next.session, true);
    if (options.setup) await options.setup(as(next.session.store));
    await announce(reason, { previousSessionFile });
    if (options.withSession) await options.withSession(as(replacedContext(next)));
    return { cancelled: false };
  };

  const replacedContext = ({ actions, session }: CurrentSession) => {
    const context = Object.defineProperties(
      {},
      Object.getOwnPropertyDescriptors(session.runner.createCommandContext()),
    );
    return Object.assign(context, {
      sendMessage: actions.prompts.sendMessage,
      sendUserMessage: actions.prompts.sendUserMessage,
    });
  };

  const owner: SessionOwner = {
    newSession: async (options = {}) => {
      if (await before("session_before_switch", { reason: "new", targetSessionFile: undefined }))
        return { cancelled: true };
      return replace("new", undefined, () => ({ model: start.model, parentSession: options.parentSession }), options);
    },
    fork: async (entryId, options: ForkOptions = {}) => {
      const position = options.position ?? "before";
      if (await before("session_before_fork", { entryId, position })) return { cancelled: true };
      const { store } = current.session;
      const entry = store.getEntry(entryId);
      if (!entry || (position === "before" && (entry.type !== "message" || entry.message?.role !== "user")))
        throw new Error("Invalid entry ID for forking");
      const target = position === "at" ? entry.id : entry.parentId;
      const file = store.getSessionFile();
      // The runtime also has the text of the message; each of pi's modes hands on `cancelled` alone.
      return replace(
        "fork",
        file,
        () => {
          if (target) store.createBranchedSession(target);
          else store.newSession(file === undefined ? {} : { parentSession: file });
          return { model: start.model, store };
        },
        options.withSession ? { withSession: options.withSession } : {},
      );
    },
    switchSession: async (path, options = {}) => {
      if (await before("session_before_switch", { reason: "resume", targetSessionFile: path }))
        return { cancelled: true };
      const entries = readEntries(path);
      return replace("resume", path, () => ({ model: start.model, sessionFile: path, entries }), options);
    },
    reload: async () => {
      const { session, actions } = current;
      if (session.running) throw new Error("Wait for the current response to finish before reloading.");
      if (session.isCompacting) throw new Error("Wait for compaction to finish before reloading.");
      const old = session.runner;
      if (old.hub.hasHandlers("session_shutdown")) await old.hub.emit("session_shutdown", { reason: "reload" });
      old.set.invalidate();
      const { set, runner, createApi } = generation(session, () => actions);
      current = { session, actions, runner };
      await reloadSources(set, createApi);
      for (const [name, value] of old.set.flagValues) set.flagValues.set(name, value);
      bind(set, session, true);
      if (started) await announce("reload");
    },
  };

  const first = open(start);
  current = first.next;
  let create = first.createApi;
  onSession((path) => {
    const loading = create(path, true);
    loading.commit();
    first.set.records.push(loading.record);
    return loading;
  });
  bind(first.set, first.next.session, false);

  const loadNext = async (source: ExtensionSource) => {
    const { session, actions, runner } = current;
    sources.push(source);
    runner.set.bound = false;
    create = apiFor(
      runner.set,
      () => current.runner,
      () => actions,
      session,
    );
    try {
      const loaded = await loadExtension(source, runner.set, (path) => create(path));
      loadErrors.push(...loaded.errors);
      return loaded;
    } finally {
      bind(runner.set, session, false);
    }
  };
  let loading: Promise<void> | undefined;

  return {
    ...owner,
    loadErrors,
    get current() {
      return current;
    },
    load: (source) => {
      // As pi's loader: the next factory starts when the one before has ended. The first one starts at once.
      const loaded = loading ? loading.then(() => loadNext(source)) : loadNext(source);
      const end = () => {
        if (loading === ended) loading = undefined;
      };
      const ended: Promise<void> = loaded.then(end, end);
      loading = ended;
      return loaded;
    },
    start: async (reason, previousSessionFile) => {
      started = true;
      await announce(reason, previousSessionFile === undefined ? {} : { previousSessionFile });
    },
    shutdown: async (reason) => {
      const { session, actions } = current;
      await actions.abort();
      if (session.runner.hub.hasHandlers("session_shutdown"))
        await session.runner.hub.emit("session_shutdown", { reason });
      session.runner.set.invalidate();
    },
  };
};

/** The entries of a session file; a file that does not exist is a new session at that path, as in pi. */
const readEntries = (path: string): LooseEntry[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => as<LooseEntry>(JSON.parse(line))).filter(({ type }) => type !== "session");
};
