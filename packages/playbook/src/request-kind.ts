// Tells who asked the model: the agent's loop, a summary of pi's, or an extension. Looks at no text where it can.
// Measured on 0.74.0 to 1.6.0, see docs/decisions/who-asked-the-model.md.
import { tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import type { ModelRequest } from "./model-request.ts";

export interface RequestMarks {
  /** Remembers the signal of a compaction or a tree navigation, by which its summary request is known. */
  markSummary(signal: AbortSignal | undefined): void;
  /** Remembers a session's id, which the agent's requests carry. */
  markSession(id: string): void;
  /**
   * @param summarises whether the text of the request is that of a summary: asked only where no session has our extension,
   * which alone hears of a compaction.
   * @throws PlaybookError `unclear-request` when the signs contradict each other, as they never did so far.
   */
  kindOf(options: object | undefined, summarises: () => boolean): ModelRequest["kind"];
}

interface Signs {
  readonly convertToLlm?: unknown;
  readonly onPayload?: unknown;
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

export const createRequestMarks = (): RequestMarks => {
  const summarySignals = new WeakSet<AbortSignal>();
  const sessions = new Set<string>();
  return {
    markSummary(signal) {
      if (signal) summarySignals.add(signal);
    },
    markSession(id) {
      sessions.add(id);
    },
    kindOf(options, summarises) {
      const { convertToLlm, onPayload, sessionId, signal }: Signs = { ...options };
      const summary = signal !== undefined && summarySignals.has(signal);
      // The agent's loop spreads its whole configuration into the options of its requests.
      const loop = typeof convertToLlm === "function";
      // The session gives its requests the callback for the provider hooks, and its own id.
      const session = typeof onPayload === "function" && sessionId !== undefined && sessions.has(sessionId);
      if (loop && summary) throw unclear("of a summary and of the agent's loop");
      if (session && !loop) throw unclear("of the session, yet not of the agent's loop");
      if (loop) return "turn";
      return summary || (sessions.size === 0 && summarises()) ? "summary" : "other";
    },
  };
};

const unclear = (signs: string): PlaybookError =>
  new PlaybookError(
    "unclear-request",
    tellFailure({
      happened: "The model was asked, and it cannot be told by whom.",
      expected: "the signs of an agent's turn, of a summary, or of an extension's own completion",
      received: `those ${signs}`,
      cause:
        "a release of pi that the playbook does not know, or an extension that hands on pi's own signal, callbacks or session id.",
      fix: "report it to pi-testkit with the release of pi.",
    }),
  );
