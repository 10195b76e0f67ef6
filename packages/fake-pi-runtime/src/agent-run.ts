// When a run starts, what it starts with and what follows it until the session is settled. The turns are agent-loop.ts's.
import type { AgentLoop } from "./agent-loop.ts";
import { applyDrafts, boundaryContext } from "./boundary-context.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeSession } from "./fake-session.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import type { PromptOptions } from "./prompt-options.ts";
import { reportNothingToRun, type SessionEvents } from "./session-events.ts";

/** What started a run: a user's prompt, or a custom message that triggers a turn. */
export type Trigger =
  | { messageType: "user"; prompt: string; images: readonly unknown[] | undefined }
  | { messageType: "custom"; message: LooseMessage };

export interface AgentRun {
  start(trigger: Trigger): Promise<void>;
  abort(): Promise<void>;
}

export const createAgentRun = (
  host: FakeHost,
  session: FakeSession,
  events: SessionEvents,
  loop: AgentLoop,
): AgentRun => {
  const { queue } = session;

  const startingMessages = async (trigger: Trigger): Promise<LooseMessage[]> => {
    const base = session.promptOptions();
    const result = await session.runner.hub.emit<{ messages: LooseMessage[]; systemPromptOptions: PromptOptions }>(
      "before_agent_start",
      {
        ...trigger,
        systemPromptOptions: base,
      },
    );
    const options = result.systemPromptOptions;
    const edited = JSON.stringify(options.selectedTools) !== JSON.stringify(base.selectedTools);
    if (edited) session.tools.activate(options.selectedTools);
    options.selectedTools = session.tools.activeNames();
    session.runPrompt = options;
    const first: LooseMessage =
      trigger.messageType === "custom"
        ? trigger.message
        : {
            role: "user",
            content: [{ type: "text", text: trigger.prompt }, ...(trigger.images ?? [])],
            timestamp: host.clock.now(),
          };
    const waiting = queue.nextTurn;
    queue.nextTurn = [];
    const added = result.messages.map(({ customType, content, display, details }) => ({
      role: "custom",
      customType,
      content: content ?? [],
      display,
      details,
      timestamp: host.clock.now(),
    }));
    return [first, ...waiting, ...added];
  };

  /** Goes on from what is queued or from the transcript, as pi's agent does. */
  const goOn = async () => {
    const last = session.store.buildSessionProjection().messages.at(-1);
    if (last?.role !== "assistant") return loop.run([]);
    const steering = queue.take("steering");
    if (steering.length > 0) return loop.run(steering, { skipFirstSteering: true });
    return loop.run(queue.take("followUp"));
  };

  const beforeSettle = async (): Promise<boolean> => {
    const { hub } = session.runner;
    if (!hub.hasHandlers("agent_before_settle")) return !queue.isEmpty;
    const result = await hub.emit<{
      entries: readonly Record<string, unknown>[];
      continue: boolean;
    }>("agent_before_settle", { outcome: session.outcome });
    applyDrafts(session.store, result.entries);
    events.flushTurnEnd();
    if (session.abortRequested || !(result.continue || !queue.isEmpty)) return false;
    if (boundaryContext(host, session, [], "agent_before_settle").canContinue) return true;
    if (result.continue) reportNothingToRun(host, "agent_before_settle");
    return false;
  };

  const settle = async () => {
    session.running = false;
    session.settling = true;
    try {
      await session.runner.hub.emit("agent_settled", { aborted: session.abortRequested });
    } finally {
      session.settling = false;
    }
    try {
      for (const action of session.afterSettling.splice(0)) await action();
    } finally {
      session.wakeIfIdle();
    }
  };

  return {
    start: async (trigger) => {
      session.running = true;
      session.abortRequested = false;
      let messages: LooseMessage[];
      try {
        messages = await startingMessages(trigger);
      } catch (thrown) {
        session.running = false;
        events.flushTurnEnd();
        session.wakeIfIdle();
        throw thrown;
      }
      events.flushTurnEnd();
      try {
        await loop.run(messages);
        while (!session.abortRequested) {
          if (!queue.isEmpty || (await beforeSettle())) {
            if (session.abortRequested) break;
            await goOn();
            continue;
          }
          break;
        }
      } finally {
        session.runPrompt = undefined;
        events.flushTurnEnd();
        await settle();
      }
    },
    abort: async () => {
      if (session.running) session.abortRequested = true;
      session.compaction?.abort();
      session.branchSummary?.abort();
      session.controller?.abort();
      if (!session.simulated) await session.waitForIdle();
    },
  };
};
