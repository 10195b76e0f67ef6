// The playbook as an inline extension: it registers the provider and listens for what only a session can tell.
import type { ExtensionAPI, ExtensionFactory, ProviderConfig } from "@earendil-works/pi-coding-agent";
import { apiId, providerId } from "./model.ts";
import { registerForCompletions, sharesProvidersInProcess } from "./pi-seams.ts";
import type { RequestMarks } from "./request-kind.ts";
import type { ResultCaptures } from "./result-captures.ts";

/** What the extension needs of its playbook. */
export interface ExtensionSetting {
  readonly config: ProviderConfig;
  readonly marks: RequestMarks;
  readonly captures: ResultCaptures;
}

/**
 * pi runs the factory again on reload and on every new session; everything that must last lives in the playbook.
 * It adds no handler that could change what pi does: none of them returns anything.
 */
export const createPlaybookExtension =
  ({ config, marks, captures }: ExtensionSetting): ExtensionFactory =>
  async (pi: ExtensionAPI) => {
    pi.registerProvider(providerId, config);
    await registerForCompletions(apiId, config.streamSimple);
    if (sharesProvidersInProcess(pi)) registerBeforeEachRequest(pi, config);
    pi.on("session_before_compact", (event) => marks.markSummary(event.signal));
    pi.on("session_before_tree", (event) => marks.markSummary(event.signal));
    pi.on("tool_execution_end", async (event) =>
      captures.deliver(event.toolCallId, { ...event.result, isError: event.isError }),
    );
  };

// Another session's reload or disposal empties the table of the process; put ours back before pi looks it up.
const registerBeforeEachRequest = (pi: ExtensionAPI, config: ProviderConfig): void => {
  const again = (): void => pi.registerProvider(providerId, config);
  pi.on("context", again);
  pi.on("session_before_compact", again);
  pi.on("session_before_tree", again);
};
