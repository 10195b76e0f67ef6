// Mocks for pi's tools: what a tool call returns, without running the tool.
export type { ToolMockCall } from "./call-runner.ts";
export { MockToolsError, type MockToolsErrorCode } from "./mock-tools-error.ts";
export {
  type Outcome,
  type Passthrough,
  passthrough,
  type ThrowsError,
  type ToolContent,
  type ToolResult,
  throwsError,
} from "./outcome.ts";
export type { AnyTool, MockableSession } from "./pi-seams.ts";
export {
  handles,
  type MockToolCallContext,
  type MockToolHandler,
  type RepeatLast,
  repeatLast,
  type ToolContext,
  type ToolHandlers,
} from "./tool-handlers.ts";
export { createToolMocks, type ToolMocks, type ToolMocksOptions, type UnmatchedMock } from "./tool-mocks.ts";
