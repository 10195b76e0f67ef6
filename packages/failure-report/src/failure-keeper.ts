// The sticky failure: the first thing that went wrong is kept, whatever pi makes of it in between.

export interface FailureKeeper {
  /** The first failure kept since creation or `reset`. */
  readonly first: Error | undefined;
  /** Keeps `failure` if it is the first one, tells the listener, and returns it so that it can be thrown. */
  keep<E extends Error>(failure: E): E;
  /** Throws the first failure, if there is one. */
  throwFirst(): void;
  reset(): void;
}

/** Creates a keeper. `onFailure` is called once for each failure kept first, at the moment it happens. */
export const createFailureKeeper = (onFailure?: (failure: Error) => void): FailureKeeper => {
  let first: Error | undefined;
  return {
    get first() {
      return first;
    },
    keep(failure) {
      if (first === undefined) {
        first = failure;
        onFailure?.(failure);
      }
      return failure;
    },
    throwFirst() {
      if (first !== undefined) throw first;
    },
    reset() {
      first = undefined;
    },
  };
};
