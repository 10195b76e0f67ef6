// Tells who asked the model: the agent's loop, a summary of pi's, or an extension.
// Measured on 0.74.0 to 1.6.0, see docs/decisions/who-asked-the-model.md.
import type { ModelRequest } from "./model-request.ts";

export interface RequestMarks {
  /** Remembers the signal of a compaction or a tree navigation, by which its summary request is known. */
  markSummary(signal: AbortSignal | undefined): void;
  kindOf(options: object | undefined): ModelRequest["kind"];
}

export const createRequestMarks = (): RequestMarks => {
  const summarySignals = new WeakSet<AbortSignal>();
  return {
    markSummary(signal) {
      if (signal) summarySignals.add(signal);
    },
    kindOf(options) {
      const { convertToLlm, signal }: { convertToLlm?: unknown; signal?: AbortSignal } = { ...options };
      // The agent's loop spreads its whole configuration into the options of its requests.
      if (typeof convertToLlm === "function") return "turn";
      return signal && summarySignals.has(signal) ? "summary" : "other";
    },
  };
};
