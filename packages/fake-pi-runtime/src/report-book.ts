// Keeps what pi reported and turns it into the rejection of the call it happened in, or leaves it in the list.
import { createFailureKeeper, tellFailure } from "@pi-testkit/failure-report";
import type { FakeReport } from "./fake-pi.ts";
import { FakePiError } from "./fake-pi-error.ts";
import type { ReportedError } from "./pi-shapes.ts";

export interface ReportBook {
  readonly errors: FakeReport[];
  report(error: ReportedError, thrown?: unknown): void;
  /** The first failure of the test itself; it stays. */
  readonly failure: Error | undefined;
  /** Keeps a failure of the test itself: a callback that threw, something that is not faked. */
  keepFailure<E extends Error>(failure: E): E;
  mark(): number;
  /**
   * Throws what happened since `mark`: a failure of the test itself, else the one report, or all of them in one. Where the call
   * itself rejects, the caller throws that, and reports of the same error are done with.
   */
  throwSince(mark: number, what: string, rejected?: { thrown: unknown }): void;
  /** Throws what no call has thrown yet. */
  throwUnseen(what: string): void;
}

interface Kept {
  readonly failure: Error;
  /** Not a report of pi about an extension: the test itself went wrong. */
  readonly isOwn: boolean;
  seen: boolean;
}

const asFailure = (error: ReportedError, thrown: unknown): FakePiError =>
  new FakePiError(
    "extension-failed",
    tellFailure({
      happened: `${error.extensionPath} failed in "${error.event}": ${error.error}`,
      fix: `correct the extension, or create the fake with errors: "record" and look at fake.errors.`,
    }),
    thrown === undefined ? {} : { cause: thrown },
  );

export const createReportBook = (
  style: "throw" | "record",
  onFailure: ((failure: Error) => void) | undefined,
): ReportBook => {
  const errors: FakeReport[] = [];
  const keeper = createFailureKeeper(onFailure);
  const kept: Kept[] = [];
  const all = (failures: readonly Kept[], what: string): Error => {
    for (const item of failures) item.seen = true;
    const first = failures.find(({ isOwn }) => isOwn) ?? failures[0];
    if (first && (failures.length === 1 || first.isOwn)) return first.failure;
    return new FakePiError(
      "extension-failed",
      tellFailure({
        happened: `${failures.length} errors were reported during ${what}.`,
        left: failures.map(({ failure }) => failure.message.split("\n")[0] ?? ""),
        fix: `correct the extensions, or create the fake with errors: "record" and look at fake.errors.`,
      }),
      { errors: failures.map(({ failure }) => failure), cause: first?.failure },
    );
  };
  return {
    errors,
    report: (error, thrown) => {
      errors.push(error);
      if (style === "throw") kept.push({ failure: asFailure(error, thrown), isOwn: false, seen: false });
    },
    keepFailure: (failure) => {
      if (!kept.some((own) => own.failure === failure)) kept.push({ failure, isOwn: true, seen: false });
      return keeper.keep(failure);
    },
    mark: () => kept.length,
    throwSince: (mark, what, rejected) => {
      const since = kept.slice(mark).filter(({ seen }) => !seen);
      if (rejected && !since.some(({ isOwn }) => isOwn)) {
        for (const item of since) item.seen = item.failure.cause === rejected.thrown;
        return;
      }
      if (since.length > 0) throw all(since, what);
    },
    throwUnseen: (what) => {
      const unseen = kept.filter(({ seen }) => !seen);
      if (unseen.length > 0) throw all(unseen, what);
    },
    get failure() {
      return keeper.first;
    },
  };
};
