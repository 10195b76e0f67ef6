// Section 3 of the semantics: how events are dispatched.
import type { Requirement } from "../stage.ts";

export const dispatch = {
  "dispatch.load-order": {
    source: "runner 3.1",
    behaviour: "Handlers run extension by extension in load order, within one in the order of registration.",
  },
  "dispatch.sequential": { source: "runner 3.1", behaviour: "Each handler is awaited before the next starts." },
  "dispatch.error-isolated": {
    source: "runner 3.1",
    behaviour: "A throwing handler is reported with its path and event, and the dispatch goes on.",
  },
  "dispatch.rejection-isolated": { source: "runner 3.1", behaviour: "So is a handler that rejects." },
  "dispatch.non-error-thrown": { source: "runner 3.1", behaviour: "What is no Error is reported as its string." },
  "dispatch.returns-ignored": {
    source: "runner 3.1",
    behaviour: "Returns of a notification event are ignored.",
  },
  "dispatch.snapshot-add": {
    source: "runner 3.2",
    behaviour: "A handler added during a dispatch first runs in the next one.",
  },
  "dispatch.snapshot-remove": {
    source: "runner 3.2",
    behaviour: "A handler removed during a dispatch still runs in it.",
  },
  "dispatch.snapshot-across": {
    source: "runner 3.2",
    behaviour: "The snapshot spans extensions: one that a later extension removes still runs.",
  },
  "dispatch.first-synchronous": {
    source: "runner 3.3",
    behaviour: "The first handler runs inside the emitting call, before it returns.",
  },
  "dispatch.same-event-object": {
    source: "runner 3.4",
    behaviour: "All handlers of a notification get the same event object.",
  },
  "dispatch.same-object-tool-call": { source: "runner 3.4", behaviour: "All tool_call handlers get the same event." },
  "dispatch.same-object-tool-result": {
    source: "runner 3.4",
    behaviour: "All tool_result handlers get the same copy.",
  },
  "dispatch.fresh-event-object": {
    source: "runner 3.4",
    behaviour:
      "Handlers of input, context, before_provider_request, before_agent_start and message_end get fresh objects.",
  },
  "dispatch.headers-object-shared": {
    source: "runner 3.4",
    behaviour: "before_provider_headers wraps the one headers object afresh for each handler.",
  },
  "dispatch.ctx-shared": { source: "runner 3.5", behaviour: "The handlers of one dispatch share one ctx." },
  "dispatch.ctx-fresh": { source: "runner 3.5", behaviour: "The next dispatch has another ctx." },
  "dispatch.unknown-event": { source: "runner 3.10", behaviour: "pi.on accepts an event that does not exist." },
  "dispatch.non-function": {
    source: "runner 3.10",
    behaviour: "A handler that is no function is accepted and reported when it should run.",
  },
  "dispatch.same-function-twice": {
    source: "runner 3.10",
    behaviour: "The same function registered twice runs twice.",
  },
  "dispatch.no-this": { source: "runner 3.10", behaviour: "Handlers are called without a this." },
  "dispatch.unsubscribe": {
    source: "runner 3.11",
    behaviour: "pi.on returns a function that ends exactly that registration.",
  },
  "dispatch.unsubscribe-twice": {
    source: "runner 3.11",
    behaviour: "Unsubscribing twice does nothing.",
  },
  "dispatch.unsubscribe-one-of-two": {
    source: "runner 3.11",
    behaviour: "It leaves another registration of the same function alone.",
  },
  "dispatch.unsubscribe-stale": {
    source: "runner 3.11",
    behaviour: "It never throws, not even when pi is stale.",
  },
  "dispatch.has-handlers": {
    source: "runner 3.11",
    behaviour: "When the last handler goes, pi has no handlers for the event.",
  },
  "dispatch.not-awaited-name": {
    source: "runner 3.7",
    behaviour: "session_info_changed starts synchronously and is not awaited.",
  },
  "dispatch.not-awaited-thinking": {
    source: "runner 3.7",
    behaviour: "thinking_level_select starts synchronously and is not awaited.",
  },
  "dispatch.message-end-before-entry": {
    source: "runner 3.8",
    behaviour: "In message_end the entry is not yet in the session.",
  },
  "dispatch.turn-end-after-entry": {
    source: "runner 3.8",
    behaviour: "In turn_end and tool_call the entries of the turn are in the session.",
  },
} as const satisfies Record<string, Requirement>;
