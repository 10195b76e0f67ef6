// Waits for something to be recorded, for a bounded time. The timer is the real one even under fake timers.
import { waitTimedOut } from "./failure-texts.ts";

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** How long `waitFor` waits, and from when on. */
export interface WaitOptions {
  /** Default 5000. */
  timeoutMs?: number | undefined;
  /** `"start"` (default) also finds what was recorded before the call, `"now"` only what comes. */
  from?: "start" | "now" | undefined;
}

export interface Waiters<E> {
  tell(event: E): void;
  fail(failure: Error): void;
  wait(story: {
    found: E | undefined;
    matches(event: E): boolean;
    wanted: string;
    timeoutMs: number;
    writtenAt: string | undefined;
    seen(): { types: readonly string[]; running: readonly string[] };
  }): Promise<E>;
}

export const createWaiters = <E>(): Waiters<E> => {
  const waiting = new Set<{ matches(event: E): boolean; resolve(event: E): void; reject(failure: Error): void }>();
  return {
    tell(event) {
      if (waiting.size === 0) return;
      for (const waiter of [...waiting])
        try {
          if (waiter.matches(event)) waiter.resolve(event);
        } catch (error) {
          waiter.reject(error instanceof Error ? error : new Error(String(error)));
        }
    },
    fail(failure) {
      for (const waiter of [...waiting]) waiter.reject(failure);
    },
    wait({ found, matches, wanted, timeoutMs, writtenAt, seen }) {
      if (found !== undefined) return Promise.resolve(found);
      return new Promise<E>((resolve, reject) => {
        const settle = <V>(then: (value: V) => void) => {
          return (value: V) => {
            realClearTimeout(timer);
            waiting.delete(waiter);
            then(value);
          };
        };
        const waiter = { matches, resolve: settle(resolve), reject: settle(reject) };
        const timer = realSetTimeout(
          () => waiter.reject(waitTimedOut({ wanted, timeoutMs, writtenAt, ...seen() })),
          timeoutMs,
        );
        waiting.add(waiter);
      });
    },
  };
};
