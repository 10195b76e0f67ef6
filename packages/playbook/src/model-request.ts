// What the model was sent, copied when it was asked, in one shape for every pi release.
import { copyOf } from "./copy-of.ts";

/** A tool as the request declared it. */
export interface DeclaredTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

/** A message of the request; system messages are folded into `systemPrompt` and `tools`. */
export interface RequestMessage {
  readonly role: string;
  // biome-ignore lint/suspicious/noExplicitAny: text, or blocks whose shape depends on the role
  readonly content: any;
  readonly [key: string]: unknown;
}

/** One request of a model, as it was when the model was asked. */
export interface ModelRequest {
  /** The 1-based step that answers it; undefined when none does. */
  readonly step: number | undefined;
  /** `"turn"`: the agent. `"summary"`: compaction or a branch summary. `"other"`: an extension's own completion. */
  readonly kind: "turn" | "summary" | "other";
  readonly modelId: string;
  readonly systemPrompt: string;
  readonly tools: DeclaredTool[];
  readonly messages: RequestMessage[];
  /** The request's options that are data: reasoning, limits, session id, headers … */
  readonly options: Readonly<Record<string, unknown>>;
  /** What a `before_provider_request` handler put in place of the payload, when one did. */
  readonly payload?: unknown;
  /** The text of the last user message, its text blocks joined by newlines; `""` without one. */
  userText(): string;
}

/** What a stream function is given as its context, whatever the release of pi. */
export interface ModelContext {
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly object[];
  readonly tools?: readonly object[] | undefined;
}

/** The part of a request that a provider would send over the wire. */
export interface RequestPayload {
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly DeclaredTool[];
  readonly messages: readonly RequestMessage[];
}

interface SystemMessage {
  readonly role: "system";
  readonly content: unknown;
  readonly sections?: Readonly<Record<string, string | null>>;
  readonly toolsAdded?: readonly DeclaredTool[];
  readonly toolsRemoved?: readonly { readonly name: string }[];
}

/** Builds the payload, with system messages replayed into one prompt and one list of tools. Messages are the context's own. */
export const payloadOf = (modelId: string, context: ModelContext): RequestPayload => {
  const given = context.messages as readonly (RequestMessage | SystemMessage)[];
  if (given.some(({ role }) => role === "system")) return replayedPayload(modelId, context);
  return {
    model: modelId,
    systemPrompt: context.systemPrompt ?? "",
    tools: (context.tools ?? []).map((tool) => declarationOf(tool as DeclaredTool)),
    messages: given as readonly RequestMessage[],
  };
};

const replayedPayload = (modelId: string, context: ModelContext): RequestPayload => {
  const messages: RequestMessage[] = [];
  const prompt: string[] = context.systemPrompt ? [context.systemPrompt] : [];
  const sections = new Map<string, string>();
  const tools = new Map<string, DeclaredTool>();
  for (const tool of context.tools ?? []) addTool(tools, tool as DeclaredTool);
  for (const message of context.messages as readonly (RequestMessage | SystemMessage)[]) {
    if (message.role !== "system") messages.push(message as RequestMessage);
    else replaySystemMessage(message as SystemMessage, prompt, sections, tools);
  }
  return {
    model: modelId,
    systemPrompt: [...prompt, ...sections.values()].join("\n\n"),
    tools: [...tools.values()],
    messages,
  };
};

const replaySystemMessage = (
  message: SystemMessage,
  prompt: string[],
  sections: Map<string, string>,
  tools: Map<string, DeclaredTool>,
): void => {
  const text = textOf(message.content);
  if (text) prompt.push(text);
  for (const [name, value] of Object.entries(message.sections ?? {})) {
    if (value === null) sections.delete(name);
    else sections.set(name, value);
  }
  for (const tool of message.toolsRemoved ?? []) tools.delete(tool.name);
  for (const tool of message.toolsAdded ?? []) addTool(tools, tool);
};

// On releases before the transcript declares tools, the list holds executable tools: only the declaration is kept.
const declarationOf = ({ name, description, parameters }: DeclaredTool): DeclaredTool => {
  if (description !== undefined && parameters !== undefined) return { name, description, parameters };
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  };
};

const addTool = (tools: Map<string, DeclaredTool>, tool: DeclaredTool): void => {
  tools.set(tool.name, declarationOf(tool));
};

/** The text blocks of a message's content, joined by newlines. */
export const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((block) => block?.type === "text")
    .map((block) => block.text)
    .join("\n");
};

/** The text of the last user message. */
export const userTextOf = (messages: readonly object[]): string => {
  const last = (messages as readonly RequestMessage[]).findLast((message) => message.role === "user");
  return last === undefined ? "" : textOf(last.content);
};

/** Whether nothing has come since the user's last message. */
export const endsWithUser = (messages: readonly object[]): boolean =>
  (messages as readonly RequestMessage[]).findLast(({ role }) => role !== "system")?.role === "user";

const optionNames = [
  "reasoning",
  "maxTokens",
  "temperature",
  "sessionId",
  "cacheRetention",
  "headers",
  "metadata",
  "toolChoice",
  "thinkingBudgets",
  "transport",
] as const;

/** From 0.84 on pi gives headers even where there are none. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** The options of a request that are data. */
export const optionsOf = (options: object | undefined): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  if (options === undefined) return kept;
  const given = options as Partial<Record<string, unknown>>;
  for (const name of optionNames)
    if (given[name] !== undefined && !isEmpty(given[name])) kept[name] = copyOf(given[name]);
  return kept;
};

/** The names of the tools a request declares. */
export const declaredNames = (context: ModelContext): string[] => {
  const names = new Set((context.tools ?? []).map((tool) => (tool as DeclaredTool).name));
  for (const message of context.messages as readonly SystemMessage[]) {
    if (message.role !== "system") continue;
    for (const tool of message.toolsRemoved ?? []) names.delete(tool.name);
    for (const tool of message.toolsAdded ?? []) names.add(tool.name);
  }
  return [...names];
};

/**
 * The time of a response: one millisecond after the newest message it answers. No clock is read, and pi, which
 * compares times to tell what a compaction has covered, still sees the response after its prompt.
 */
export const timestampAfter = (context: ModelContext): number => {
  const newest = (context.messages as readonly { timestamp?: number }[]).at(-1)?.timestamp;
  return (newest ?? 0) + 1;
};
