// Everything that makes a run fail, in the order it happened, and the stop it causes.
import { createFailureKeeper } from "@pi-testkit/failure-report";

export interface RunFailures {
  /** Keeps a failure for good: every later run throws it too. Stops the run. */
  keep(failure: Error): void;
  /** A failure of this run, or of the time since the last one. */
  add(failure: Error, options?: { stop?: boolean }): void;
  /** Resolves once something stopped the run. */
  readonly stopped: Promise<void>;
  /** Whether something failed in this run or was kept. */
  readonly any: boolean;
  /** Throws the first failure of this run, or the one kept. */
  throwFirst(): void;
  /** A run is over and has told its failures: what comes belongs to the next one. */
  begin(): void;
}

/** @param stop stops the current run; called at most once a run. */
export const createRunFailures = (stop: () => void): RunFailures => {
  const sticky = createFailureKeeper();
  let first: Error | undefined;
  let resolveStopped = (): void => {};
  let stopped = Promise.resolve();
  let stopping = false;

  const begin = (): void => {
    first = undefined;
    stopping = false;
    stopped = new Promise((resolve) => {
      resolveStopped = resolve;
    });
  };
  begin();

  const stopRun = (): void => {
    if (stopping) return;
    stopping = true;
    stop();
    resolveStopped();
  };

  return {
    keep(failure) {
      sticky.keep(failure);
      first ??= failure;
      stopRun();
    },
    add(failure, { stop: stops = false } = {}) {
      first ??= failure;
      if (stops) stopRun();
    },
    get stopped() {
      return stopped;
    },
    get any() {
      return first !== undefined || sticky.first !== undefined;
    },
    throwFirst() {
      if (first !== undefined) throw first;
      sticky.throwFirst();
    },
    begin,
  };
};
