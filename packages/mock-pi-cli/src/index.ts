// A stand-in for the pi binary: print, JSON and RPC mode as real pi speaks them.
export { createMockPi, type InstallOptions, type MockPi, type MockPiOptions } from "./create-mock-pi.ts";
export type { MockPiInvocation } from "./invocation.ts";
export { MockPiError, type MockPiErrorCode } from "./mock-pi-error.ts";
export type { MockPiResponse, ResponseMatch, ScriptedTool } from "./response.ts";
export { responseSchema } from "./response-check.ts";
export { parseScenario, scenarioSchema } from "./scenario.ts";
export type { CommandRule, RpcScenario, ScenarioStep } from "./scenario-shape.ts";
export type { ExtensionFlag, SpokenLine } from "./state-folder.ts";
export { type WireChange, wireChanges } from "./wire-changes.ts";
