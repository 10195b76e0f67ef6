// What is known of each event of pi 1.6.0: its fields, their types, and the value a field gets that a test leaves out.
// It checks nothing and says nothing of what handlers may return.

/** `?` marks a field that may be missing. `message`: an object with a `role`. */
export type FieldKind =
  | "string"
  | "string?"
  | "number"
  | "number?"
  | "boolean"
  | "object"
  | "object?"
  | "array"
  | "array?"
  | "message"
  | "signal"
  | "any";

/** Where a default comes from the state of the fake and not from a literal. */
export interface DefaultSource {
  readonly cwd: string;
  nextToolCallId(): string;
  now(): number;
  model(): unknown;
  messages(): unknown[];
  systemPromptOptions(): object;
}

export interface EventFacts {
  readonly fields: Readonly<Record<string, FieldKind>>;
  defaults(from: DefaultSource): Record<string, unknown>;
}

const none = () => ({});
// Not typed as a signal: the declaration of what is exported below could not name that type without Node's.
const quietSignal = (): unknown => new AbortController().signal;
const boundary = { outcome: "string", entries: "array", continue: "boolean", context: "object" } as const;
const assistant = (from: DefaultSource) => ({
  role: "assistant",
  content: [{ type: "text", text: "" }],
  stopReason: "stop",
  timestamp: from.now(),
});
const call = { toolCallId: "string", toolName: "string", parentToolCallId: "string?" } as const;

