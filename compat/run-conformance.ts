// Holds the fake runtime beside one release of pi, and that against what was measured of it before.
import { measuredStates, playOn, type State } from "../conformance/older-releases.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const testOf = (id: string, state: State, measured: State): SuiteTest => {
  const named = { file: "conformance/requirements", name: id };
  if (state === measured) return { ...named, state: state === "same" ? "passed" : "otherwise" };
  return { ...named, state: "failed", reason: `is "${state}" and was "${measured}" (conformance/older-releases.json)` };
};

/** What every requirement showed. Throws with the output when the run itself broke. */
export const runConformance = (version: string, node: string): SuiteTest[] => {
  const states = playOn(version, node);
  // A release that nobody has measured yet is taken for one like the newest.
  const measured = measuredStates(version, Object.keys(states));
  return Object.entries(states).map(([id, state]) => testOf(id, state, measured?.[id] ?? "same"));
};
