// Full-session tests of pi extensions, and everything the doubles export.
export {
  type AnyEvent,
  createEventCollector,
  type EventCollector,
  EventCollectorError,
  type EventCollectorErrorCode,
  type EventCollectorOptions,
  type TestEvents,
  type TimelineEntry,
  type ToolCallRecord,
  type ToolOutcome,
  type ToolResultRecord,
  type UICallLike,
} from "@pi-testkit/event-collector";
export * from "@pi-testkit/mock-tools";
export * from "@pi-testkit/mock-ui";
export * from "@pi-testkit/playbook";
export { createTestSession } from "./create-test-session.ts";
export type { ExecCall, ExecHandler, ExecMockOption, ExecOutcome, ExecOutput } from "./exec-handlers.ts";
export type { ExecMocks, ExecRecord } from "./exec-mocks.ts";
export { isolateProcess } from "./isolate-process.ts";
export { safeRmSync } from "./safe-rm-sync.ts";
export type { TestSession } from "./test-session.ts";
export { TestSessionError, type TestSessionErrorCode, ToolBlockedError } from "./test-session-error.ts";
export type { TestSessionOptions } from "./test-session-options.ts";
export {
  type SmokedResult,
  type SmokeOptions,
  type SmokeTest,
  verifySandboxInstall,
} from "./verify-sandbox-install.ts";