/** Every event of pi 1.6.0. The drift guard compares these names with the installed pi's declarations. */
export const piEvents = {
  project_trust: { fields: { cwd: "string" }, defaults: (from) => ({ cwd: from.cwd }) },
  resources_discover: {
    fields: { cwd: "string", reason: "string" },
    defaults: (from) => ({ cwd: from.cwd, reason: "startup" }),
  },
  mcp_servers_change: { fields: { servers: "array" }, defaults: () => ({ servers: [] }) },
  session_start: {
    fields: { reason: "string", previousSessionFile: "string?" },
    defaults: () => ({ reason: "startup" }),
  },
  session_info_changed: { fields: { name: "string?" }, defaults: () => ({ name: undefined }) },
  session_before_switch: {
    fields: { reason: "string", targetSessionFile: "string?" },
    defaults: () => ({ reason: "new", targetSessionFile: undefined }),
  },
  session_before_fork: {
    fields: { entryId: "string", position: "string" },
    defaults: () => ({ entryId: "00000000", position: "before" }),
  },
  session_before_compact: {
    fields: {
      preparation: "object",
      branchEntries: "array",
      customInstructions: "string?",
      reason: "string",
      willRetry: "boolean",
      signal: "signal",
    },
    defaults: () => ({
      preparation: {
        firstKeptEntryId: "00000000",
        messagesToSummarize: [],
        turnPrefixMessages: [],
        isSplitTurn: false,
        tokensBefore: 0,
        previousSummary: undefined,
        fileOps: { read: new Set(), written: new Set(), edited: new Set() },
        settings: { enabled: true, reserveTokens: 16384, keepRecentTokens: 20000 },
      },
      branchEntries: [],
      customInstructions: undefined,
      reason: "manual",
      willRetry: false,
      signal: quietSignal(),
    }),
  },
  session_compact: {
    fields: { compactionEntry: "object", fromExtension: "boolean", reason: "string", willRetry: "boolean" },
    defaults: () => ({
      compactionEntry: {
        type: "compaction",
        id: "00000000",
        parentId: null,
        timestamp: "1970-01-01T00:00:00.000Z",
        summary: "",
        firstKeptEntryId: "00000000",
        tokensBefore: 0,
      },
      fromExtension: false,
      reason: "manual",
      willRetry: false,
    }),
  },
  session_compact_failed: {
    fields: {
      reason: "string",
      errorMessage: "string?",
      aborted: "boolean",
      willRetry: "boolean",
      fromExtension: "boolean",
    },
    defaults: () => ({
      reason: "manual",
      errorMessage: undefined,
      aborted: false,
      willRetry: false,
      fromExtension: false,
    }),
  },
  session_shutdown: {
    fields: { reason: "string", targetSessionFile: "string?" },
    defaults: () => ({ reason: "quit" }),
  },
  session_before_tree: {
    fields: { preparation: "object", signal: "signal" },
    defaults: () => ({
      preparation: {
        targetId: "00000000",
        oldLeafId: null,
        commonAncestorId: null,
        entriesToSummarize: [],
        userWantsSummary: false,
        customInstructions: undefined,
        replaceInstructions: undefined,
        label: undefined,
      },
      signal: quietSignal(),
    }),
  },
  session_tree: {
    fields: { newLeafId: "any", oldLeafId: "any", summaryEntry: "object?", fromExtension: "any" },
    defaults: () => ({ newLeafId: null, oldLeafId: null, summaryEntry: undefined, fromExtension: undefined }),
  },
  context: { fields: { messages: "array" }, defaults: (from) => ({ messages: from.messages() }) },
  context_with_system: { fields: { messages: "array" }, defaults: (from) => ({ messages: from.messages() }) },
  before_provider_request: { fields: { payload: "any" }, defaults: () => ({ payload: {} }) },
  before_provider_headers: { fields: { headers: "object" }, defaults: () => ({ headers: {} }) },
  after_provider_response: {
    fields: { status: "number", headers: "object" },
    defaults: () => ({ status: 200, headers: {} }),
  },
  provider_stream_event: {
    fields: { provider: "string", api: "string", model: "string", data: "any" },
    defaults: () => ({ provider: "fake", api: "fake-api", model: "fake-model", data: undefined }),
  },
  cache_warming_decision: {
    fields: { warmCost: "number", missCost: "number", continuationProbability: "number", action: "string" },
    defaults: () => ({ warmCost: 0, missCost: 0, continuationProbability: 0, action: "stop" }),
  },
  before_agent_start: {
    fields: {
      messageType: "string",
      prompt: "string",
      images: "array?",
      message: "message",
      systemPrompt: "string",
      systemPromptOptions: "object",
    },
    defaults: (from) => ({
      messageType: "user",
      prompt: "",
      images: undefined,
      systemPromptOptions: from.systemPromptOptions(),
    }),
  },
  agent_start: { fields: {}, defaults: none },
  agent_end: { fields: { messages: "array" }, defaults: () => ({ messages: [] }) },
  agent_before_settle: { fields: boundary, defaults: () => ({ outcome: "completed" }) },
  agent_settled: { fields: { aborted: "boolean" }, defaults: () => ({ aborted: false }) },
  turn_start: {
    fields: { turnIndex: "number", timestamp: "number" },
    defaults: (from) => ({ turnIndex: 0, timestamp: from.now() }),
  },
  turn_end: {
    fields: {
      turnIndex: "number",
      message: "message",
      toolResults: "array",
      messageEntryId: "string",
      toolResultEntryIds: "array",
      ...boundary,
    },
    defaults: (from) => ({
      turnIndex: 0,
      message: assistant(from),
      toolResults: [],
      messageEntryId: "00000000",
      toolResultEntryIds: [],
      outcome: "completed",
    }),
  },
  message_start: { fields: { message: "message" }, defaults: (from) => ({ message: assistant(from) }) },
  message_update: {
    fields: { message: "message", assistantMessageEvent: "object" },
    defaults: (from) => {
      const partial = assistant(from);
      return {
        message: partial,
        assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: "", partial },
      };
    },
  },
  message_end: { fields: { message: "message" }, defaults: (from) => ({ message: assistant(from) }) },
  tool_execution_start: {
    fields: { ...call, args: "any" },
    defaults: (from) => ({ toolCallId: from.nextToolCallId(), toolName: "tool", args: {} }),
  },
  tool_execution_update: {
    fields: { ...call, args: "any", partialResult: "any" },
    defaults: (from) => ({
      toolCallId: from.nextToolCallId(),
      toolName: "tool",
      args: {},
      partialResult: { content: [], details: {} },
    }),
  },
  tool_execution_end: {
    fields: { ...call, result: "any", isError: "boolean", durationMs: "number?" },
    defaults: (from) => ({
      toolCallId: from.nextToolCallId(),
      toolName: "tool",
      result: { content: [], details: {} },
      isError: false,
    }),
  },
  model_select: {
    fields: { model: "object", previousModel: "object?", source: "string" },
    defaults: (from) => ({ model: from.model(), previousModel: undefined, source: "set" }),
  },
  thinking_level_select: {
    fields: { level: "string", previousLevel: "string" },
    defaults: () => ({ level: "off", previousLevel: "off" }),
  },
  ui_prompt_start: {
    fields: { reason: "string", kind: "string", title: "string?" },
    defaults: () => ({ reason: "ui_prompt", kind: "confirm" }),
  },
  ui_prompt_end: {
    fields: { reason: "string", kind: "string", title: "string?" },
    defaults: () => ({ reason: "ui_prompt", kind: "confirm" }),
  },
  user_bash: {
    fields: { command: "string", excludeFromContext: "boolean", cwd: "string" },
    defaults: (from) => ({ command: "", excludeFromContext: false, cwd: from.cwd }),
  },
  input: {
    fields: { text: "string", images: "array?", source: "string", streamingBehavior: "string?" },
    defaults: () => ({ text: "", images: undefined, source: "interactive", streamingBehavior: undefined }),
  },
  tool_call: {
    fields: { ...call, input: "object" },
    defaults: (from) => ({ toolName: "tool", toolCallId: from.nextToolCallId(), input: {} }),
  },
  tool_result: {
    fields: {
      ...call,
      input: "object",
      content: "array",
      details: "any",
      structuredContent: "any",
      isError: "boolean",
      usage: "object?",
    },
    defaults: (from) => ({
      toolName: "tool",
      toolCallId: from.nextToolCallId(),
      input: {},
      content: [],
      details: undefined,
      isError: false,
      usage: undefined,
    }),
  },
} as const satisfies Record<string, EventFacts>;

/** The names, for messages. */
export const knownEventNames: readonly string[] = Object.keys(piEvents);

/** The name of an event the fake knows. */
export type KnownEventName = keyof typeof piEvents;

export const isKnownEvent = (name: string): name is KnownEventName => Object.hasOwn(piEvents, name);
