// The rules of `tool_result` and `message_end`: handlers that rewrite what was produced.

import type { CombinationRule, Payload } from "./combination-rules.ts";
import { as } from "./pi-seams.ts";

interface ToolResultState {
  readonly payload: Payload;
  event?: Payload;
  modified: boolean;
}

const fields = ["content", "details", "structuredContent", "isError", "usage"] as const;

/** All handlers share one copy; each returned field is written to it; without any returned field it was not changed. */
export const toolResultRule: CombinationRule<ToolResultState> = {
  start: (payload) => ({ payload, modified: false }),
  event: (state, type) => {
    state.event ??= { ...state.payload, type };
    return state.event;
  },
  take: (state, returned, event) => {
    const result = returned ? as<Payload>(returned) : {};
    const shared = as<Payload>(event);
    for (const field of fields) {
      if (result[field] === undefined) continue;
      shared[field] = result[field];
      state.modified = true;
      // Structured content that is not replaced together with the content may no longer match it.
      if (field === "content" && result.structuredContent === undefined) delete shared.structuredContent;
    }
  },
  result: (state) =>
    state.modified ? Object.fromEntries(fields.map((field) => [field, state.event?.[field]])) : undefined,
  thrown: "report",
};

interface MessageEndState {
  readonly payload: Payload;
  message: { role: string };
  modified: boolean;
}

/** A returned message with the same role replaces the message; with another role it is reported and ignored. */
export const messageEndRule: CombinationRule<MessageEndState> = {
  start: (payload) => ({ payload, message: as<{ role: string }>(payload.message), modified: false }),
  event: (state, type) => ({ ...state.payload, type, message: state.message }),
  take: (state, returned, _event, dispatch) => {
    const message = as<{ message?: { role: string } } | undefined | null>(returned)?.message;
    if (!message) return;
    if (message.role !== state.message.role) {
      dispatch.report("message_end handlers must return a message with the same role");
      return;
    }
    state.message = message;
    state.modified = true;
  },
  result: (state) => (state.modified ? state.message : undefined),
  thrown: "report",
};
