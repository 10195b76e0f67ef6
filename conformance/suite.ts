// All requirements and the scenario of each: a requirement without a scenario does not compile.

import { api } from "./requirements/api.ts";
import { combination } from "./requirements/combination.ts";
import { dispatch } from "./requirements/dispatch.ts";
import { loading } from "./requirements/loading.ts";
import { apiScenarios } from "./scenarios/api.ts";
import { combinationScenarios } from "./scenarios/combination.ts";
import { dispatchScenarios } from "./scenarios/dispatch.ts";
import { loadingScenarios } from "./scenarios/loading.ts";
import type { Requirement, Scenario } from "./stage.ts";

export const requirements = { ...loading, ...dispatch, ...combination, ...api } as const satisfies Record<
  string,
  Requirement
>;

export type RequirementId = keyof typeof requirements;

export const scenarios = {
  ...loadingScenarios,
  ...dispatchScenarios,
  ...combinationScenarios,
  ...apiScenarios,
} satisfies Record<RequirementId, Scenario>;
