// What extensions can do to a session through `pi` and `ctx`, put together from the facets. Each of them is elsewhere.
import { createAgentLoop } from "./agent-loop.ts";
import { type AgentRun, createAgentRun } from "./agent-run.ts";
import { argumentValidator } from "./argument-validation.ts";
import { type CompactOptions, createCompaction } from "./compaction.ts";
import type { FakeHost, SentMessage } from "./fake-host.ts";
import { type LooseModel, sameModel } from "./fake-model.ts";
import { errorOf, type FakeSession } from "./fake-session.ts";
import { createModelRegistry } from "./model-registry.ts";
import { createNestedTools, type NestedOptions } from "./nested-tools.ts";
import { as } from "./pi-seams.ts";
import type { AgentToolCallOutcome } from "./pi-shapes.ts";
import { createPrompts, type Prompts, type SendOptions } from "./prompts.ts";
import { createSessionEvents, type SessionEvents } from "./session-events.ts";
import { lateUpdate } from "./silent-losses.ts";
import { runCall } from "./tool-call.ts";
import { createTreeNavigation, type NavigateOptions } from "./tree-navigation.ts";

export interface NewSessionOptions {
  readonly parentSession?: string | undefined;
  readonly setup?: ((sessionManager: never) => Promise<void>) | undefined;
  readonly withSession?: ((ctx: never) => Promise<void>) | undefined;
}

export interface ForkOptions {
  readonly position?: "before" | "at" | undefined;
  readonly withSession?: ((ctx: never) => Promise<void>) | undefined;
}

/** What only the owner of all sessions can do. */
export interface SessionOwner {
  newSession(options?: NewSessionOptions): Promise<{ cancelled: boolean }>;
  fork(entryId: string, options?: ForkOptions): Promise<{ cancelled: boolean }>;
  switchSession(
    path: string,
    options?: { withSession?: (ctx: never) => Promise<void> },
  ): Promise<{ cancelled: boolean }>;
  reload(): Promise<void>;
}

export interface SessionActions extends SessionOwner {
  readonly events: SessionEvents;
  readonly prompts: Prompts;
  readonly run: AgentRun;
  readonly modelRegistry: object;
  abort(): Promise<void>;
  contextUsage(): ReturnType<import("./pi-shapes.ts").ExtensionContext["getContextUsage"]>;
  compact(options?: CompactOptions): void;
  navigateTree(id: string, options?: NavigateOptions): Promise<{ cancelled: boolean }>;
  executeTool(callerId: string, name: string, args: unknown, options: NestedOptions): Promise<AgentToolCallOutcome>;
  sendMessage(message: Record<string, unknown>, options?: SendOptions): void;
  sendUserMessage(content: unknown, options?: Record<string, unknown>): void;
  setSessionName(name: string): void;
  setModel(model: LooseModel): Promise<boolean>;
}

const deliveryOf = (
  session: FakeSession,
  kind: SentMessage["kind"],
  options: Record<string, unknown> | undefined,
): SentMessage["delivery"] => {
  if (options?.deliverAs === "nextTurn") return "nextTurn";
  if (session.settling && (kind === "user" || options?.triggerTurn)) return "deferred";
  if (kind === "user") {
    if (!session.running) return "started";
    return as<"steer" | undefined>(options?.deliverAs) ?? "rejected";
  }
  if (session.running)
    return options?.triggerTurn === false ? "turnEnd" : options?.deliverAs === "followUp" ? "followUp" : "steer";
  return options?.triggerTurn ? "started" : "appended";
};

export const createSessionActions = (host: FakeHost, session: FakeSession, owner: SessionOwner): SessionActions => {
  const events = createSessionEvents(host, session);
  const nested = createNestedTools({
    unawaited: (returned) =>
      host.unawaited(returned, {
        kind: "onUpdate of ctx.executeTool() rejected",
        event: "tool_execution_update",
        extensionPath: "",
      }),
    callable: () => session.tools.callable(),
    emit: async ({ type, ...payload }) => void (await session.runner.hub.emit(type, payload)),
    now: host.clock.now,
    run: async (call, parentToolCallId, signal, onUpdate) =>
      runCall(
        call,
        { parentToolCallId },
        {
          find: (name) => session.tools.callable().find((tool) => tool.name === name),
          validator: await argumentValidator(),
          signal,
          emitToolCall: (event) => session.runner.hub.emit("tool_call", event),
          emitToolResult: async (event) =>
            session.runner.hub.hasHandlers("tool_result") ? session.runner.hub.emit("tool_result", event) : undefined,
          createContext: (id, own) => session.runner.createToolContext(id, own),
          onUpdate,
          lateUpdate: (partial) => host.silent(lateUpdate(partial)),
          now: host.clock.now,
        },
      ),
  });
  const loop = createAgentLoop(host, session, events, nested);
  const run = createAgentRun(host, session, events, loop);
  const prompts = createPrompts(host, session, events, run);

  /** pi's own `sendMessage` and `sendUserMessage`: nothing is returned, a failure is reported. */
  const send = (work: Promise<void>, event: string, sent: SentMessage) =>
    host.track(
      work.catch((thrown) => {
        sent.delivery = "rejected";
        const { stack: _stack, ...report } = errorOf("<runtime>", event, thrown);
        host.report(report, thrown);
      }),
    );

  return {
    ...owner,
    events,
    prompts,
    run,
    modelRegistry: createModelRegistry(host),
    abort: run.abort,
    contextUsage: () => as(host.contextUsage(session.store.buildSessionProjection().messages.length === 0)),
    compact: createCompaction(host, session, run),
    navigateTree: createTreeNavigation(host, session),
    executeTool: async (callerId, name, args, options) => {
      const { toolCall, result, isError, durationMs } = await nested.execute(callerId, name, args, options);
      return as({ toolCall, result, isError, ...(durationMs === undefined ? {} : { durationMs }) });
    },
    sendMessage: (message, options) => {
      // What pi rejects is recorded with what there is of it.
      const given = as<Partial<SentMessage> | null | undefined>(message) ?? {};
      const sent: SentMessage = {
        kind: "message",
        content: given.content,
        ...(given.customType === undefined ? {} : { customType: String(given.customType) }),
        ...(given.display === undefined ? {} : { display: given.display }),
        ...(given.details === undefined ? {} : { details: given.details }),
        ...(options ? { options: { ...options } } : {}),
        delivery: deliveryOf(session, "message", as<Record<string, unknown> | undefined>(options)),
      };
      host.sent.push(sent);
      send(prompts.sendMessage(message, options), "send_message", sent);
    },
    sendUserMessage: (content, options) => {
      const sent: SentMessage = {
        kind: "user",
        content,
        ...(options ? { options: { ...options } } : {}),
        delivery: deliveryOf(session, "user", options),
      };
      host.sent.push(sent);
      send(prompts.sendUserMessage(content, options), "send_user_message", sent);
    },
    setSessionName: (name) => {
      session.store.appendSessionInfo(name);
      host.track(session.runner.hub.emit("session_info_changed", { name: session.store.getSessionName() }));
    },
    setModel: async (model) => {
      if (!host.models.has(`${model.provider}/${model.id}`) && !host.providers.has(model.provider)) return false;
      const previousModel = session.model;
      const level = session.thinkingLevel;
      session.model = model;
      session.store.appendModelChange(model.provider, model.id);
      session.setThinkingLevel(level);
      if (!sameModel(previousModel, model))
        await session.runner.hub.emit("model_select", { model, previousModel, source: "set" });
      return true;
    },
  };
};
