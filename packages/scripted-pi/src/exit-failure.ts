// How the end of pi is told to those who waited for it.
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
