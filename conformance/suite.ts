// All requirements and the scenario of each: a requirement without a scenario does not compile.
import { dispatch } from "./requirements/dispatch.ts";
import { dispatchScenarios } from "./scenarios/dispatch.ts";
import type { Requirement, Scenario } from "./stage.ts";

export const requirements = { ...dispatch } as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;

export const scenarios = { ...dispatchScenarios } satisfies Record<RequirementId, Scenario>;
