// Dispatches one event to the handlers of all extensions, as pi's runner does: in load order, one after the other, over
// a snapshot. What their returns mean is in combination-rules.ts; whom it reports to is the caller's business.

import { type CombinationRule, combinationRules, type Dispatch, type Payload } from "./combination-rules.ts";
import type { KnownEventName } from "./event-payloads.ts";
import { type ExtensionRecord, hasHandlers, snapshotHandlers } from "./extension-record.ts";
import { as } from "./pi-seams.ts";
import type { ReportedError } from "./pi-shapes.ts";

export interface HubHost extends Omit<Dispatch, "path" | "report"> {
  records(): readonly ExtensionRecord[];
  createContext(): object;
  report(error: ReportedError, thrown?: unknown): void;
  /** Told what pi would lose without a word. */
  silent(kind: string, event: string, extensionPath: string, detail: unknown): void;
}

export interface EventHub {
  /** What pi's runner returns for the event. The first handler runs before this returns, except at a boundary. */
  emit<Result = unknown>(name: KnownEventName | (string & {}), payload: Payload): Promise<Result>;
  hasHandlers(name: string): boolean;
}

const reported = (extensionPath: string, event: string, thrown: unknown): ReportedError => ({
  extensionPath,
  event,
  error: thrown instanceof Error ? thrown.message : String(thrown),
  ...(thrown instanceof Error ? { stack: thrown.stack } : {}),
});

/** `before_agent_start` handlers read the prompt as earlier handlers left it. */
const contextFor = (host: HubHost, name: string, state: unknown): object => {
  if (name === "project_trust") return trustContext(host.createContext());
  if (name !== "before_agent_start") return host.createContext();
  const ctx = Object.defineProperties({}, Object.getOwnPropertyDescriptors(host.createContext()));
  const { options } = as<{ options: Record<string, unknown> }>(state);
  return Object.defineProperty(ctx, "getSystemPrompt", {
    value: () => host.renderPrompt(options),
    enumerable: true,
    writable: true,
    configurable: true,
  });
};

/** Before a project is trusted, a handler only gets this much. */
const trustContext = (context: object): object => {
  const { cwd, mode, hasUI, ui } = as<Record<string, unknown> & { ui: Record<string, unknown> }>(context);
  const { select, confirm, input, notify } = ui;
  return { cwd, mode, hasUI, ui: { select, confirm, input, notify } };
};

export const createEventHub = (host: HubHost): EventHub => {
  const dispatch = async (name: KnownEventName, payload: Payload): Promise<unknown> => {
    const rule = combinationRules[name];
    const isBoundary = rule.after !== undefined;
    const state = rule.start(isBoundary ? { ...payload, type: name } : payload, host);
    if (isBoundary) await undefined;
    const ctx = contextFor(host, name, state);
    const collected: ReportedError[] = [];
    for (const { path, handler } of snapshotHandlers(host.records(), name)) {
      const report = (error: string) => host.report({ extensionPath: path, event: name, error });
      const own: Dispatch = { ...host, path, report };
      const event = rule.event(state, name, host);
      const input = as<Payload>(event).input;
      try {
        const returned = await handler(event, ctx);
        if (rule.take(state, returned, event, own) === "stop") return clean(rule.result(state), collected, rule);
      } catch (thrown) {
        if (rule.thrown === "propagate") {
          host.silent("tool_call handler threw", name, path, thrown);
          throw thrown;
        }
        if (rule.thrown === "collect") collected.push(reported(path, name, thrown));
        else host.report(reported(path, name, thrown), thrown);
        if (rule.thrown === "report and propagate") throw thrown;
      }
      if (name === "tool_call" && as<Payload>(event).input !== input)
        host.silent("event.input was replaced, which pi does not look at", name, path, as<Payload>(event).input);
      rule.after?.(state, own);
    }
    return clean(rule.result(state), collected, rule);
  };
  return {
    emit: async (name, payload) => {
      const result = await dispatch(as(name), payload);
      return as(name === "context" ? await dispatch("context_with_system", { messages: result }) : result);
    },
    hasHandlers: (name) => hasHandlers(host.records(), name),
  };
};

const clean = (result: unknown, collected: ReportedError[], rule: CombinationRule): unknown =>
  rule.thrown === "collect" ? { ...as<object>(result), errors: collected } : result;
