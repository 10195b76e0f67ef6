// The timers of the process, taken before a test can fake them: what must end, ends.

const { setTimeout: later, clearTimeout: cancel, setImmediate: soon } = globalThis;

/** @internal Calls `expire` after `ms` real milliseconds unless the returned function is called first. Does not keep the process alive. */
export const boundedBy = (ms: number, expire: () => void): (() => void) => {
  const timer = later(expire, ms);
  timer.unref();
  return () => cancel(timer);
};

/** @internal Resolves after one real turn of the event loop. */
export const oneTurn = (): Promise<void> => new Promise((resolve) => void soon(resolve));
