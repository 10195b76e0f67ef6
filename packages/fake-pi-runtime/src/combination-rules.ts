// How pi combines what the handlers of one event return: one row per event, and nothing else decides it.
// A row says which object the next handler gets, what its return does to the state, and what the runner returns.
// The long rows live beside this file; scripts/fake-mutants.ts flips each row and expects the conformance suite to fail.

import { boundaryRule } from "./boundary-rule.ts";
import { contextRule, contextWithSystemRule } from "./context-rule.ts";
import type { KnownEventName } from "./event-payloads.ts";
import { as } from "./pi-seams.ts";
import { messageEndRule, toolResultRule } from "./result-rules.ts";
import { userBashRule } from "./user-bash-rule.ts";

/** What a rule may ask of the dispatch it runs in. */
export interface Dispatch {
  readonly path: string;
  /** Reports an error of the handler that just returned, without ending the dispatch. */
  report(error: string): void;
  boundaryContext(entries: unknown, event: string): unknown;
  normalisePromptOptions(options: unknown): Record<string, unknown>;
  renderPrompt(options: Record<string, unknown>): string;
}

export type Payload = Record<string, unknown>;

export interface CombinationRule<State = unknown> {
  start(payload: Payload, dispatch: Omit<Dispatch, "path" | "report">): State;
  /** The event for the next handler: the same object each time, or a fresh one. */
  event(state: State, type: string, dispatch: Omit<Dispatch, "path" | "report">): object;
  /** Takes a return value into the state. `"stop"`: no later handler is called. Throwing is like the handler throwing. */
  take(state: State, returned: unknown, event: object, dispatch: Dispatch): unknown;
  /** What the runner returns. */
  result(state: State): unknown;
  /** What a throwing handler does: reported; ends the dispatch unreported; reported and ends it; collected, unreported. */
  readonly thrown: "report" | "propagate" | "report and propagate" | "collect";
  /** Runs after each handler, whether it threw or not. */
  after?(state: State, dispatch: Dispatch): void;
}

const rule = <State>(own: CombinationRule<State>): CombinationRule => as<CombinationRule>(own);
const object = (value: unknown): Record<string, unknown> | undefined =>
  value ? as<Record<string, unknown>>(value) : undefined;

const sameObject = (payload: Payload, type: string) => ({ ...payload, type });

/** Nobody looks at what the handlers return. */
const notification = rule<{ payload: Payload; event?: object }>({
  start: (payload) => ({ payload }),
  event: (state, type) => {
    state.event ??= sameObject(state.payload, type);
    return state.event;
  },
  take: () => undefined,
  result: () => undefined,
  thrown: "report",
});

/** The last truthy return replaces the earlier ones as a whole; `cancel` ends the dispatch. */
const lastTruthyOrCancel = rule<{ payload: Payload; event?: object; last?: Record<string, unknown> }>({
  start: (payload) => ({ payload }),
  event: (state, type) => {
    state.event ??= sameObject(state.payload, type);
    return state.event;
  },
  take: (state, returned) => {
    const result = object(returned);
    if (!result) return undefined;
    state.last = result;
    return result.cancel ? "stop" : undefined;
  },
  result: (state) => state.last,
  thrown: "report",
});

/** The last truthy return wins; `block` ends the dispatch; a throw blocks the tool and is not reported. */
const toolCall = rule<{ payload: Payload; event?: object; last?: Record<string, unknown> }>({
  start: (payload) => ({ payload }),
  event: (state, type) => {
    state.event ??= sameObject(state.payload, type);
    return state.event;
  },
  take: (state, returned) => {
    const result = object(returned);
    if (!result) return undefined;
    state.last = result;
    return result.block ? "stop" : undefined;
  },
  result: (state) => state.last,
  thrown: "propagate",
});

/** `transform` chains, `handled` ends the dispatch; it counts as a transform only if something differs in the end. */
const input = rule<{ first: Payload; text: unknown; images: unknown; handled?: unknown }>({
  start: (payload) => ({ first: payload, text: payload.text, images: payload.images }),
  event: (state, type) => ({
    type,
    text: state.text,
    images: state.images,
    source: state.first.source,
    streamingBehavior: state.first.streamingBehavior,
  }),
  take: (state, returned) => {
    const result = as<{ action?: string; text?: unknown; images?: unknown } | undefined | null>(returned);
    if (result?.action === "handled") {
      state.handled = result;
      return "stop";
    }
    if (result?.action === "transform") {
      state.text = result.text;
      state.images = result.images ?? state.images;
    }
    return undefined;
  },
  result: (state) => {
    if (state.handled) return state.handled;
    const changed = state.text !== state.first.text || state.images !== state.first.images;
    return changed ? { action: "transform", text: state.text, images: state.images } : { action: "continue" };
  },
  thrown: "report",
});

