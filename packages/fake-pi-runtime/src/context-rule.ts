// The rules of `context` and `context_with_system`: what the model will see. System messages are pi's: a `context`
// handler never sees them, and gets them back in front when it changed the list.

import type { CombinationRule } from "./combination-rules.ts";
import { as } from "./pi-seams.ts";
import type { LooseMessage } from "./pi-shapes.ts";

interface ContextState {
  messages: LooseMessage[];
  visible: LooseMessage[];
}

const sameItems = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((item, index) => item === right[index]);

/** One system message that stands for all of them: sections merged, tools replayed. */
export const systemHead = (messages: readonly LooseMessage[]): LooseMessage | undefined => {
  const system = messages.filter((message) => message.role === "system");
  if (system.length < 2) return system[0];
  const sections = Object.assign({}, ...system.map((message) => message.sections ?? {}));
  const tools = new Map<string, { name: string }>();
  for (const message of system) {
    for (const tool of message.toolsRemoved ?? []) tools.delete(tool.name);
    for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
  }
  return { ...system[0], role: "system", content: "", sections, toolsAdded: [...tools.values()] };
};

export const contextRule: CombinationRule<ContextState> = {
  // The clone is made even when nobody handles the event, and a value that cannot be cloned fails the request.
  start: ({ messages }) => ({ messages: structuredClone(as<LooseMessage[]>(messages)), visible: [] }),
  event: (state, type) => {
    state.visible = state.messages.filter((message) => message.role !== "system");
    return { type, messages: state.visible.slice() };
  },
  take: (state, returned, event) => {
    const inPlace = as<{ messages: LooseMessage[] }>(event).messages;
    const list =
      as<{ messages?: LooseMessage[] } | undefined | null>(returned)?.messages ??
      (sameItems(inPlace, state.visible) ? undefined : inPlace);
    if (!list || sameItems(list, state.visible)) return;
    const head = systemHead(state.messages);
    state.messages = head ? [head, ...list] : list;
  },
  result: (state) => state.messages,
  thrown: "report",
};

const lostSystemMessage =
  "Handler removed the leading system message; the request has no prompt or initial tool declarations. Keep it at index 0 or replace a dropped prefix with getCurrentSystemMessage().";

export const contextWithSystemRule: CombinationRule<{ messages: LooseMessage[]; led: boolean }> = {
  start: ({ messages }) => ({ messages: as<LooseMessage[]>(messages), led: false }),
  event: (state, type) => {
    state.led = state.messages[0]?.role === "system";
    return { type, messages: state.messages };
  },
  take: (state, returned, _event, dispatch) => {
    state.messages = as<{ messages?: LooseMessage[] } | undefined | null>(returned)?.messages ?? state.messages;
    if (state.led && state.messages[0]?.role !== "system") dispatch.report(lostSystemMessage);
  },
  result: (state) => state.messages,
  thrown: "report",
};
