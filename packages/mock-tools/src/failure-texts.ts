// The wording of every failure of this package.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { MockToolsError } from "./mock-tools-error.ts";

/** A call as the messages name it. */
export interface FailedCall {
  toolName: string;
  toolCallId: string;
  params: unknown;
  step: number | undefined;
  writtenAt: string | undefined;
}

const at = ({ step, toolCallId }: FailedCall) =>
  step === undefined ? `call "${toolCallId}"` : `step ${step}, call "${toolCallId}"`;

const thrown = (cause: unknown) => (cause instanceof Error ? cause.message : describeValue(cause));

const about = ({ toolName, toolCallId }: FailedCall, cause?: { cause: unknown }) => ({
  toolName,
  toolCallId,
  ...cause,
});

export const handlerThrew = (call: FailedCall, cause: unknown): MockToolsError =>
  new MockToolsError(
    "handler-threw",
    tellFailure({
      happened: `The mock of "${call.toolName}" threw at ${at(call)}: ${thrown(cause)}`,
      writtenAt: call.writtenAt,
      received: `parameters ${describeValue(call.params)}`,
      cause: "an assertion in the handler failed, or the handler has a mistake",
      fix: 'return throwsError("…") or { isError: true } where the tool itself is meant to fail.',
    }),
    about(call, { cause }),
  );

/** @param name the option that was given the callback */
export const callbackThrew = (call: FailedCall, name: string, cause: unknown): MockToolsError =>
  new MockToolsError(
    "callback-threw",
    tellFailure({
      happened: `The ${name} callback threw for "${call.toolName}" at ${at(call)}: ${thrown(cause)}`,
      writtenAt: call.writtenAt,
      received: `parameters ${describeValue(call.params)}`,
      cause: `an assertion in ${name} failed, or ${name} has a mistake`,
      fix: `mend ${name} or the extension under test.`,
    }),
    about(call, { cause }),
  );

export const invalidOutcome = (call: FailedCall, received: unknown): MockToolsError =>
  new MockToolsError(
    "invalid-outcome",
    tellFailure({
      happened: `The mock of "${call.toolName}" gave no outcome at ${at(call)}.`,
      writtenAt: call.writtenAt,
      expected: "a string, a result { content, details?, isError?, … }, throwsError(message) or passthrough()",
      received: describeValue(received),
      cause: received === undefined ? "the handler has no return on this path" : "a key of the result is misspelt",
      fix: "return one of the four.",
    }),
    about(call),
  );

export const queueExhausted = (call: FailedCall, length: number): MockToolsError =>
  new MockToolsError(
    "queue-exhausted",
    tellFailure({
      happened: `The queue of "${call.toolName}" ran out at ${at(call)}: call ${length + 1}, ${length} queued.`,
      writtenAt: call.writtenAt,
      expected: `${length} calls`,
      received: `one more, with parameters ${describeValue(call.params)}`,
      cause: "the model or an extension called the tool once more than the test foresees",
      fix: "queue another answer, or use repeatLast([...]) if the last one may answer every further call.",
    }),
    about(call),
  );

export const queueLeftOver = (
  left: readonly { name: string; used: number; length: number; writtenAt: string | undefined }[],
): MockToolsError =>
  new MockToolsError(
    "queue-left-over",
    tellFailure({
      happened: `Queued answers were left over: the run ended before they were asked for.`,
      writtenAt: left[0]?.writtenAt,
      left: left.map(({ name, used, length }) => `"${name}": ${length - used} of ${length}`),
      cause: "the tool was called less often than the test foresees",
      fix: "take the answers out, or find out why the calls did not come.",
    }),
    { toolName: left[0]?.name },
  );

export const unmockedTool = (call: FailedCall): MockToolsError =>
  new MockToolsError(
    "unmocked-tool",
    tellFailure({
      happened: `The built-in tool "${call.toolName}" was called at ${at(call)} and has no mock; it did not run.`,
      writtenAt: call.writtenAt,
      received: `parameters ${describeValue(call.params)}`,
      cause: `onUnmocked refuses built-in tools without a mock`,
      fix: `mock it: { ${JSON.stringify(call.toolName)}: "…" }, or allow it: { ${JSON.stringify(call.toolName)}: passthrough() }.`,
    }),
    about(call),
  );