/** Any value but `undefined` replaces the payload. */
const beforeProviderRequest = rule<{ payload: unknown }>({
  start: ({ payload }) => ({ payload }),
  event: (state, type) => ({ type, payload: state.payload }),
  take: (state, returned) => {
    if (returned !== undefined) state.payload = returned;
  },
  result: (state) => state.payload,
  thrown: "report",
});

/** Only changes inside the one headers object count. */
const beforeProviderHeaders = rule<{ headers: unknown }>({
  start: ({ headers }) => ({ headers }),
  event: (state, type) => ({ type, headers: state.headers }),
  take: () => undefined,
  result: (state) => state.headers,
  thrown: "report",
});

/** Messages are collected in order; a system prompt becomes the forced one that later handlers read. */
const beforeAgentStart = rule<{ trigger: Payload; options: Record<string, unknown>; messages: unknown[] }>({
  start: ({ systemPromptOptions, systemPrompt: _text, ...trigger }, dispatch) => ({
    trigger,
    options: dispatch.normalisePromptOptions(systemPromptOptions),
    messages: [],
  }),
  event: (state, type, dispatch) => ({
    ...state.trigger,
    type,
    get systemPrompt() {
      return dispatch.renderPrompt(state.options);
    },
    systemPromptOptions: state.options,
  }),
  take: (state, returned) => {
    const result = object(returned);
    if (result?.message) state.messages.push(result.message);
    if (result && result.systemPrompt !== undefined) state.options.forceSystemPrompt = result.systemPrompt;
  },
  result: (state) => ({ messages: state.messages, systemPromptOptions: state.options }),
  thrown: "report",
});

const pathKinds = ["skillPaths", "promptPaths", "themePaths"] as const;

/** The paths of all handlers, in order, each with the path of its extension. */
const resourcesDiscover = rule<{ payload: Payload; found: Record<(typeof pathKinds)[number], object[]> }>({
  start: (payload) => ({ payload, found: { skillPaths: [], promptPaths: [], themePaths: [] } }),
  event: (state, type) => ({ type, cwd: state.payload.cwd, reason: state.payload.reason }),
  take: (state, returned, _event, { path: extensionPath }) => {
    const result = as<Partial<Record<(typeof pathKinds)[number], string[]>> | undefined>(object(returned));
    for (const kind of pathKinds)
      if (result?.[kind]?.length) state.found[kind].push(...result[kind].map((path) => ({ path, extensionPath })));
  },
  result: (state) => state.found,
  thrown: "report",
});

/** The last `action` wins; the event always shows pi's own. */
const cacheWarmingDecision = rule<{ payload: Payload; event?: object; action: unknown }>({
  start: (payload) => ({ payload, action: payload.action }),
  event: (state, type) => {
    state.event ??= sameObject(state.payload, type);
    return state.event;
  },
  take: (state, returned) => {
    const result = object(returned);
    if (result && result.action !== undefined) state.action = result.action;
  },
  result: (state) => state.action,
  thrown: "report",
});

/** The first answer that is not "undecided" wins; an error, returning nothing included, is collected. */
const projectTrust = rule<{ payload: Payload; event?: object; decision?: unknown }>({
  start: (payload) => ({ payload }),
  event: (state, type) => {
    state.event ??= sameObject(state.payload, type);
    return state.event;
  },
  take: (state, returned) => {
    if (as<{ trusted: unknown }>(returned).trusted === "undecided") return undefined;
    state.decision = returned;
    return "stop";
  },
  result: (state) => ({ result: state.decision }),
  thrown: "collect",
});

/** The whole table: every event of pi 1.6.0 and its rule. */
export const combinationRules: Readonly<Record<KnownEventName, CombinationRule>> = {
  project_trust: projectTrust,
  resources_discover: resourcesDiscover,
  mcp_servers_change: notification,
  session_start: notification,
  session_info_changed: notification,
  session_before_switch: lastTruthyOrCancel,
  session_before_fork: lastTruthyOrCancel,
  session_before_compact: lastTruthyOrCancel,
  session_compact: notification,
  session_compact_failed: notification,
  session_shutdown: notification,
  session_before_tree: lastTruthyOrCancel,
  session_tree: notification,
  context: rule(contextRule),
  context_with_system: rule(contextWithSystemRule),
  before_provider_request: beforeProviderRequest,
  before_provider_headers: beforeProviderHeaders,
  after_provider_response: notification,
  provider_stream_event: notification,
  cache_warming_decision: cacheWarmingDecision,
  before_agent_start: beforeAgentStart,
  agent_start: notification,
  agent_end: notification,
  agent_before_settle: rule(boundaryRule),
  agent_settled: notification,
  turn_start: notification,
  turn_end: rule(boundaryRule),
  message_start: notification,
  message_update: notification,
  message_end: rule(messageEndRule),
  tool_execution_start: notification,
  tool_execution_update: notification,
  tool_execution_end: notification,
  model_select: notification,
  thinking_level_select: notification,
  ui_prompt_start: notification,
  ui_prompt_end: notification,
  user_bash: rule(userBashRule),
  input,
  tool_call: toolCall,
  tool_result: rule(toolResultRule),
};
