// How the end of pi, and what the playbook's extension wrote about its script, are told.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { PiExit } from "./pi-process.ts";
import { ScriptedPiError } from "./scripted-pi-error.ts";

const endOf = ({ code, signal }: PiExit): string =>
  signal !== null ? `by ${signal}` : code === null ? "before it could start" : `with exit code ${code}`;

/** pi ended while somebody waited for it. */
export const exitedEarly = (exit: PiExit, stderr: string, writtenAt: string | undefined): ScriptedPiError =>
  new ScriptedPiError(
    "exited",
    tellFailure({
      happened: `pi ended ${endOf(exit)}, so nothing more can come.`,
      writtenAt,
      received: stderr === "" ? "nothing on stderr" : `on stderr: ${describeValue(stderr.slice(-1000))}`,
      cause:
        stderr === "" && exit.code === 0
          ? "its input was closed, an extension shut it down, or a dialog was opened in session_start, which ends pi in RPC mode."
          : undefined,
    }),
  );

/** The first failure in the playbook's log, or what is left of the script when pi has ended. */
export const failureIn = (
  log: readonly Record<string, unknown>[],
  writtenAt: string | undefined,
): ScriptedPiError | undefined => {
  const failure = log.find(({ type }) => type === "failure");
  if (failure === undefined) return undefined;
  return new ScriptedPiError(
    "playbook-failed",
    tellFailure({ happened: `The playbook failed in pi: ${failure.message}`, writtenAt }),
  );
};
