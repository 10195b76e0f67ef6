// Brings the commands of one session to its mocks: those of pi.exec, and those of the user.
import type {
  AgentSession,
  AgentSessionServices,
  ExtensionAPI,
  ExtensionFactory,
  LoadExtensionsResult,
} from "@earendil-works/pi-coding-agent";
import { createExecChild } from "./exec-child.ts";
import { execOutOfReach } from "./exec-failures.ts";
import type { ExecDecider } from "./exec-mocks.ts";
import { createExecPatch } from "./exec-patch.ts";
import { mockUserBash } from "./exec-user-bash.ts";

/** How a session's commands reach its mocks. Without mocks nothing is touched, and every program runs for real. */
export interface ExecReach {
  /** For the end of the loader's inline extensions. */
  readonly extensions: ExtensionFactory[];
  extensionsOverride(loaded: LoadExtensionsResult): LoadExtensionsResult;
  /** Runs what loads extensions for the first time. */
  loading<T>(load: () => Promise<T>): Promise<T>;
  /** Later loads, by a reload, go the same way. */
  onLoaded(services: Pick<AgentSessionServices, "resourceLoader">): void;
  onSession(session: AgentSession): void;
  dispose(): void;
}

const untouched: ExecReach = {
  extensions: [],
  extensionsOverride: (loaded) => loaded,
  loading: (load) => load(),
  onLoaded() {},
  onSession() {},
  dispose() {},
};

const probe = "pi-testkit-probe";

export const createExecReach = (mocks: ExecDecider | undefined): ExecReach => {
  if (mocks === undefined) return untouched;
  let own: ExtensionAPI | undefined;
  let probed = false;
  const patch = createExecPatch((command, args, cwd, startReal) => {
    if (command === probe) {
      probed = true;
      return createExecChild(async () => ({ kind: "unstartable", message: probe }), startReal);
    }
    const decide = mocks.claim({ command, args, cwd, source: "exec" });
    return decide && createExecChild(decide, startReal);
  });

  /**
   * Asks our own pi.exec for a program that does not exist, as a handler would: a pi whose exec is out of reach must not run
   * real ones.
   */
  const checkReach = (): void => {
    probed = false;
    patch.outside(() => void own?.exec(probe, []));
    if (!probed) throw execOutOfReach();
  };

  return {
    extensions: [
      (pi) => {
        own = pi;
      },
    ],
    extensionsOverride(loaded) {
      const { runtime } = loaded;
      const assertActive = runtime.assertActive.bind(runtime);
      // pi calls it first thing in every method of every extension's API, pi.exec included.
      runtime.assertActive = () => {
        assertActive();
        patch.used();
      };
      checkReach();
      return loaded;
    },
    loading: patch.during,
    onLoaded({ resourceLoader }) {
      const reload = resourceLoader.reload.bind(resourceLoader);
      resourceLoader.reload = (...args) => patch.during(() => reload(...args));
    },
    onSession: (session) => mockUserBash(session, mocks),
    dispose: patch.release,
  };
};
