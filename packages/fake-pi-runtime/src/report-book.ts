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
  throwSince(mark: number, call: Call, rejected?: { thrown: unknown }): void;
  /** Throws what no call has thrown yet. */
  throwUnseen(call: Call): void;
}

/** What the test called, and where. */
export interface Call {
  readonly what: string;
  readonly writtenAt: () => string | undefined;
}

interface Kept {
  /** Not a report of pi about an extension: the test itself went wrong. */
  readonly own?: Error;
  /** Made when it is told, since only then it is known which call tells it. */
  readonly failure: (writtenAt: string | undefined) => Error;
  readonly thrown?: unknown;
  seen: boolean;
}

const asFailure = (error: ReportedError, thrown: unknown, writtenAt: string | undefined): FakePiError =>
  new FakePiError(
    "extension-failed",
    tellFailure({
      happened: `${error.extensionPath} failed in "${error.event}": ${error.error}`,
      writtenAt,
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
  const all = (items: readonly Kept[], { what, writtenAt }: Call): Error => {
    for (const item of items) item.seen = true;
    const own = items.find((item) => item.own)?.own;
    if (own) return own;
    const place = writtenAt();
    const failures = items.map(({ failure }) => failure(place));
    const [first] = failures;
    if (first && failures.length === 1) return first;
    return new FakePiError(
      "extension-failed",
      tellFailure({
        happened: `${failures.length} errors were reported during ${what}.`,
        writtenAt: place,
        left: failures.map(({ message }) => message.split("\n")[0] ?? ""),
        fix: `correct the extensions, or create the fake with errors: "record" and look at fake.errors.`,
      }),
      { errors: failures, cause: first },
    );
  };
  return {
    errors,
    report: (error, thrown) => {
      errors.push(error);
      if (style === "throw") kept.push({ failure: (place) => asFailure(error, thrown, place), thrown, seen: false });
    },
    keepFailure: (failure) => {
      if (!kept.some(({ own }) => own === failure)) kept.push({ own: failure, failure: () => failure, seen: false });
      return keeper.keep(failure);
    },
    mark: () => kept.length,
    throwSince: (mark, call, rejected) => {
      const since = kept.slice(mark).filter(({ seen }) => !seen);
      if (rejected && !since.some(({ own }) => own)) {
        for (const item of since) item.seen = item.thrown === rejected.thrown;
        return;
      }
      if (since.length > 0) throw all(since, call);
    },
    throwUnseen: (call) => {
      const unseen = kept.filter(({ seen }) => !seen);
      if (unseen.length > 0) throw all(unseen, call);
    },
    get failure() {
      return keeper.first;
    },
  };
};
