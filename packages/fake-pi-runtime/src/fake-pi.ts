// What a test gets and gives: the interface of a fake and its options. No logic.
import type {
  ExecOptions,
  ExecResult,
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionUIContext,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { MockUI, MockUIConfig, UICallRecord } from "@pi-testkit/mock-ui";
import type { FakeReply } from "./fake-reply.ts";
import type { FakeResult } from "./fake-results.ts";
import type { PiEventName, PiEventPayload } from "./pi-events.ts";

/** What a built-in tool returns when the fake runs it: a text, a result, or a function of the arguments. */
export type FakeToolOutcome =
  | string
  | { readonly content: readonly object[]; readonly details?: unknown; readonly isError?: boolean }
  | ((params: never) => unknown);

/** What a test may say about the pi around its extension. */
export interface FakePiOptions {
  /** The mode pi runs in. Default: `"tui"`. */
  mode?: "tui" | "rpc" | "print" | "json" | undefined;
  /** Whether the host has a UI. Default: `true`, whatever the mode; pi itself has none in `print` and `json`. */
  hasUI?: boolean | undefined;
  /** Default: `process.cwd()`. */
  cwd?: string | undefined;
  /** The user's answers, or a UI of your own. A `MockUI` fits. Default: every dialog is dismissed. */
  ui?: MockUIConfig | { context: ExtensionUIContext } | undefined;
  /** Flag values as given on pi's command line; `false` is a flag that is not given. */
  flags?: Readonly<Record<string, boolean | string>> | undefined;
  /** The session's model, merged over a model that can think and costs nothing. `null`: no model. */
  model?: Readonly<Record<string, unknown>> | null | undefined;
  /** Names: pi's allowlist. Definitions: tools of the host. A record: what built-in tools return. */
  tools?:
    | readonly (string | ToolDefinition<never, never, never>)[]
    | Readonly<Record<string, FakeToolOutcome>>
    | undefined;
  /** What `pi.exec` returns; the rest of the result is that of a success. Without it, `pi.exec` rejects. */
  exec?:
    | ((command: string, args: string[], options?: ExecOptions) => Partial<ExecResult> | Promise<Partial<ExecResult>>)
    | undefined;
  /** What the model of a fake run answers: a list, one for each request, or a function. Default: `"ok"`. */
  replies?: readonly FakeReply[] | ((request: FakeRequest) => FakeReply | Promise<FakeReply>) | undefined;
  /** What `pi.getSettings()` shows. */
  settings?: Readonly<Record<string, unknown>> | undefined;
  /** What `ctx.getContextUsage()` returns. */
  contextUsage?:
    | { tokens: number | null; contextWindow: number; percent: number | null }
    | (() => { tokens: number | null; contextWindow: number; percent: number | null } | undefined)
    | undefined;
  /** `ctx.isProjectTrusted()`. Default: `true`. */
  trusted?: boolean | undefined;
  /** Whether errors pi would report reject the call they happened in. Default: `"throw"`. */
  errors?: "throw" | "record" | undefined;
  /** Told the first failure the moment it happens. */
  onFailure?: ((failure: Error) => void) | undefined;
}

/** One request of a fake run. */
export interface FakeRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools: readonly string[];
  readonly systemPrompt: string;
  readonly signal: AbortSignal | undefined;
}

/** An error as pi reports it. */
export interface FakeReport {
  readonly extensionPath: string;
  readonly event: string;
  readonly error: string;
  readonly stack?: string | undefined;
}

/** A session entry, as pi stores it. */
export interface FakeEntry {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: the fields depend on the type; tests read them directly
  readonly [key: string]: any;
}

/** A message an extension sent; `delivery` says how pi takes it in the state it was sent in. */
export interface FakeSent {
  readonly kind: "message" | "user";
  readonly content: unknown;
  readonly customType?: string;
  readonly display?: boolean;
  readonly details?: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly delivery: "appended" | "started" | "steer" | "followUp" | "nextTurn" | "turnEnd" | "deferred" | "rejected";
}

/** Something real pi loses without a word. */
export interface FakeSilent {
  /** What happened, in words. */
  readonly kind: string;
  /** The event, the member of a stale `pi` or `ctx`, the type of a lost entry, or `"compact"`. */
  readonly event: string;
  /** `""` where pi does not know: a context is shared by all extensions of a dispatch. */
  readonly extensionPath: string;
  /** What was thrown, or what was lost. */
  readonly detail: unknown;
}

/** What became of a tool call. `outcome` is known from the hooks, never from the words of the text. */
export interface FakeToolResult {
  // biome-ignore lint/suspicious/noExplicitAny: content blocks as the tool made them
  readonly content: any[];
  // biome-ignore lint/suspicious/noExplicitAny: the tool's own
  readonly details: any;
  readonly isError: boolean;
  /** The text blocks, joined by newlines. */
  readonly text: string;
  readonly outcome: "ok" | "error" | "blocked" | "blockedByError" | "invalid" | "notFound" | "aborted" | "notExecuted";
  /** Why the call was blocked. */
  readonly reason?: string;
  /** Which validator checked the arguments. Not enumerable. */
  readonly validator?: "pi-ai" | "fallback";
}

