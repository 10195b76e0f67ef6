// Every test of a shipped example, in one list: the suite runs it and the page counts it.
import { gates } from "./gates.ts";
import { inputs } from "./inputs.ts";
import { sessions } from "./sessions.ts";
import type { ShippedExample } from "./shipped-example.ts";
import { tools } from "./tools.ts";

export const shippedExamples: readonly ShippedExample[] = [...gates, ...inputs, ...sessions, ...tools];

/** The files they test, each once. */
export const shippedFiles: readonly string[] = [...new Set(shippedExamples.map(({ file }) => file))].sort();
