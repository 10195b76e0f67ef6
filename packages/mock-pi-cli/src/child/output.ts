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

/** @param onWritten told everything that was written to stdout. */
export const createOutput = (onWritten?: (text: string) => void): Output => {
  const text = (written: string): void => {
    onWritten?.(written);
    writeAll(1, written);
  };
  return {
    text,
    record: (record) => text(`${JSON.stringify(record)}\n`),
    error: (line) => {
      try {
        writeAll(2, `${line}\n`);
      } catch {
        // Nobody reads it.
      }
    },
  };
};
