// What `emit` returns, by event: what pi's runner returns for it. Spelled out here, since handlers return something else.
import type { PiEventName } from "./pi-events.ts";

type Reported = { extensionPath: string; event: string; error: string };
type Message = { role: string };
type Path = { path: string; extensionPath: string };

interface Boundary {
  entries: object[];
  continue: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: pi's preview of the context
  context: any;
  valid: boolean;
}

/** The events whose dispatch returns something; all others return `undefined`. */
export interface FakeResults {
  project_trust: { result?: { trusted: string; remember?: boolean }; errors: Reported[] };
  resources_discover: { skillPaths: Path[]; promptPaths: Path[]; themePaths: Path[] };
  session_before_switch: { cancel?: boolean } | undefined;
  session_before_fork: { cancel?: boolean; skipConversationRestore?: boolean } | undefined;
  session_before_compact: { cancel?: boolean; compaction?: object } | undefined;
  session_before_tree:
    | {
        cancel?: boolean;
        summary?: { summary: string; details?: unknown };
        customInstructions?: string;
        replaceInstructions?: boolean;
        label?: string;
      }
    | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: messages of any role
  context: any[];
  // biome-ignore lint/suspicious/noExplicitAny: messages of any role
  context_with_system: any[];
  // biome-ignore lint/suspicious/noExplicitAny: the provider's payload
  before_provider_request: any;
  before_provider_headers: Record<string, string | null>;
  cache_warming_decision: string;
  before_agent_start: {
    messages: { customType: string; content: unknown; display: boolean; details?: unknown }[];
    // biome-ignore lint/suspicious/noExplicitAny: pi's prompt options
    systemPromptOptions: any;
  };
  agent_before_settle: Boundary;
  turn_end: Boundary;
  message_end: (Message & Record<string, unknown>) | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: operations or a bash result
  user_bash: any;
  input: { action: "continue" } | { action: "handled" } | { action: "transform"; text: string; images?: object[] };
  tool_call: { block?: boolean; reason?: string; terminate?: boolean } | undefined;
  tool_result:
    | {
        // biome-ignore lint/suspicious/noExplicitAny: content blocks
        content?: any[];
        details?: unknown;
        structuredContent?: unknown;
        isError?: boolean;
        usage?: object;
      }
    | undefined;
}

/** What `emit(Name)` resolves to. */
export type FakeResult<Name extends PiEventName> = Name extends keyof FakeResults ? FakeResults[Name] : undefined;
