// The real arm: a real pi session with its own runner, loader and session manager; only the model is scripted.
// Built as pi's SDK document says for sessions that can be replaced. Works on every release of the matrix.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pi from "@earendil-works/pi-coding-agent";
import { emitRaw, privateOf, shortcutsOf } from "./real-runner.ts";
import { createScriptedModel, providerId } from "./scripted-model.ts";
import type { OpenStage, Reported, Setup, Stage } from "./stage.ts";

type Services = pi.AgentSessionServices & {
  modelRuntime?: { getModel(provider: string, id: string): unknown };
  modelRegistry?: { find(provider: string, id: string): unknown };
};

/** Model and key state of its own: nothing of the user's is read, no model call leaves the process. */
const isolatedModels = async (agentDir: string): Promise<object> => {
  const all = pi as unknown as Record<string, { create(...a: unknown[]): unknown; inMemory(...a: unknown[]): unknown }>;
  if (all.ModelRuntime)
    return {
      modelRuntime: await all.ModelRuntime.create({
        authPath: join(agentDir, "auth.json"),
        modelsPath: null,
        allowModelNetwork: false,
        refreshOnCreate: false,
      }),
    };
  const authStorage = all.AuthStorage?.inMemory();
  return { authStorage, modelRegistry: all.ModelRegistry?.inMemory(authStorage) };
};

/**
 * Up to 0.78 an in-memory session is followed by sessions on disk: in the folder the manager names, which is none, and so in the
 * process's folder or the user's home. Naming one keeps the files in the stage's own folder; later releases do not look.
 */
const inMemory = (cwd: string, sessionDir: string): pi.SessionManager =>
  Object.assign(pi.SessionManager.inMemory(cwd), { getSessionDir: () => sessionDir });

export const openReal: OpenStage = async (setup: Setup): Promise<Stage> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-conformance-")));
  const cwd = join(root, "work");
  const agentDir = join(root, "agent");
  mkdirSync(cwd);
  mkdirSync(agentDir);
  const errors: Reported[] = [];
  const model = createScriptedModel(setup.replies ?? [], setup.reasoning === true);
  const models = await isolatedModels(agentDir);
  const settingsManager = pi.SettingsManager.inMemory({
    retry: { enabled: false },
    compaction: { enabled: false, keepRecentTokens: 1, reserveTokens: 100 },
    quietStartup: true,
  } as never);
  let loadErrors: { path: string; error: string }[] = [];
  const runtime = await pi.createAgentSessionRuntime(
    async (options) => {
      const services = (await pi.createAgentSessionServices({
        cwd: options.cwd,
        agentDir,
        settingsManager,
        ...models,
        extensionFlagValues: new Map(Object.entries(setup.flags ?? {})),
        resourceLoaderOptions: {
          extensionFactories: [...(setup.extensions ?? []), model.extension],
          noExtensions: true,
          noSkills: true,
          noPromptTemplates: true,
          noThemes: true,
          noContextFiles: true,
          extensionsOverride: (result: pi.LoadExtensionsResult) => {
            loadErrors = result.errors;
            return result;
          },
        },
      } as never)) as Services;
      loadErrors = services.resourceLoader.getExtensions().errors;
      const start = services.modelRuntime
        ? services.modelRuntime.getModel(providerId, "main")
        : services.modelRegistry?.find(providerId, "main");
      const created = await pi.createAgentSessionFromServices({
        services,
        sessionManager: options.sessionManager,
        model: start as never,
        ...(setup.customTools ? { customTools: setup.customTools as never } : {}),
        ...(options.sessionStartEvent ? { sessionStartEvent: options.sessionStartEvent } : {}),
      } as never);
      return { ...created, services, diagnostics: services.diagnostics };
    },
    {
      cwd,
      agentDir,
      sessionManager: setup.persisted
        ? pi.SessionManager.create(cwd, join(root, "sessions"))
        : inMemory(cwd, join(root, "sessions")),
    } as never,
  );
  const bind = async (session: pi.AgentSession) =>
    session.bindExtensions({
      ...(setup.ui ? { uiContext: setup.ui } : {}),
      mode: setup.mode ?? "tui",
      commandContextActions: {
        waitForIdle: () => session.agent.waitForIdle(),
        ...(privateOf(session).waitForIdle ? { waitForIdle: () => privateOf(session).waitForIdle() } : {}),
        newSession: (options: never) => runtime.newSession(options),
        // As each of pi's own modes does: of what the runtime and the session say, only this reaches an extension.
        fork: async (id: string, options: never) => ({ cancelled: (await runtime.fork(id, options)).cancelled }),
        navigateTree: async (id: string, options: never) => ({
          cancelled: (await session.navigateTree(id, options)).cancelled,
        }),
        switchSession: (path: string, options: never) => runtime.switchSession(path, options),
        reload: () => session.reload(),
      },
      onError: (error: Reported) =>
        void errors.push({ extensionPath: error.extensionPath, event: error.event, error: error.error }),
    } as never);
  runtime.setRebindSession(bind);
  let bound = false;
  const start = async () => {
    bound = true;
    await bind(runtime.session);
  };
  if (setup.start !== false) await start();
  let over = false;
  const runner = () => runtime.session.extensionRunner;
  return {
    cwd,
    errors,
    get loadErrors() {
      return loadErrors.map(({ path, error }) => ({ path, error }));
    },
    get requests() {
      return model.requests;
    },
    start,
    emit: (event, payload = {}) => emitRaw(runtime.session, event, payload),
    hasHandlers: (event) => runner().hasHandlers(event),
    submit: (text, options = {}) =>
      runtime.session.prompt(text, {
        ...(options.source ? { source: options.source } : {}),
        ...(options.images ? { images: options.images } : {}),
        ...(options.streamingBehavior ? { streamingBehavior: options.streamingBehavior } : {}),
        ...(options.expand === undefined ? {} : { expandPromptTemplates: options.expand }),
      }),
    steer: async (text) => void (await runtime.session.steer(text)),
    followUp: async (text) => void (await runtime.session.followUp(text)),
    abort: () => runtime.session.abort(),
    settled: async () => {
      for (let quiet = 0; quiet < 3; quiet++) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        const session = privateOf(runtime.session);
        if (session.waitForIdle) await session.waitForIdle();
        else await runtime.session.agent.waitForIdle();
      }
    },
    reload: () => runtime.session.reload(),
    context: () => runner().createCommandContext(),
    renderers: (kind, customType) =>
      kind === "message" ? runner().getMessageRenderer(customType) : runner().getEntryRenderer(customType),
    markdown: (text, messageType) =>
      runner()
        .getMarkdownTransformers()
        .reduce((markdown, transform) => transform(markdown, { messageType } as never), text),
    toolRenderer: (name) => runner().resolveToolRenderers(name, () => undefined),
    shortcuts: () => shortcutsOf(runtime.session),
    shutdown: async () => {
      over = true;
      await runtime.dispose();
    },
    dispose: async () => {
      if (!over) await (bound ? runtime.dispose() : runtime.session.dispose());
      if (existsSync(root)) rmSync(root, { recursive: true, force: true });
    },
  };
};
