// The playbook as an inline extension: it registers the provider and listens for what only a session can tell.
import type { ExtensionAPI, ExtensionFactory, ProviderConfig } from "@earendil-works/pi-coding-agent";
import { apiId, providerId } from "./model.ts";
import { registerForCompletions, sharesProvidersInProcess } from "./pi-seams.ts";
import type { QueuedMessages } from "./queued-messages.ts";
import type { RequestMarks } from "./request-kind.ts";
import type { ResultCaptures } from "./result-captures.ts";

/** What the extension needs of its playbook. */
export interface ExtensionSetting {
  readonly config: ProviderConfig;
  readonly marks: RequestMarks;
  readonly captures: ResultCaptures;
  readonly queued: QueuedMessages;
  /** Whether the script has messages to queue. */
  hasQueued(): boolean;
}

/**
 * pi runs the factory again on reload and on every new session; everything that must last lives in the playbook.
 * It adds no handler that could change what pi does: none of them returns anything. Only where a script has messages to
 * queue it listens to `input`, for those that an extension queues as well: then older pi answers a prompt later.
 */
export const createPlaybookExtension =
  ({ config, marks, captures, queued, hasQueued }: ExtensionSetting): ExtensionFactory =>
  async (pi: ExtensionAPI) => {
    pi.registerProvider(providerId, config);
    const registerAgain = await registerForCompletions(apiId, config.streamSimple);
    const shared = sharesProvidersInProcess(pi);
    // Another session's reload or disposal empties tables of the process; we are put back before pi looks us up.
    const enter = (): void => {
      registerAgain();
      if (shared) pi.registerProvider(providerId, config);
    };
    let listens = false;
    const listenToInput = (): void => {
      if (listens || !hasQueued()) return;
      listens = true;
      pi.on("before_agent_start", () => queued.begin());
      pi.on("input", (event) => (queued.repeats(event) ? { action: "handled" } : undefined));
    };
    listenToInput();
    pi.on("session_start", (_event, ctx) => {
      registerAgain();
      listenToInput();
      marks.markSession(ctx.sessionManager.getSessionId());
    });
    pi.on("context", (_event, ctx) => {
      enter();
      listenToInput();
      queued.enter(pi, ctx);
    });
    pi.on("agent_end", registerAgain);
    pi.on("session_before_compact", (event) => {
      enter();
      marks.markSummary(event.signal);
    });
    pi.on("session_before_tree", (event) => {
      enter();
      marks.markSummary(event.signal);
    });
    pi.on("tool_execution_end", async (event) =>
      captures.deliver(event.toolCallId, { ...event.result, isError: event.isError }),
    );
  };
