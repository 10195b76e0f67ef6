// Removing a folder that an operating system may still hold on to.
import { rmSync } from "node:fs";

const held: ReadonlySet<string | undefined> = new Set(["EPERM", "EBUSY"]);

/** Node 24.21 has no code for a mount point that is busy, only the system's words. */
const isHeld = ({ code, message }: { code?: string; message?: string }): boolean =>
  held.has(code) || (code === "" && /resource busy|not permitted/.test(message ?? ""));

/**
 * Removes a file or folder with all it holds. A path that is not there is fine; `EPERM` and `EBUSY`, which Windows
 * gives for what a process still holds open, are swallowed after a few tries; every other error is thrown.
 * @example safeRmSync(t.cwd);
 */
export const safeRmSync = (path: string): void =>
  swallowsHeld(() => rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }));

/** Runs a removal and swallows what says that something is still held open. */
export const swallowsHeld = (remove: () => void): void => {
  try {
    remove();
  } catch (error) {
    if (!isHeld(error as Error)) throw error;
  }
};
