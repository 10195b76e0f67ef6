// When pi dismisses a dialog by itself. Uses the timers of the moment, so that a test's fake timers drive it.
import type { ExtensionUIDialogOptions } from "@earendil-works/pi-coding-agent";
import type { MockUIMode } from "./modes.ts";

/**
 * @internal Calls `dismiss` on time-out or abort; returns what stops waiting.
 * In the terminal pi counts down in whole seconds, so 1500 ms are over after two ticks of a second; in RPC it waits the exact time.
 */
export const watchDismissal = (
  options: ExtensionUIDialogOptions | undefined,
  mode: MockUIMode,
  dismiss: () => void,
): (() => void) => {
  const { timeout = 0, signal } = options ?? {};
  const wait = mode === "tui" ? Math.ceil(timeout / 1000) * 1000 : timeout;
  const timer = timeout > 0 ? setTimeout(dismiss, wait) : undefined;
  signal?.addEventListener("abort", dismiss, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", dismiss);
  };
};