/** A registered tool, command, flag, shortcut, as the extension gave it. */
// biome-ignore lint/suspicious/noExplicitAny: the registrations keep the extension's own types
export type Registered = any;

/** The runtime of an extension, without pi. Every member may be used unbound. */
export interface FakePi {
  /** The API of an implicit extension that is bound already. */
  readonly pi: ExtensionAPI & { emit: FakePi["emit"] };
  /** A command context of that extension, and what it did on the UI. */
  readonly ctx: ExtensionCommandContext & {
    readonly uiCalls: UICallRecord[];
    readonly uiQueue: unknown[];
    readonly notifications: { message: string; level: string }[];
  };
  /** Loads an extension: a factory, `{ name, factory }`, or a module with a default export. */
  load(factoryOrModule: unknown, name?: string): Promise<{ pi: ExtensionAPI; errors: FakeReport[] }>;
  /** Fires `session_start`, then `resources_discover`. */
  start(reason?: "startup" | "reload" | "new" | "resume" | "fork"): Promise<void>;
  /** Dispatches one event; the result is what pi's runner returns. */
  emit<Name extends PiEventName>(event: Name, payload?: PiEventPayload<Name>): Promise<FakeResult<Name>>;
  /** Runs one tool call through pi's pipeline, as if the model had made it. */
  callTool(name: string, params?: object, options?: { id?: string; signal?: AbortSignal }): Promise<FakeToolResult>;
  /** Runs several calls of one assistant message. */
  callTools(calls: readonly { name: string; params?: object; id?: string }[]): Promise<FakeToolResult[]>;
  /** Types a text into pi. `"handled"`: by a command or an input handler. `"prompt"`: it went to the model, or waits for it. */
  submit(
    text: string,
    options?: {
      source?: "interactive" | "rpc" | "extension" | undefined;
      images?: readonly { type: "image"; data: string; mimeType: string }[] | undefined;
      streamingBehavior?: "steer" | "followUp" | undefined;
      /** The replies of this prompt, before those of the fake. */
      replies?: FakeReply | readonly FakeReply[] | undefined;
    },
  ): Promise<"handled" | "prompt">;
  /** Runs a slash command by the name it is called by. */
  runCommand(name: string, args?: string): Promise<void>;
  /** Fires `session_shutdown`; after it, `pi` and `ctx` are stale. */
  shutdown(reason?: "quit" | "reload" | "new" | "resume" | "fork"): Promise<void>;
  /** Replaces the session, as `ctx.newSession()` and its like do. The factories run again. */
  replaceSession(reason?: "new" | "resume" | "fork"): Promise<{ cancelled: boolean }>;
  /** Reloads the extensions. The factories run again. */
  reload(): Promise<void>;
  /** Waits until everything that goes on after a call has ended: runs, un-awaited events, compactions. */
  settled(): Promise<void>;
  /** Tools of extensions, by name: the one pi uses. */
  readonly tools: Map<string, Registered>;
  /** Commands by the name they are called by. */
  readonly commands: Map<string, Registered>;
  /** Flags by name, with their current `value`. */
  readonly flags: Map<string, Registered>;
  /** Shortcuts by key. */
  readonly shortcuts: Map<string, Registered>;
  /** Message and entry renderers by custom type. */
  readonly renderers: Map<string, Registered>;
  /** Provider configs by name. */
  readonly providers: Map<string, Registered>;
  /** Virtual models by `provider/id`. */
  readonly virtualModels: Map<string, Registered>;
  /** MCP servers by name. */
  readonly mcpServers: Map<string, Registered>;
  /** The session's entries, in the order they were appended, without the two pi opens a session with. */
  readonly entries: FakeEntry[];
  readonly sent: FakeSent[];
  /** What pi reported. */
  readonly errors: FakeReport[];
  /**
   * What pi swallows without a word: see the README for the kinds. Not here: a promise that a handler starts and drops. pi does not
   * know of it either; when it rejects, the process has an unhandled rejection.
   */
  readonly silent: FakeSilent[];
  readonly loadErrors: FakeReport[];
  /** What is allowed and does nothing, such as a handler for an event that pi does not have. */
  readonly warnings: string[];
  /** How often `ctx.shutdown()` was called. */
  readonly shutdownRequests: number;
  /** Queues an answer for the next dialog, whichever it is. */
  enqueueUi(value: unknown): void;
  /** The scripted user. */
  readonly ui: MockUI;
  /**
   * The first failure of the test itself: what a function given to `createFakePi` threw, a UI answer that does not fit, something
   * that is not faked. Errors of the extension are in `errors`.
   */
  readonly failure: Error | undefined;
  /**
   * Throws the first failure; else what pi reported and no call has rejected with; else an error for open dialogs, and for answers
   * and replies that were not used.
   */
  assertDone(): void;
  /** Ends the fake without asserting. Idempotent. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
