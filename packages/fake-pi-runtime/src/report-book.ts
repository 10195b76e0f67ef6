// Keeps what pi reported and turns it into the rejection of the call it happened in, or leaves it in the list.
import { tellFailure } from "@pi-testkit/failure-report";
import type { FakeReport } from "./fake-pi.ts";
import { FakePiError } from "./fake-pi-error.ts";
import type { ReportedError } from "./pi-shapes.ts";

export interface ReportBook {
  readonly errors: FakeReport[];
  report(error: ReportedError, thrown?: unknown): void;
  /** A failure of the fake itself, such as a built-in tool nobody described. */
  keepFailure(failure: Error): void;
  mark(): number;
  /** Throws what was reported since `mark`: the one failure, or all of them in one. */
  throwSince(mark: number, what: string): void;
  /** Throws the first failure that no call has thrown yet. */
  throwUnseen(): void;
}

interface Kept {
  readonly failure: Error;
  seen: boolean;
}

const asFailure = (error: ReportedError, thrown: unknown): FakePiError =>
  new FakePiError(
    "extension_failed",
    tellFailure({
      happened: `${error.extensionPath} failed in "${error.event}": ${error.error}`,
      fix: `correct the extension, or create the fake with errors: "record" and look at fake.errors.`,
    }),
    thrown === undefined ? {} : { cause: thrown },
  );

export const createReportBook = (style: "throw" | "record"): ReportBook => {
  const errors: FakeReport[] = [];
  const kept: Kept[] = [];
  const all = (failures: readonly Kept[], what: string): Error => {
    for (const item of failures) item.seen = true;
    const [first] = failures;
    if (failures.length === 1 && first) return first.failure;
    return new FakePiError(
      "extension_failed",
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
      if (style === "throw") kept.push({ failure: asFailure(error, thrown), seen: false });
    },
    keepFailure: (failure) => void kept.push({ failure, seen: false }),
    mark: () => kept.length,
    throwSince: (mark, what) => {
      const since = kept.slice(mark).filter(({ seen }) => !seen);
      if (since.length > 0) throw all(since, what);
    },
    throwUnseen: () => {
      const unseen = kept.filter(({ seen }) => !seen);
      if (unseen.length > 0) throw all(unseen, "the test");
    },
  };
};
