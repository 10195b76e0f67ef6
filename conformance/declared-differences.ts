// Where the fake does not do what pi 1.6.0 does, on purpose, each with its reason. A difference that is declared here and
// does not show fails the suite.
import type { RequirementId } from "./suite.ts";

export const declaredDifferences: Partial<Record<RequirementId, string>> = {};
