// All requirements and the scenario of each: a requirement without a scenario does not compile.
import { api } from "./requirements/api.ts";
import { combination } from "./requirements/combination.ts";
import { contexts } from "./requirements/contexts.ts";
import { dispatch } from "./requirements/dispatch.ts";
import { loading } from "./requirements/loading.ts";
import { messages } from "./requirements/messages.ts";
import { replacement } from "./requirements/replacement.ts";
import { tools } from "./requirements/tools.ts";
import { unheard } from "./requirements/unheard.ts";
import { batchesAndNestingScenarios } from "./scenarios/batches-and-nesting.ts";
import { bindingAndFlagsScenarios } from "./scenarios/binding-and-flags.ts";
import { callResultsScenarios } from "./scenarios/call-results.ts";
import { commandsScenarios } from "./scenarios/commands.ts";
import { compactionScenarios } from "./scenarios/compaction.ts";
import { contextsScenarios } from "./scenarios/contexts.ts";
import { dispatchScenarios } from "./scenarios/dispatch.ts";
import { inputHooksScenarios } from "./scenarios/input-hooks.ts";
import { loadingScenarios } from "./scenarios/loading.ts";
import { mcpAndBusScenarios } from "./scenarios/mcp-and-bus.ts";
import { messageHooksScenarios } from "./scenarios/message-hooks.ts";
import { modelsScenarios } from "./scenarios/models.ts";
import { newSessionsScenarios } from "./scenarios/new-sessions.ts";
import { promptsScenarios } from "./scenarios/prompts.ts";
import { providerHooksScenarios } from "./scenarios/provider-hooks.ts";
import { registrationsScenarios } from "./scenarios/registrations.ts";
import { reloadAndStaleScenarios } from "./scenarios/reload-and-stale.ts";
import { runStartsScenarios } from "./scenarios/run-starts.ts";
import { sentMessagesScenarios } from "./scenarios/sent-messages.ts";
import { sessionMembersScenarios } from "./scenarios/session-members.ts";
import { singleCallsScenarios } from "./scenarios/single-calls.ts";
import { startAndBoundaryScenarios } from "./scenarios/start-and-boundary.ts";
import { subscriptionsScenarios } from "./scenarios/subscriptions.ts";
import { toolHooksScenarios } from "./scenarios/tool-hooks.ts";
import { toolRegistrationScenarios } from "./scenarios/tool-registration.ts";
import { tracesScenarios } from "./scenarios/traces.ts";
import { treeScenarios } from "./scenarios/tree.ts";
import { unheardScenarios } from "./scenarios/unheard.ts";
import { userInterfaceScenarios } from "./scenarios/user-interface.ts";
import type { Requirement, Scenario } from "./stage.ts";

export const requirements = {
  ...loading,
  ...dispatch,
  ...combination,
  ...api,
  ...contexts,
  ...tools,
  ...messages,
  ...replacement,
  ...unheard,
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;

export const scenarios = {
  ...toolHooksScenarios,
  ...messageHooksScenarios,
  ...providerHooksScenarios,
  ...inputHooksScenarios,
  ...startAndBoundaryScenarios,
  ...sessionMembersScenarios,
  ...toolRegistrationScenarios,
  ...modelsScenarios,
  ...registrationsScenarios,
  ...mcpAndBusScenarios,
  ...contextsScenarios,
  ...compactionScenarios,
  ...userInterfaceScenarios,
  ...singleCallsScenarios,
  ...callResultsScenarios,
  ...batchesAndNestingScenarios,
  ...commandsScenarios,
  ...promptsScenarios,
  ...sentMessagesScenarios,
  ...runStartsScenarios,
  ...tracesScenarios,
  ...newSessionsScenarios,
  ...reloadAndStaleScenarios,
  ...treeScenarios,
  ...loadingScenarios,
  ...bindingAndFlagsScenarios,
  ...dispatchScenarios,
  ...subscriptionsScenarios,
  ...unheardScenarios,
} satisfies Record<RequirementId, Scenario>;
