// What the scenarios of this section set up and note.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type AnyEvent, on, text, tool, tracing } from "../recording.ts";
import type { OpenStage, Reply, Setup, Stage } from "../stage.ts";

export const runEvents =
  "input before_agent_start agent_start turn_start message_start message_end context context_with_system before_provider_headers before_provider_request after_provider_response tool_execution_start tool_call tool_result tool_execution_end turn_end agent_end agent_before_settle agent_settled session_start".split(
    " ",
  );

export const detail = (event: AnyEvent): unknown => {
  if (event.message)
    return event.message.stopReason ? [event.message.role, event.message.stopReason] : event.message.role;
  return event.outcome ?? event.toolCallId ?? (event.aborted === undefined ? undefined : { aborted: event.aborted });
};

export const traced = async (
  open: OpenStage,
  replies: readonly Reply[],
  act: (stage: Stage) => Promise<unknown>,
  setup: Setup = {},
) => {
  const trace: unknown[] = [];
  const stage = await open({
    ...setup,
    replies,
    extensions: [...(setup.extensions ?? []), tracing(trace, runEvents, detail)],
  });
  trace.length = 0;
  await act(stage);
  return trace;
};

export const custom = (content: unknown, more: object = {}) =>
  ({ customType: "m", content, display: true, ...more }) as never;

/** What the model got at each request: roles with their first text. */
export const asked = (stage: Stage) =>
  stage.requests.map(({ messages: sent }) =>
    (sent as { role: string; content: unknown }[]).map(({ role, content }) => {
      const parts = typeof content === "string" ? [{ text: content }] : (content as { text?: string; type?: string }[]);
      return `${role}: ${parts.map((part) => part.text ?? part.type).join("|")}`;
    }),
  );

export const entryTypes = (stage: Stage) =>
  stage
    .context()
    .sessionManager.getEntries()
    .flatMap((entry) => {
      if (entry.type === "message") return [entry.message.role];
      return entry.type === "model_change" || entry.type === "thinking_level_change" ? [] : [entry.type];
    });

/** Does something once, at the first event of a kind. */
export const once =
  (
    event: string,
    act: (pi: ExtensionAPI, event: AnyEvent, ctx: never) => unknown,
    when: (event: AnyEvent) => boolean = () => true,
  ) =>
  (pi: ExtensionAPI) => {
    let done = false;
    on(pi, event, (payload, ctx) => {
      if (done || !when(payload)) return undefined;
      done = true;
      return act(pi, payload, ctx as never);
    });
  };

export const withTool = (pi: ExtensionAPI) => pi.registerTool(tool("t", async () => text("result")));
export const callingTool: Reply = { calls: [{ name: "t", id: "c1" }] };
