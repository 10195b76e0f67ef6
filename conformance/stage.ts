// What a scenario may do and see, the same on both arms. It knows neither the fake nor real pi's runner.
import type {
  ExtensionCommandContext,
  ExtensionFactory,
  ExtensionUIContext,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { FakeReply } from "@pi-testkit/fake-pi-runtime";

export type Reply = FakeReply;
export type StageExtension = ExtensionFactory | { name: string; factory: ExtensionFactory };

export interface Reported {
  extensionPath: string;
  event: string;
  error: string;
}

export interface Setup {
  /** In load order; the paths are `<inline:1>`, `<inline:2>` … or `<inline:name>`. */
  readonly extensions?: readonly StageExtension[] | undefined;
  /** What the model answers, one for each request; "ok" when they ran out. */
  readonly replies?: readonly Reply[] | undefined;
  readonly mode?: "tui" | "rpc" | "json" | "print" | undefined;
  /** The host's UI; without one the session has none. */
  readonly ui?: ExtensionUIContext | undefined;
  readonly flags?: Readonly<Record<string, boolean | string>> | undefined;
  readonly customTools?: readonly ToolDefinition[] | undefined;
  /** Whether the session's model can think. */
  readonly reasoning?: boolean | undefined;
  /** `false`: loaded and bound, but no `session_start`. */
  readonly start?: boolean | undefined;
  /** Whether the session writes a file. In memory otherwise. */
  readonly persisted?: boolean | undefined;
}

export interface SubmitOptions {
  source?: "interactive" | "rpc" | "extension" | undefined;
  images?: { type: "image"; data: string; mimeType: string }[] | undefined;
  streamingBehavior?: "steer" | "followUp" | undefined;
  expand?: boolean | undefined;
}

export interface Stage {
  readonly cwd: string;
  readonly errors: readonly Reported[];
  readonly loadErrors: readonly { path: string; error: string }[];
  /** What pi's runner returns for the event. */
  emit(event: string, payload?: object): Promise<unknown>;
  /** Whether any extension of the current set handles `event`. */
  hasHandlers(event: string): boolean;
  start(): Promise<void>;
  submit(text: string, options?: SubmitOptions): Promise<void>;
  steer(text: string): Promise<void>;
  followUp(text: string): Promise<void>;
  abort(): Promise<void>;
  settled(): Promise<void>;
  reload(): Promise<void>;
  /** A fresh command context of the current session. */
  context(): ExtensionCommandContext;
  /** Roles and texts the model got at its n-th request. */
  readonly requests: readonly { messages: unknown[]; tools: string[] }[];
  renderers(kind: "message" | "entry", customType: string): unknown;
  markdown(text: string, messageType: string): string;
  toolRenderer(name: string): unknown;
  shortcuts(): { key: string; extensionPath: string }[];
  shutdown(): Promise<void>;
  dispose(): Promise<void>;
}

export type OpenStage = (setup: Setup) => Promise<Stage>;

/** Notes one observation under a label; the two arms must note the same. */
export type See = (label: string, value: unknown) => void;

export type Scenario = (open: OpenStage, see: See) => Promise<void> | void;

export interface Requirement {
  /** Where the rule is said: the section of the semantics, or pi's own document. */
  readonly source: string;
  readonly behaviour: string;
}
