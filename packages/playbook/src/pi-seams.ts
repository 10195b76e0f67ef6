// Every reach of this package into what differs between releases of pi. The only place for casts.
import type { Api, AssistantMessage, AssistantMessageEventStream, Model, ToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { ModelLike } from "./model.ts";
import type { ModelContext } from "./model-request.ts";
import type { ResponseStream } from "./response-stream.ts";

/**
 * pi-ai's stream is a class with private members, so no other object fits its type; pi only iterates it and asks
 * for `result()` (all releases).
 */
export const asPiStream = (stream: ResponseStream): AssistantMessageEventStream =>
  stream as unknown as AssistantMessageEventStream;

/** What differs between releases in how a message in progress looks. */
export interface PiFacts {
  /** The stop reason of a message in progress: `"pending"` from 0.83 on, `"stop"` before. */
  readonly partialStopReason: AssistantMessage["stopReason"];
  /** The arguments of a call as far as their JSON has arrived. */
  partialArguments(json: string): ToolCall["arguments"];
}

/** How pi's own system prompt for a summary begins (0.74.0 to 1.6.0); for a provider that is registered without our extension. */
export const summarizerPrompt = "You are a context summarization assistant.";

interface FauxCore {
  setResponses(responses: readonly unknown[]): void;
  getModel(): unknown;
  stream(model: unknown, context: object): AsyncIterable<{ partial?: AssistantMessage }>;
}

interface PiAiRoot {
  parseStreamingJson(json: string): ToolCall["arguments"];
  createFauxCore?(options: object): FauxCore;
  fauxAssistantMessage(text: string): unknown;
}

/**
 * Asks the installed pi-ai: its own faux provider, exported since 0.80, shows how a message in progress looks, and
 * its parser reads unfinished arguments (all releases). Nothing else tells 0.82 from 0.83. Without a pi-ai beside the
 * playbook, a transcript that opens with a system message (0.86 on) is a sign of a newer pi.
 */
export const loadPiFacts = async (context: ModelContext): Promise<PiFacts> => {
  installedFacts ??= askInstalled();
  const known = await installedFacts;
  if (known) return known;
  const pending = "pending" as AssistantMessage["stopReason"];
  const first = context.messages[0] as { role?: string } | undefined;
  return { partialStopReason: first?.role === "system" ? pending : "stop", partialArguments: () => ({}) };
};

// The installed pi-ai is the same for every playbook of the process.
let installedFacts: Promise<PiFacts | undefined> | undefined;

const askInstalled = async (): Promise<PiFacts | undefined> => {
  const piAi = (await import("@earendil-works/pi-ai").catch(() => undefined)) as PiAiRoot | undefined;
  return piAi && { partialStopReason: await partialStopReasonOf(piAi), partialArguments: piAi.parseStreamingJson };
};

const partialStopReasonOf = async (piAi: PiAiRoot): Promise<AssistantMessage["stopReason"]> => {
  const core = piAi.createFauxCore?.({});
  if (core === undefined) return "stop";
  core.setResponses([piAi.fauxAssistantMessage("")]);
  for await (const { partial } of core.stream(core.getModel(), { messages: [] })) {
    if (partial) return partial.stopReason;
  }
  return "stop";
};

/** The shape of the registry by api name, in `pi-ai` up to 0.79 and in `pi-ai/compat` from 0.80. */
interface ApiProviders {
  registerApiProvider(provider: { api: string; stream: unknown; streamSimple: unknown }, sourceId?: string): void;
}

/**
 * Makes `complete()` of pi-ai reach the playbook from inside an extension: from 0.80 that function reads a registry
 * of its own, which any session of the process empties when it reloads. The function returned enters the playbook
 * again. Without pi-ai beside the playbook, nothing is done.
 */
export const registerForCompletions = async (api: string, streamSimple: unknown): Promise<() => void> => {
  apiProviders ??= loadApiProviders();
  const registry = await apiProviders;
  const register = (): void =>
    registry?.registerApiProvider({ api, stream: streamSimple, streamSimple }, "pi-testkit-playbook");
  register();
  return register;
};

// Which module of the process it is never changes; looking it up for each session costs as much as a turn of it.
let apiProviders: Promise<ApiProviders | undefined> | undefined;

const loadApiProviders = async (): Promise<ApiProviders | undefined> => {
  for (const load of [() => import("@earendil-works/pi-ai/compat"), () => import("@earendil-works/pi-ai")]) {
    const module: Partial<ApiProviders> | undefined = await load().then(
      (loaded) => loaded as unknown as Partial<ApiProviders>,
      () => undefined,
    );
    if (typeof module?.registerApiProvider === "function") return module as ApiProviders;
  }
  return undefined;
};

/**
 * Whether providers live in one table per process (up to 0.79), so that another session's reload takes ours away.
 * `registerEntryRenderer` came with 0.80.4; on 0.80.0 to 0.80.3 registering again is needless and harmless.
 */
export const sharesProvidersInProcess = (pi: ExtensionAPI): boolean => !("registerEntryRenderer" in pi);

/** pi hands over its own model object; we name only what we read of it. */
export const asAnyModel = (model: ModelLike): Model<Api> => model as Model<Api>;

/** The arguments of a tool call: any object up to 0.8x, an object of JSON values by 1.6. */
export const asArguments = (params: Readonly<Record<string, unknown>>): ToolCall["arguments"] =>
  params as ToolCall["arguments"];

/** pi's own reading of a session file: text to entries, older formats to the current one, messages to the model's. */
export interface SessionParser {
  parse(text: string): object[];
  migrate(entries: object[]): void;
  convertToLlm(messages: object[]): object[];
}

/** The functions are exported by all releases; `SessionManager.open()` is not used, since it repairs the file. */
export const loadSessionParser = async (): Promise<SessionParser> => {
  const { parseSessionEntries, migrateSessionEntries, convertToLlm } = await import("@earendil-works/pi-coding-agent");
  return {
    parse: parseSessionEntries,
    migrate: migrateSessionEntries,
    convertToLlm,
  } as unknown as SessionParser;
};
