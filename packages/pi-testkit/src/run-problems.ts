// The failures that a run finds in what happened.
import type { ExtensionError } from "@earendil-works/pi-coding-agent";
import type { ToolCallRecord } from "@pi-testkit/event-collector";
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { UnmatchedMock } from "@pi-testkit/mock-tools";
import { TestSessionError, ToolBlockedError } from "./test-session-error.ts";

/** A handler of an extension threw, and pi reported it. */
export const handlerFailed = ({ extensionPath, event, error }: ExtensionError): TestSessionError =>
  new TestSessionError(
    "handler-failed",
    tellFailure({
      happened: `The extension "${extensionPath}" failed in "${event}": ${error}`,
      cause: "pi reports such an error and goes on; a test that does not look would not see it.",
      fix: "mend the extension, or pass propagateErrors: false and assert on events.errors.",
    }),
  );

/** A real tool threw. */
export const toolThrew = (call: {
  toolName: string;
  step: number | undefined;
  writtenAt: string | undefined;
  error: unknown;
}): TestSessionError =>
  new TestSessionError(
    "tool-threw",
    tellFailure({
      happened: `${call.step === undefined ? "The" : `Step ${call.step}: the`} tool "${call.toolName}" threw: ${call.error instanceof Error ? call.error.message : describeValue(call.error)}`,
      writtenAt: call.writtenAt,
      cause: "it is the real tool that ran; pi makes an error result of what it throws.",
      fix: `mock the tool with mockTools: { ${JSON.stringify(call.toolName)}: … }, or pass propagateErrors: false and assert on the result.`,
    }),
    { step: call.step, cause: call.error },
  );

/** An extension blocked a call, and the test wants that to be a failure. */
export const blockedCall = (
  { toolName, toolCallId, blockReason, step }: ToolCallRecord,
  writtenAt: string | undefined,
): ToolBlockedError =>
  new ToolBlockedError(
    tellFailure({
      happened: `${step === undefined ? "A" : `Step ${step}: a`} call of the tool "${toolName}" was blocked.`,
      writtenAt,
      received: blockReason === undefined ? "no reason" : `the reason ${describeValue(blockReason)}`,
      fix: 'if the block is what you test, leave out onBlocked: "throw" and assert on events.blockedCalls().',
    }),
    { toolName, toolCallId, reason: blockReason, step },
  );

/** A mock whose name no tool has. */
export const unknownMock = ({ name, nearest }: UnmatchedMock, tools: readonly string[]): TestSessionError =>
  new TestSessionError(
    "unknown-mock",
    tellFailure({
      happened: `mockTools has a mock for "${name}", and no tool of that name was registered.`,
      expected: `one of ${tools.join(", ")}`,
      received: name,
      cause: nearest ? `a typo for "${nearest}".` : "the extension that registers it was not loaded.",
    }),
  );
