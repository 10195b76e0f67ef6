// The failures of mocked commands, in words.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { ExecCall } from "./exec-handlers.ts";
import { TestSessionError } from "./test-session-error.ts";

const shown = ({ command, args, line }: ExecCall): string =>
  line === undefined ? [command, ...args].join(" ") : `!${line}`;

export const execHandlerThrew = (call: ExecCall, thrown: unknown): TestSessionError =>
  new TestSessionError(
    "exec-handler-threw",
    tellFailure({
      happened: `The mock of the command "${call.command}" threw: ${thrown instanceof Error ? thrown.message : describeValue(thrown)}`,
      received: `the call ${shown(call)}`,
      cause: "an assertion in the handler failed, or the handler has a mistake.",
      fix: "return { code: 1, stderr: … } where the program is meant to fail, throwsError(…) where it cannot be started.",
    }),
    { cause: thrown },
  );

export const invalidExecOutcome = (call: ExecCall, received: unknown): TestSessionError =>
  new TestSessionError(
    "invalid-exec-outcome",
    tellFailure({
      happened: `The mock of the command "${call.command}" gave no outcome.`,
      expected: "a string, { stdout?, stderr?, code? }, throwsError(message) or passthrough()",
      received: `${describeValue(received)} for the call ${shown(call)}`,
      cause:
        received === undefined ? "the handler has no return on this path." : "a key or a value that no outcome has.",
      fix: "for a command that pi kills, return a promise that does not resolve: pi's own timeout or abort ends it.",
    }),
  );

export const execQueueExhausted = (call: ExecCall): TestSessionError =>
  new TestSessionError(
    "exec-exhausted",
    tellFailure({
      happened: `The queue of the command "${call.command}" ran out.`,
      received: `the call ${shown(call)}`,
      cause: "an extension ran the command once more than the test foresees.",
      fix: "queue another outcome, or give one that answers every call.",
    }),
  );

export const execLeftOver = (left: readonly { command: string; used: number; length: number }[]): TestSessionError =>
  new TestSessionError(
    "exec-left-over",
    tellFailure({
      happened: "Queued outcomes of commands were left over.",
      left: left.map(({ command, used, length }) => `"${command}": ${length - used} of ${length}`),
      cause: "the command ran less often than the test foresees.",
      fix: "take the outcomes out, or find out why the calls did not come.",
    }),
  );

export const execOutOfReach = (): TestSessionError =>
  new TestSessionError(
    "exec-out-of-reach",
    tellFailure({
      happened: "mockExec cannot hold: pi.exec of the installed pi does not run programs in the way the kit knows.",
      expected: "that pi.exec calls child_process.spawn from a function named execCommand",
      cause: "a release of pi that is newer than this release of pi-testkit.",
      fix: "update pi-testkit, or put a folder with a stand-in for the program first in PATH.",
    }),
  );
