// Holds the fake runtime beside one release of pi, and that against what was measured of it before.
import { measuredStates, playOn, type State, type States } from "../conformance/older-releases.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const testOf = (id: string, state: State, measured: State, why = ""): SuiteTest => {
  const named = { file: "conformance/requirements", name: id };
  if (state === measured) return { ...named, state: state === "same" ? "passed" : "otherwise" };
  const reason = `is "${state}" and was "${measured}" (conformance/older-releases.json)`;
  return { ...named, state: "failed", reason: why ? `${reason}: ${why}` : reason };
};

/** A requirement passes when it came out as measured; without a measurement it is to be as on the newest release. */
export const conformanceTests = (
  states: States,
  measured: States | undefined,
  reasons: Readonly<Record<string, string>> = {},
): SuiteTest[] => Object.entries(states).map(([id, state]) => testOf(id, state, measured?.[id] ?? "same", reasons[id]));

/** What every requirement showed. Throws with the output when the run itself broke. */
export const runConformance = (version: string, node: string): SuiteTest[] => {
  const { states, reasons } = playOn(version, node);
  return conformanceTests(states, measuredStates(version, Object.keys(states)), reasons);
};
