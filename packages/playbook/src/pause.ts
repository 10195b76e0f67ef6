// Waiting inside a response, on whatever timers the test has installed, but never for ever.

// Kept from before a test installs fake timers.
const real = { setTimeout, clearTimeout };

/** How long, in real milliseconds, fake timers may leave a response waiting; below the time limit of common runners. */
const patience = 3_000;

/**
 * Waits `ms` milliseconds on the current `setTimeout`, so that fake timers drive it; an abort ends the wait.
 * `"stuck"`: the timers are fake, and nobody has advanced them for three real seconds.
 */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<"over" | "stuck"> => {
  if (ms <= 0 || signal?.aborted) return "over";
  return new Promise((resolve) => {
    const end = (how: "over" | "stuck"): void => {
      clear(timer);
      if (bound !== undefined) real.clearTimeout(bound);
      signal?.removeEventListener("abort", over);
      resolve(how);
    };
    const over = (): void => end("over");
    // The pair is taken together: a test may take its fake timers away while the response waits.
    const clear = clearTimeout;
    const bound = setTimeout === real.setTimeout ? undefined : real.setTimeout(() => end("stuck"), patience);
    const timer = setTimeout(over, ms);
    signal?.addEventListener("abort", over);
  });
};
