// Functions the author of a test gave as options. Whatever one of them throws is kept as the failure of the test, so that
// no extension and no rule of pi can hide it.
import { describeValue } from "@pi-testkit/failure-report";
import { FakePiError, fakeFailure } from "./fake-pi-error.ts";
import { notFaked } from "./not-faked.ts";

export interface AuthorCallbacks {
  /** Keeps that something is not faked, such as a built-in tool nobody described, and returns the failure to be thrown. */
  notFaked(what: string, detail?: string): FakePiError;
  /** Runs a callback that may be async. What it throws is kept, with `what` in its message, and thrown on. */
  call<T>(what: string, callback: () => T | Promise<T>): Promise<T>;
  /** The same for a callback whose answer is needed at once. */
  callNow<T>(what: string, callback: () => T): T;
}

export const createAuthorCallbacks = (
  keep: <E extends Error>(failure: E) => E,
  writtenAt: () => string | undefined,
): AuthorCallbacks => {
  const kept = (what: string, thrown: unknown): FakePiError => {
    const failure = FakePiError.isInstance(thrown)
      ? thrown
      : fakeFailure(
          "callback-threw",
          {
            happened: `${what} threw: ${thrown instanceof Error ? thrown.message : describeValue(thrown)}`,
            writtenAt: writtenAt(),
            cause: "an assertion in it failed, or it has a mistake",
          },
          { cause: thrown },
        );
    return keep(failure);
  };
  return {
    notFaked: (what, detail) => keep(notFaked(what, detail, writtenAt())),
    call: async (what, callback) => {
      try {
        return await callback();
      } catch (thrown) {
        throw kept(what, thrown);
      }
    },
    callNow: (what, callback) => {
      try {
        return callback();
      } catch (thrown) {
        throw kept(what, thrown);
      }
    },
  };
};
