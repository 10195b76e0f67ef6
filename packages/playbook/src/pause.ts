// Waiting inside a response, on whatever timers the test has installed.

/** Waits `ms` milliseconds on the current `setTimeout`, so that fake timers drive it; an abort ends the wait. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal?.addEventListener("abort", over);
  });
};
