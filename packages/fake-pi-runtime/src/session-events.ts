// What happens with each event of a run: extensions hear it first, then the session is written. It starts no run.

import { applyDrafts, boundaryContext } from "./boundary-context.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import { as } from "./pi-seams.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import { systemUpdate } from "./system-message.ts";

export interface SessionEvents {
  emit(event: Record<string, unknown> & { type: string }): Promise<void>;
  /** The `turn_end` boundary, then the end of the turn; whether a handler asked to go on. */
  endTurn(message: LooseMessage, toolResults: readonly LooseMessage[]): Promise<boolean>;
  /** `messages`, with a system message in front when the prompt or the tools changed. */
  withSystemUpdate(messages: readonly LooseMessage[]): LooseMessage[];
  /** Puts every message of the run into `into`, until the returned function is called. */
  collect(into: LooseMessage[]): () => void;
  /** Appends the custom messages that waited for the end of the turn. */
  flushTurnEnd(): void;
  appendCustomMessage(message: LooseMessage): void;
}

const replaceInPlace = (target: LooseMessage, replacement: LooseMessage) => {
  if (target === replacement) return;
  const needsContent = ["user", "assistant", "toolResult", "custom"].includes(replacement.role);
  const next = needsContent && replacement.content == null ? { ...replacement, content: [] } : { ...replacement };
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, next);
};

export const createSessionEvents = (host: FakeHost, session: FakeSession): SessionEvents => {
  const { store, queue } = session;
  const entryIds = new WeakMap<object, string>();
  let collector: LooseMessage[] | undefined;

  const persist = (message: LooseMessage) => {
    const { role, customType, content, display, details } = message;
    const id =
      role === "custom"
        ? store.appendCustomMessageEntry(String(customType), content, as<boolean>(display), details)
        : ["system", "user", "assistant", "toolResult"].includes(role)
          ? store.appendMessage(message)
          : undefined;
    if (id) entryIds.set(message, id);
    collector?.push(message);
  };

  const events: SessionEvents = {
    emit: async (event) => {
      const { hub } = session.runner;
      const { type, ...payload } = event;
      if (type === "agent_start") {
        if (session.abortRequested) session.controller?.abort();
        session.turnIndex = 0;
      }
      if (type === "turn_start") {
        await hub.emit("turn_start", { turnIndex: session.turnIndex, timestamp: host.clock.now() });
        return;
      }
      const result = await hub.emit(type, payload);
      if (type !== "message_end") return;
      const message = as<LooseMessage>(payload.message);
      if (result) replaceInPlace(message, as<LooseMessage>(result));
      persist(message);
    },
    endTurn: async (message, toolResults) => {
      const outcomes: Record<string, FakeSession["outcome"]> = { aborted: "aborted", error: "error" };
      session.outcome = outcomes[String(message.stopReason)] ?? "completed";
      const goOn = await dispatchTurnEnd(message, toolResults);
      session.turnIndex++;
      events.flushTurnEnd();
      return goOn;
    },
    withSystemUpdate: (messages) => {
      const update = systemUpdate(session, host.clock.now);
      return update ? [update, ...messages] : [...messages];
    },
    collect: (into) => {
      collector = into;
      return () => {
        collector = undefined;
      };
    },
    flushTurnEnd: () => {
      const waiting = queue.turnEnd;
      queue.turnEnd = [];
      for (const message of waiting) events.appendCustomMessage(message);
    },
    appendCustomMessage: ({ customType, content, display, details }) =>
      void store.appendCustomMessageEntry(String(customType), content, as<boolean>(display), details),
  };

  const dispatchTurnEnd = async (message: LooseMessage, toolResults: readonly LooseMessage[]): Promise<boolean> => {
    const { hub } = session.runner;
    if (!hub.hasHandlers("turn_end")) return false;
    const messageEntryId = entryIds.get(message);
    const result = await hub.emit<{ entries: readonly Record<string, unknown>[]; continue: boolean }>("turn_end", {
      turnIndex: session.turnIndex,
      message,
      toolResults,
      messageEntryId,
      toolResultEntryIds: toolResults.flatMap((item) => entryIds.get(item) ?? []),
      outcome: session.outcome,
    });
    applyDrafts(store, result.entries);
    if (!result.continue) return false;
    if (boundaryContext(host, session, [], "turn_end").canContinue) return true;
    reportNothingToRun(host, "turn_end");
    return false;
  };
  return events;
};

export const reportNothingToRun = (host: FakeHost, event: string): void =>
  host.report({
    extensionPath: "<boundary>",
    event,
    error: `${event} requested continuation without runnable model context`,
  });
