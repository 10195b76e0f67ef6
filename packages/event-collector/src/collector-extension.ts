// The collector's own extension: it hears what only extensions hear.
import type { ExtensionEvent, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { listen, sign } from "./pi-seams.ts";

/**
 * What it subscribes to. Each is a notification, or a question whose handlers may all stay silent: pi does the same with
 * and without our handler. Not among them, since pi behaves differently as soon as anyone listens:
 * `tool_call` (up to 0.75 pi waits for its event queue before it asks), `turn_end` and `agent_before_settle` (pi builds and
 * validates boundary previews), `context`, `context_with_system` and the `before_provider_*`, `after_provider_response`,
 * `provider_stream_event` hooks (pi builds what they are asked about), `mcp_servers_change` (someone who listens counts as
 * the one who connects them), `project_trust` (a silent handler is an error), `resources_discover`, `message_end`,
 * `cache_warming_decision`. The agent's own events come from the session.
 */
export const heardEvents = [
  "session_start",
  "session_shutdown",
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_compact",
  "session_compact_failed",
  "session_before_tree",
  "session_tree",
  "input",
  "before_agent_start",
  "tool_result",
  "user_bash",
  "model_select",
  "thinking_level_select",
  "ui_prompt_start",
  "ui_prompt_end",
] as const;

export const createCollectorExtension =
  (owner: object, onLoad: () => void, onEvent: (event: ExtensionEvent, ctx: unknown) => void): ExtensionFactory =>
  (pi) => {
    sign(pi, owner);
    onLoad();
    for (const type of heardEvents) listen(pi, type, onEvent);
  };
