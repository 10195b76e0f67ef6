// The rule of `turn_end` and `agent_before_settle`: proposals of entries and of going on, checked after each handler.

import type { CombinationRule, Payload } from "./combination-rules.ts";
import { as } from "./pi-seams.ts";

interface BoundaryState {
  readonly payload: Payload;
  entries: unknown;
  goOn: unknown;
  context: unknown;
  valid: boolean;
}

export const boundaryRule: CombinationRule<BoundaryState> = {
  start: (payload, dispatch) => ({
    payload,
    entries: [],
    goOn: false,
    context: dispatch.boundaryContext([], String(payload.type)),
    valid: true,
  }),
  event: (state, type) => ({
    ...state.payload,
    type,
    entries: state.entries,
    continue: state.goOn,
    context: state.context,
  }),
  take: (state, returned) => {
    const result = as<{ entries?: unknown; continue?: unknown } | undefined | null>(returned);
    if (result?.entries !== undefined) state.entries = result.entries;
    if (result?.continue !== undefined) state.goOn = result.continue;
  },
  after: (state, dispatch) => {
    try {
      state.context = dispatch.boundaryContext(state.entries, String(state.payload.type));
      state.valid = true;
    } catch (error) {
      state.valid = false;
      dispatch.report(`Invalid boundary entries: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
  result: (state) =>
    state.valid
      ? { entries: state.entries, continue: state.goOn, context: state.context, valid: true }
      : { entries: [], continue: false, context: state.context, valid: false },
  thrown: "report",
};
