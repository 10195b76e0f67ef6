// What all facets of one fake share: its clock, its records of what happened, and the answers that come from the test.
// It knows neither sessions nor extensions.
import type { Clock } from "./clock.ts";
import type { LooseModel } from "./fake-model.ts";
import type { ReplyParts } from "./fake-reply.ts";
import type { AnyTool, ExtensionUIContext, LooseMessage, ReportedError } from "./pi-shapes.ts";

/** How a message an extension sent was taken. */
export type Delivery = "appended" | "started" | "steer" | "followUp" | "nextTurn" | "turnEnd" | "deferred" | "rejected";

/** A message an extension sent with `pi.sendMessage` or `pi.sendUserMessage`. */
export interface SentMessage {
  readonly kind: "message" | "user";
  readonly content: unknown;
  readonly customType?: string;
  readonly display?: boolean;
  readonly details?: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  /** How pi takes it in the state the session is in. */
  delivery: Delivery;
}

/** Something pi loses without a word. */
export interface SilentEntry {
  readonly kind: string;
  readonly event: string;
  readonly extensionPath: string;
  readonly detail: unknown;
}

export interface ModelRequest {
  readonly messages: readonly LooseMessage[];
  readonly tools: readonly string[];
  readonly systemPrompt: string;
  readonly signal: AbortSignal | undefined;
}

export interface FakeHost {
  readonly clock: Clock;
  readonly cwd: string;
  readonly mode: "tui" | "rpc" | "json" | "print";
  /** The host's UI, or none. */
  readonly ui: ExtensionUIContext | undefined;
  readonly hostFlags: ReadonlyMap<string, boolean | string>;
  readonly builtIn: ReadonlyMap<string, AnyTool>;
  readonly customTools: readonly AnyTool[];
  readonly allowedTools: readonly string[] | undefined;
  readonly sent: SentMessage[];
  /** The models that can be chosen, by `provider/id`. */
  readonly models: Map<string, LooseModel>;
  readonly providers: Map<string, unknown>;
  readonly virtualModels: Map<string, unknown>;
  readonly trusted: boolean;
  settings(): Record<string, unknown>;
  contextUsage(isEmpty: boolean): unknown;
  reply(request: ModelRequest): Promise<ReplyParts>;
  summary(): string;
  exec(command: string, args: readonly string[], options: object | undefined): Promise<unknown>;
  report(error: ReportedError, thrown?: unknown): void;
  /** Keeps what the fake cannot do, and returns it to be thrown. */
  notFaked(what: string): Error;
  silent(entry: SilentEntry): void;
  /** Notes as silent what `returned` rejects with, if it is a promise; nobody waits for it. */
  unawaited(returned: unknown, entry: Omit<SilentEntry, "detail">): void;
  warn(text: string): void;
  /** Work that goes on after the call that started it; `settled()` and `dispose()` wait for it. */
  track(work: Promise<unknown>): void;
  /** A registration or an entry changed: the views of the test are to follow. */
  changed(): void;
  onShutdownRequest(): void;
}
