// What an RPC scenario holds, as the child plays it. Its check is in scenario.ts, which the child loads only for a file.
import type { ScriptJSON } from "@pi-testkit/playbook/script";
import type { ScriptedTool } from "./response.ts";

/**
 * One step of a list. With `ui_request_descriptor` it becomes a native `extension_ui_request`; with exactly one key that
 * begins with `$` it does something; anything else is written verbatim.
 */
export type ScenarioStep = Readonly<Record<string, unknown>>;

/** What happens when a command comes that fits. */
export interface CommandRule {
  /** Fields the command must have with these values; a text between slashes is an expression. */
  readonly when: Readonly<Record<string, unknown>>;
  readonly steps: readonly ScenarioStep[];
  /** How often it applies. Default: always. */
  readonly times?: number | undefined;
}

/** What the RPC double says, and when: the content of a scenario file. */
export interface RpcScenario {
  /** Played for every `prompt`, which then gets no response. */
  readonly on_prompt?: readonly ScenarioStep[] | undefined;
  /** Played for every `extension_ui_response`. */
  readonly on_response?: readonly ScenarioStep[] | undefined;
  /** What `get_available_models` answers. */
  readonly available_models?: readonly unknown[] | undefined;
  /** Played before any input is read. */
  readonly on_start?: readonly ScenarioStep[] | undefined;
  /** The first rule that fits takes the command from the mock. */
  readonly on_command?: readonly CommandRule[] | undefined;
  /** The model's script for prompts that no list takes. */
  readonly steps?: ScriptJSON | undefined;
  readonly tools?: Readonly<Record<string, ScriptedTool>> | undefined;
  /** What `get_commands` answers. */
  readonly commands?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** The release that is played. */
  readonly pi_version?: string | undefined;
  /** A `null` on stdin ends pi; true: it is ignored. */
  readonly survive_null?: boolean | undefined;
}

/** @internal A scenario as a child gets it. */
export interface ParsedScenario extends RpcScenario {
  /** Its name in the queue, put in with it. */
  readonly queuedAs?: string;
}
