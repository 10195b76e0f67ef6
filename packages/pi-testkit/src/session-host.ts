// Hosts a session as pi's modes do: builds it, binds it, and builds and binds the one that replaces it.
import {
  type AgentSession,
  type AgentSessionRuntime,
  type AgentSessionServices,
  type CreateAgentSessionServicesOptions,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  type SessionManager,
} from "@earendil-works/pi-coding-agent";
import type { PiModel, SessionBindings } from "./pi-seams.ts";
import { createModelState, isIdle, waitForIdle } from "./pi-seams.ts";

export interface SessionHostOptions {
  readonly cwd: string;
  readonly agentDir: string;
  readonly sessionManager: SessionManager;
  readonly services: Omit<CreateAgentSessionServicesOptions, "cwd" | "agentDir">;
  readonly session: Omit<
    Parameters<typeof createAgentSessionFromServices>[0],
    "services" | "sessionManager" | "sessionStartEvent" | "model"
  >;
  readonly model: PiModel;
  /** Told each session as soon as it is built, before it is bound. */
  readonly onSession: (session: AgentSession) => void;
  /** Runs what loads extensions. */
  readonly loading: <T>(load: () => Promise<T>) => Promise<T>;
  /** Told what was loaded, before a session is built on it; a throw stops the building. */
  readonly onLoaded: (services: AgentSessionServices) => void;
  /** Told what a reload has loaded; a throw fails the reload. */
  readonly onReloaded: (services: AgentSessionServices) => void;
  /** Told that another session, or a reloaded one, takes over, before the old one's extensions become stale. */
  readonly onReplace: () => void;
  /** What the host gives each session, beside the actions of commands. */
  readonly bindings: SessionBindings;
}

export interface SessionHost {
  readonly runtime: AgentSessionRuntime;
  /** The current session. */
  readonly session: AgentSession;
  /** Binds the first session: extensions start, `session_start` fires. */
  start(): Promise<void>;
  /** Fires `session_shutdown` and disposes of the session. */
  end(): Promise<void>;
}

export const createSessionHost = async (options: SessionHostOptions): Promise<SessionHost> => {
  const runtime = await createAgentSessionRuntime(
    async ({ cwd, agentDir, sessionManager, sessionStartEvent }) => {
      const state = await createModelState(agentDir);
      const services = await options.loading(() =>
        createAgentSessionServices({ ...state, ...options.services, cwd, agentDir }),
      );
      options.onLoaded(services);
      const result = await createAgentSessionFromServices({
        ...options.session,
        services,
        sessionManager,
        ...(sessionStartEvent ? { sessionStartEvent } : {}),
        model: options.model,
      });
      options.onSession(result.session);
      return { ...result, services, diagnostics: services.diagnostics };
    },
    { cwd: options.cwd, agentDir: options.agentDir, sessionManager: options.sessionManager },
  );
  const bind = (session: AgentSession): Promise<void> =>
    session.bindExtensions({ ...options.bindings, commandContextActions: commandActions(runtime, options) });
  runtime.setRebindSession(bind);
  runtime.setBeforeSessionInvalidate(options.onReplace);
  return {
    runtime,
    get session() {
      return runtime.session;
    },
    start: () => bind(runtime.session),
    async end() {
      // Nothing takes over, so what the user was shown last stays readable.
      runtime.setBeforeSessionInvalidate(undefined);
      await runtime.dispose();
    },
  };
};

/** What `ctx` of a command can do to sessions, as pi's own modes wire it. */
const commandActions = (
  runtime: AgentSessionRuntime,
  { onReplace, onReloaded }: Pick<SessionHostOptions, "onReplace" | "onReloaded">,
): NonNullable<SessionBindings["commandContextActions"]> => ({
  waitForIdle: () => waitForIdle(runtime.session),
  newSession: (options) => runtime.newSession(options),
  fork: async (entryId, options) => ({ cancelled: (await runtime.fork(entryId, options)).cancelled }),
  navigateTree: async (targetId, options) => ({
    cancelled: (await runtime.session.navigateTree(targetId, options)).cancelled,
  }),
  switchSession: (path, options) => runtime.switchSession(path, options),
  async reload() {
    // pi refuses to reload while it is busy, and then nothing is replaced.
    if (isIdle(runtime.session)) onReplace();
    await runtime.session.reload();
    onReloaded(runtime.services);
  },
});