export const unknownTool = (name: string, known: readonly string[], writtenAt: string | undefined): MockToolsError => {
  const nearest = nearestName(name, known);
  return new MockToolsError(
    "unknown-tool",
    tellFailure({
      happened: `There is a mock for "${name}", but no tool of that name.`,
      writtenAt,
      expected: `one of ${[...known].sort().join(", ") || "no tool at all"}`,
      received: name,
      cause: nearest === undefined ? "the extension that has the tool is not loaded" : `"${nearest}" was meant`,
      fix: nearest === undefined ? "load it, or take the mock out." : `write ${JSON.stringify(nearest)}.`,
    }),
    { toolName: name },
  );
};

export const notWrapped = (name: string, from: string, writtenAt: string | undefined): MockToolsError => {
  const custom = from.startsWith("<sdk:");
  return new MockToolsError(
    "not-wrapped",
    tellFailure({
      happened: `The mock of "${name}" cannot hold: the tool comes from ${from} and is not wrapped.`,
      writtenAt,
      expected: custom ? "a custom tool that went through mocks.wrap" : "extensions that went through the mocks",
      cause: custom
        ? "customTools holds the bare tool"
        : "the session was built before, or its loader does not know the mocks",
      fix: custom
        ? "write customTools: [mocks.wrap(tool)]."
        : "give the resource loader { extensionsOverride: mocks.extensionsOverride }.",
    }),
    { toolName: name },
  );
};

export const sessionNotAttached = (call: FailedCall): MockToolsError =>
  new MockToolsError(
    "session-not-attached",
    tellFailure({
      happened: `"${call.toolName}" was called at ${at(call)} in a session the mocks are not attached to; it did not run.`,
      writtenAt: call.writtenAt,
      received: `parameters ${describeValue(call.params)}`,
      cause: "pi replaced the session (new session, fork, switch) and nobody attached the mocks to the new one",
      fix: "call mocks.attach(session) in runtime.setRebindSession, before session.bindExtensions.",
    }),
    about(call),
  );

export const noObject = (
  what: "handlers" | "options",
  received: unknown,
  known: readonly string[],
  writtenAt: string | undefined,
): MockToolsError =>
  new MockToolsError(
    "invalid-option",
    tellFailure({
      happened: `createToolMocks() cannot use these ${what}.`,
      writtenAt,
      expected:
        what === "handlers"
          ? 'an object of handlers by tool name: { bash: "…" }'
          : `an object with some of ${known.join(", ")}`,
      received: describeValue(received),
      fix: what === "handlers" ? "give {} where nothing is mocked." : "leave them out, or give an object.",
    }),
  );

export const nothingRepeats = (received: unknown, writtenAt: string | undefined): MockToolsError =>
  new MockToolsError(
    "invalid-option",
    tellFailure({
      happened: "repeatLast() needs at least one handler: there is no last one.",
      writtenAt,
      expected: "an array of handlers",
      received: describeValue(received),
      fix: "give it the handler that answers every further call.",
    }),
  );

export const unknownOption = (
  name: string,
  known: readonly string[],
  writtenAt: string | undefined,
): MockToolsError => {
  const nearest = nearestName(name, known);
  return new MockToolsError(
    "invalid-option",
    tellFailure({
      happened: `createToolMocks() has no option "${name}".`,
      writtenAt,
      expected: `one of ${known.join(", ")}`,
      received: name,
      cause: nearest === undefined ? undefined : `"${nearest}" was meant`,
      fix: nearest === undefined ? "take it out." : `write ${nearest}.`,
    }),
  );
};

export const invalidHandler = (name: string, received: unknown, writtenAt: string | undefined): MockToolsError =>
  new MockToolsError(
    "invalid-option",
    tellFailure({
      happened: `The mock of "${name}" is no handler.`,
      writtenAt,
      expected:
        "a string, a result { content, details?, isError?, … }, throwsError(message), passthrough(), a function, or an array of these",
      received: describeValue(received),
      fix: "give one of these.",
    }),
    { toolName: name },
  );
