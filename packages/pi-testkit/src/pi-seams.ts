// Every reach of this package into what differs between releases of pi, or is not public. The only place for casts.

import type {
  AgentSession,
  CreateAgentSessionServicesOptions,
  ExtensionFactory,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import * as pi from "@earendil-works/pi-coding-agent";

/** Inline extensions: plain factories on every release, `{ name, factory }` too from 0.80.4. */
export type ExtensionFactories = (ExtensionFactory | { name: string; factory: ExtensionFactory })[];

/** A model as a session takes it. */
export type PiModel = NonNullable<Parameters<typeof pi.createAgentSessionFromServices>[0]["model"]>;

/** What a host gives a session. `mode` came with 0.78.1; older releases ignore it. */
export type SessionBindings = Parameters<AgentSession["bindExtensions"]>[0];

type ServicesOptions = CreateAgentSessionServicesOptions;
type LoaderFactories = NonNullable<NonNullable<ServicesOptions["resourceLoaderOptions"]>["extensionFactories"]>;

/** The loader's option; its type lacks `{ name, factory }` before 0.80.4, where pi takes plain functions only. */
export const asLoaderFactories = (factories: ExtensionFactories): LoaderFactories => factories as LoaderFactories;

/** The parts of pi that keep models and keys, as `createAgentSessionServices` takes them. */
export type ModelState = Partial<ServicesOptions>;

/**
 * Models and keys that live in memory. From 0.80 pi has one `ModelRuntime`; before it, an `AuthStorage` and a
 * `ModelRegistry`. No catalog is read and no network used.
 */
export const createModelState = async (agentDir: string): Promise<ModelState> => {
  const { ModelRuntime, AuthStorage, ModelRegistry } = pi as unknown as {
    ModelRuntime?: { create(options: object): Promise<unknown> };
    AuthStorage: { inMemory(): unknown };
    ModelRegistry: { inMemory(auth: unknown): unknown };
  };
  if (ModelRuntime === undefined) {
    const authStorage = AuthStorage.inMemory();
    return { authStorage, modelRegistry: ModelRegistry.inMemory(authStorage) } as ModelState;
  }
  const modelRuntime = await ModelRuntime.create({
    credentials: emptyCredentials(),
    authPath: `${agentDir}/auth.json`,
    modelsPath: null,
    modelsStorePath: `${agentDir}/models-store.json`,
    allowModelNetwork: false,
    refreshOnCreate: false,
  });
  return { modelRuntime } as ModelState;
};

// pi-ai's CredentialStore (0.80 on), kept in memory; the interface is not exported by pi-coding-agent.
const emptyCredentials = () => {
  const entries = new Map<string, { type: string }>();
  return {
    read: async (id: string) => entries.get(id),
    list: async () => [...entries].map(([providerId, { type }]) => ({ providerId, type })),
    async modify(id: string, change: (current: unknown) => Promise<{ type: string } | undefined>) {
      const next = await change(entries.get(id));
      if (next) entries.set(id, next);
      return entries.get(id);
    },
    async delete(id: string) {
      entries.delete(id);
    },
  };
};

/** The settings in memory. Retries keep their number and lose their delay, so that a test does not wait. */
export const createSettings = (
  settings: Parameters<typeof SettingsManager.inMemory>[0] = {},
  trust: boolean,
): SettingsManager => {
  const manager = pi.SettingsManager.inMemory({ ...settings, retry: { baseDelayMs: 0, ...settings.retry } });
  // 0.79.1 on; before it every project is trusted.
  if (!trust) (manager as { setProjectTrusted?(trusted: boolean): void }).setProjectTrusted?.(false);
  return manager;
};

/** Members of a session that came later than 0.74.0. */
interface LaterMembers {
  /** 0.80.4 on. */
  readonly isIdle?: boolean;
  /** 0.80.4 on; before it, the agent has one of its own that knows nothing of retries and compaction. */
  waitForIdle?(): Promise<void>;
}

const later = (session: AgentSession): LaterMembers => session as LaterMembers;

/** Whether nothing of the session runs: no agent run, retry, compaction or queued continuation. */
export const isIdle = (session: AgentSession): boolean =>
  later(session).isIdle ??
  !(session.isStreaming || session.isCompacting || (session as { isRetrying?: boolean }).isRetrying);

/** Waits until nothing of the session runs. */
export const waitForIdle = async (session: AgentSession): Promise<void> => {
  const { waitForIdle: wait } = later(session);
  await (wait ? wait.call(session) : session.agent.waitForIdle());
};
