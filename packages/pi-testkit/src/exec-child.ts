// A stand-in for a child process, with the part of its interface that pi.exec uses. pi's own code goes on handling
// output, time-outs and aborts.
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import type { ExecEnd } from "./exec-mocks.ts";

type Signal = "SIGTERM" | "SIGKILL";

/** A running program, as far as it is used here. */
export interface Running {
  readonly stdout: { pipe(to: PassThrough): unknown } | null;
  readonly stderr: { pipe(to: PassThrough): unknown } | null;
  kill(signal?: Signal): boolean;
  once(event: "exit" | "close" | "error", told: (first: unknown, second: unknown) => void): unknown;
}

/** @param startReal starts the real program, for a mock that passes a call through. */
export const createExecChild = (
  decide: (signal: AbortSignal) => Promise<ExecEnd>,
  startReal: () => Running,
): object => {
  const aborting = new AbortController();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let real: Running | undefined;
  let ended = false;

  const child = Object.assign(new EventEmitter(), {
    stdin: null,
    stdout,
    stderr,
    pid: undefined,
    killed: false,
    exitCode: null as number | null,
    signalCode: null as string | null,
    kill(signal: Signal = "SIGTERM") {
      child.killed = true;
      aborting.abort();
      if (real) return real.kill(signal);
      end(null, signal);
      return true;
    },
  });

  // Tells the end once all output was read, so that pi does not wait for more.
  const end = (code: number | null, signal: string | null): void => {
    if (ended) return;
    ended = true;
    let open = 2;
    const closed = (): void => {
      open--;
      if (open > 0) return;
      Object.assign(child, { exitCode: code, signalCode: signal });
      child.emit("exit", code, signal);
      child.emit("close", code, signal);
    };
    for (const stream of [stdout, stderr]) {
      stream.once("close", closed);
      stream.end();
    }
  };

  const fail = (message: string): void => {
    if (ended) return;
    ended = true;
    child.emit("error", new Error(message));
  };

  const passThrough = (): void => {
    real = startReal();
    real.stdout?.pipe(stdout);
    real.stderr?.pipe(stderr);
    real.once("error", (error) => fail(String(error instanceof Error ? error.message : error)));
    real.once("exit", (code, signal) => child.emit("exit", code, signal));
    real.once("close", (code, signal) => child.emit("close", code, signal));
  };

  void decide(aborting.signal).then((outcome) => {
    if (ended) return;
    if (outcome.kind === "real") return passThrough();
    if (outcome.kind === "unstartable") return fail(outcome.message);
    stdout.write(outcome.output.stdout);
    stderr.write(outcome.output.stderr);
    end(outcome.output.code, null);
  });
  return child;
};
