// Full-session tests of pi extensions, and everything the doubles export.
export {
  createEventCollector,
  type EventCollector,
  type TestEvents,
  type ToolCallRecord,
  type ToolResultRecord,
} from "@pi-testkit/event-collector";
export { createTestSession } from "./create-test-session.ts";
export { safeRmSync } from "./safe-rm-sync.ts";
export type { TestSession } from "./test-session.ts";
export { TestSessionError, type TestSessionErrorCode, ToolBlockedError } from "./test-session-error.ts";
export type { TestSessionOptions } from "./test-session-options.ts";
