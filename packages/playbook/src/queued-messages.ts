// What the user sends while the model is answering, put into pi's own queue. Knows nothing of scripts.
import type { ImageContent } from "@earendil-works/pi-ai";
import type { ExtensionAPI, ExtensionContext, InputEvent } from "@earendil-works/pi-coding-agent";

/** A message that the user sends while the model is answering. */
export type QueuedMessage = string | { readonly text: string; readonly images?: ImageContent[] | undefined };

export interface QueuedMessages {
  /** Before each request of a session: where its messages go. */
  enter(pi: ExtensionAPI, ctx: ExtensionContext): void;
  /** Before each prompt. What an extension sends from now on has nothing to do with what was sent so far. */
  begin(): void;
  /** Whether an input is the repetition of a message that is queued already. */
  repeats(input: Pick<InputEvent, "text" | "source">): boolean;
  /** Queues messages as steering ones, which pi delivers after the response and its tools; false without a session. */
  send(messages: readonly QueuedMessage[], sessionId: string | undefined): Promise<boolean>;
}

// Kept from before a test installs fake timers.
const realSetImmediate = setImmediate;

/**
 * A recording does not tell whether the user or an extension queued a message. A replayed extension does it again by
 * itself, before or after us, so of two with the same text in one run only the first counts.
 */
export const createQueuedMessages = (): QueuedMessages => {
  const sessions = new Map<string, { readonly pi: ExtensionAPI; readonly ctx: ExtensionContext }>();
  /** Sent by us and not yet come to pi; come to pi, and not yet repeated by an extension; sent by an extension. */
  const [sent, arrived, foreign] = [createCounts(), createCounts(), createCounts()];

  return {
    enter(pi, ctx) {
      sessions.set(ctx.sessionManager.getSessionId(), { pi, ctx });
    },
    begin() {
      for (const counts of [sent, arrived, foreign]) counts.clear();
    },
    repeats({ text, source }) {
      if (source !== "extension") return false;
      if (sent.take(text)) arrived.add(text);
      else if (arrived.take(text)) return true;
      else foreign.add(text);
      return false;
    },
    async send(messages, sessionId) {
      const session = sessions.get(sessionId ?? "");
      if (session === undefined) return false;
      for (const message of messages) {
        const { text, images = [] } = typeof message === "string" ? { text: message } : message;
        if (foreign.take(text)) continue;
        sent.add(text);
        session.pi.sendUserMessage([{ type: "text", text }, ...images], { deliverAs: "steer" });
        // pi asks the handlers of `input` first; nothing tells when one that takes the message has had it.
        for (let turn = 0; turn < 50 && (sent.has(text) || !session.ctx.hasPendingMessages()); turn++) {
          await new Promise<void>((resolve) => realSetImmediate(resolve));
        }
      }
      return true;
    },
  };
};

const createCounts = () => {
  const counts = new Map<string, number>();
  const has = (text: string): boolean => (counts.get(text) ?? 0) > 0;
  return {
    has,
    add: (text: string): unknown => counts.set(text, (counts.get(text) ?? 0) + 1),
    /** Takes one away, if there is one. */
    take: (text: string): boolean => has(text) && Boolean(counts.set(text, (counts.get(text) ?? 0) - 1)),
    clear: (): void => counts.clear(),
  };
};
