// The child's stdout and stderr: written at once and in order, and what happens when the reader has gone.
import { writeSync } from "node:fs";

// Writes go to the descriptor itself: nothing is lost when the process ends right after, and no stream is set up.
const writeAll = (descriptor: number, text: string): void => {
  let bytes = Buffer.from(text, "utf8");
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      // The pipe is full: wait a moment for its reader. A busy loop would starve it on one core.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
};

export interface Output {
  text(text: string): void;
  record(record: unknown): void;
  error(line: string): void;
}

/**
 * @param onBroken called, and not returning, when nobody reads stdout any more.
 * @param onWritten told what was written to stdout.
 */
export const createOutput = (onBroken: () => never, onWritten?: (text: string) => void): Output => {
  const error = (line: string): void => {
    try {
      writeAll(2, `${line}\n`);
    } catch {
      // Nobody reads it.
    }
  };
  const text = (written: string): void => {
    try {
      writeAll(1, written);
      onWritten?.(written);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EPIPE") throw thrown;
      // What Node shows of an error nobody handles, which is how pi ends.
      error("node:events\n\nError: write EPIPE\n    at mock-pi");
      onBroken();
    }
  };
  return { text, record: (record) => text(`${JSON.stringify(record)}\n`), error };
};
