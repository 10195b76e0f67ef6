// A flag that can be raised once, and who wants to know. Node's own AbortController takes a millisecond to set up.

export interface AbortFlag {
  readonly aborted: boolean;
  /** Calls `listener` when it is raised, at once if it is already; the returned function takes it back. */
  onAbort(listener: () => void): () => void;
}

export interface Abort {
  readonly signal: AbortFlag;
  abort(): void;
}

export const createAbort = (): Abort => {
  const listeners = new Set<() => void>();
  let aborted = false;
  return {
    signal: {
      get aborted() {
        return aborted;
      },
      onAbort(listener) {
        if (aborted) listener();
        else listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    abort() {
      if (aborted) return;
      aborted = true;
      for (const listener of listeners) listener();
      listeners.clear();
    },
  };
};
