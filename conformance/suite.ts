// All requirements and the scenario of each: a requirement without a scenario does not compile.
import { combination } from "./requirements/combination.ts";
import { dispatch } from "./requirements/dispatch.ts";
import { combinationScenarios } from "./scenarios/combination.ts";
import { dispatchScenarios } from "./scenarios/dispatch.ts";
import type { Requirement, Scenario } from "./stage.ts";

export const requirements = { ...combination, ...dispatch } as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;

export const scenarios = { ...combinationScenarios, ...dispatchScenarios } satisfies Record<RequirementId, Scenario>;
