// Composes the doubles around a session of real pi.
import { copyFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type ExtensionError, SessionManager } from "@earendil-works/pi-coding-agent";
import { callSite, onBehalfOf, tellFailure } from "@pi-testkit/failure-report";
import { createDoubles, type Doubles } from "./doubles.ts";
import { checkLoaded, extensionPaths } from "./loading-problems.ts";
import { asLoaderFactories, createSettings } from "./pi-seams.ts";
import { createRunFailures } from "./run-failures.ts";
import { handlerFailed } from "./run-problems.ts";
import { createRunner, type Runner } from "./runner.ts";
import { createSessionHost, type SessionHost } from "./session-host.ts";
import type { TestSession } from "./test-session.ts";
import { TestSessionError } from "./test-session-error.ts";
import { checkOptions, type TestSessionOptions } from "./test-session-options.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/**
 * Starts a session of real pi with a scripted model, mocked tools and a mocked user.
 *
 * Extensions load through pi's own loader, hooks fire through pi's own runner. pi's state lives in a temporary folder,
 * and no model call leaves the process.
 *
 * @throws TestSessionError for options it cannot use, extensions that do not load, a `session_start` handler that throws.
 * @example
 * const session = await createTestSession({ extensions: ["./gate.ts"], mockTools: { bash: "ok" } });
 * await session.run(when("list", [calls("bash", { command: "ls" }), says("done")]));
 * expect(session.events.toolSequence()).toEqual(["bash"]);
 * await session.dispose();
 */
export const createTestSession = async (options: TestSessionOptions = {}): Promise<TestSession> => {
  const writtenAt = callSite(createTestSession);
  checkOptions(options, writtenAt);
  checkSessionFile(options.sessionFile, writtenAt);
  const paths = extensionPaths(options.extensions ?? [], writtenAt);
  const workspace = createWorkspace(options.cwd, options.files);
  try {
    return await start(options, paths, workspace, writtenAt);
  } catch (error) {
    workspace.remove();
    throw error;
  }
};

const start = async (
  options: TestSessionOptions,
  paths: string[],
  workspace: Workspace,
  writtenAt: string | undefined,
): Promise<TestSession> => {
  const { propagateErrors = true, mode = "tui" } = options;
  let host: SessionHost | undefined;
  const failures = createRunFailures(() => void host?.session.abort());
  const isAborting = () => host?.session.agent.signal?.aborted === true;
  const doubles = onBehalfOf(
    () => writtenAt,
    () => createDoubles(options, failures, isAborting),
  );
  const { playbook, mocks, events, ui, execReach } = doubles;

  const onError = (error: ExtensionError): void => {
    events.onError(error);
    if (propagateErrors) failures.add(handlerFailed(error));
  };

  host = await createSessionHost({
    cwd: workspace.cwd,
    agentDir: workspace.agentDir,
    sessionManager: sessionManagerOf(options.sessionFile, workspace),
    model: playbook.model,
    services: {
      settingsManager: createSettings(options.settings, options.trust ?? true),
      ...(options.flags ? { extensionFlagValues: new Map(Object.entries(options.flags)) } : {}),
      resourceLoaderOptions: {
        additionalExtensionPaths: paths,
        noExtensions: true,
        noSkills: true,
        noPromptTemplates: true,
        noThemes: true,
        additionalSkillPaths: (options.skills ?? []).map((path) => resolve(path)),
        additionalPromptTemplatePaths: (options.prompts ?? []).map((path) => resolve(path)),
        // Ours come after the user's, so that the paths <inline:1> … stay theirs.
        extensionFactories: asLoaderFactories([
          ...(options.extensionFactories ?? []),
          playbook.extension,
          mocks.extension,
          events.extension,
          ...execReach.extensions,
        ]),
        extensionsOverride: (loaded) =>
          events.extensionsOverride(mocks.extensionsOverride(execReach.extensionsOverride(loaded))),
        ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
      },
    },
    session: {
      ...(options.tools ? { tools: options.tools } : {}),
      ...(options.customTools ? { customTools: options.customTools.map((tool) => mocks.wrap(tool)) } : {}),
    },
    loading: execReach.loading,
    onLoaded: (services) => {
      checkLoaded(services, paths, writtenAt);
      execReach.onLoaded(services);
    },
    onSession: (session) => {
      execReach.onSession(session);
      mocks.attach(session);
      events.attach(session);
      // A pi newer than the mock: what it does not know fails by name when an extension uses it.
      ui.reportUnknownMembers(Object.keys(session.extensionRunner.getUIContext()));
    },
    onReloaded: (services) => checkLoaded(services, paths, writtenAt),
    onReplace: ui.sessionReplaced,
    bindings: { ...(mode === "tui" || mode === "rpc" ? { uiContext: ui.context } : {}), mode, onError },
  }).catch((error: unknown) => {
    doubles.dispose();
    throw error;
  });
  const runner = createRunner({
    host,
    failures,
    doubles,
    workspace,
    onBlocked: options.onBlocked ?? "record",
    userTypes: ({ source = "interactive" }) => mode === "tui" && source === "interactive",
  });
  try {
    await host.start();
    failures.throwFirst();
  } catch (error) {
    await runner.dispose();
    throw error;
  }
  return testSession(host, doubles, runner, workspace);
};

const checkSessionFile = (file: string | undefined, writtenAt: string | undefined): void => {
  if (file === undefined || statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  throw new TestSessionError(
    "invalid-option",
    tellFailure({
      happened: `There is no session file at "${file}".`,
      writtenAt,
      expected: "a session file of pi, relative to the process's working directory",
      received: resolve(file),
    }),
  );
};

/** The session file's copy, or a new session, in the session's own folder. */
const sessionManagerOf = (file: string | undefined, { cwd, sessionDir }: Workspace): SessionManager => {
  if (file === undefined) return SessionManager.create(cwd, sessionDir);
  const copy = join(sessionDir, basename(file));
  copyFileSync(file, copy);
  return SessionManager.open(copy, sessionDir, cwd);
};

const testSession = (host: SessionHost, doubles: Doubles, runner: Runner, workspace: Workspace): TestSession => ({
  run: runner.run,
  settled: runner.settled,
  get session() {
    return host.session;
  },
  runtime: host.runtime,
  cwd: workspace.cwd,
  agentDir: workspace.agentDir,
  events: doubles.events,
  ui: doubles.ui,
  playbook: doubles.playbook,
  mocks: doubles.mocks,
  exec: doubles.exec,
  dispose: runner.dispose,
  [Symbol.asyncDispose]: runner.dispose,
});
