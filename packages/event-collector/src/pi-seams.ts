// Every reach into pi that its types do not offer, with the versions that need it. The only place for casts.
import type { AgentEvent, AgentMessage } from "@earendil-works/pi-agent-core";
import type {
  AgentSessionEvent,
  ExtensionAPI,
  ExtensionEvent,
  LoadExtensionsResult,
} from "@earendil-works/pi-coding-agent";
import type { WireRecord } from "./wire-records.ts";

export type LoadedExtension = LoadExtensionsResult["extensions"][number];

/** An event of a session, or one that only extensions get. */
export type AnyEvent = AgentSessionEvent | ExtensionEvent;

/** What any source may push. */
export type SourceEvent = AnyEvent | AgentEvent;

export type Handler = (event: any, ctx: any) => unknown;

/**
 * Wraps what an extension has registered for events and will register; unsubscribing keeps working.
 * @param wraps by event
 */
export const wrapHandlers = (
  extension: LoadedExtension,
  wraps: ReadonlyMap<string, (handler: Handler) => Handler>,
): void => {
  const handlers = extension.handlers as unknown as Map<string, Handler[]>;
  const wrapped = new WeakMap<Handler, Handler>();
  const adopted = new WeakSet<Handler[]>();
  const adopt = (event: string, list: Handler[]): Handler[] => {
    const wrap = wraps.get(event);
    if (wrap === undefined || adopted.has(list)) return list;
    adopted.add(list);
    const replaced = (handler: Handler) => {
      const wrapper = wrap(handler);
      wrapped.set(handler, wrapper);
      return wrapper;
    };
    for (const [index, handler] of list.entries()) list[index] = replaced(handler);
    list.push = (...added) => Array.prototype.push.apply(list, added.map(replaced));
    // pi 0.86 and later unsubscribe by looking the original up.
    list.indexOf = (handler, from) => Array.prototype.indexOf.call(list, wrapped.get(handler) ?? handler, from);
    return list;
  };
  for (const [event, list] of handlers) adopt(event, list);
  const { set } = handlers;
  handlers.set = (event, list) => set.call(handlers, event, adopt(event, list));
};

/** Whether what an `input` handler answered ends the dispatch; never rejects. */
export const endsInput = async (answer: unknown): Promise<boolean> => {
  const answered = (await Promise.resolve(answer).catch(() => undefined)) as { action?: string } | undefined;
  return answered?.action === "handled";
};

export type Execute = (toolCallId: string, params: unknown, ...rest: unknown[]) => unknown;

/** Wraps the tools an extension has registered and will register. The author's definition object is left alone. */
export const wrapTools = (extension: LoadedExtension, wrap: (name: string, real: Execute) => Execute): void => {
  const { tools } = extension;
  const wrapped = new WeakSet<object>();
  const replaced = <T extends { definition: object }>(tool: T): T => {
    if (wrapped.has(tool.definition)) return tool;
    const original = tool.definition as { name: string; execute: Execute };
    const copy = Object.create(Object.getPrototypeOf(original), Object.getOwnPropertyDescriptors(original));
    Object.defineProperty(copy, "execute", {
      value: wrap(original.name, (...call) => original.execute(...call)),
      enumerable: true,
      writable: true,
      configurable: true,
    });
    wrapped.add(copy);
    return { ...tool, definition: copy };
  };
  for (const [name, tool] of tools) tools.set(name, replaced(tool));
  const { set } = tools;
  tools.set = (name, tool) => set.call(tools, name, replaced(tool)) as typeof tools;
};

const signature = "@pi-testkit/event-collector";

/**
 * Leaves a sign on our own extension's record, so that `extensionsOverride` finds it. A renderer for a message type that
 * nobody sends shows nowhere; handlers would not do, pi 0.86 and later stores a wrapper around each.
 */
export const sign = (pi: ExtensionAPI, owner: object): void =>
  pi.registerMessageRenderer(
    signature,
    Object.assign(() => undefined, { owner }),
  );

export const isSigned = (extension: LoadedExtension, owner: object): boolean =>
  (extension.messageRenderers.get(signature) as { owner?: object } | undefined)?.owner === owner;

/** Whether an extension is one of the kit's doubles, which sign themselves alike. */
export const isSignedByKit = (extension: LoadedExtension): boolean =>
  [...extension.messageRenderers.keys()].some((type) => type.startsWith("@pi-testkit/"));

/** `on` for event names that the oldest supported version does not know; it stores them and never fires them. */
export const listen = (pi: ExtensionAPI, type: string, listener: (event: ExtensionEvent, ctx: unknown) => void): void =>
  (pi.on as unknown as (type: string, handler: Handler) => void)(type, (event, ctx) => {
    listener(event, ctx);
    return undefined;
  });

/** A thing with `subscribe`: an `AgentSession`, an `Agent`, or what behaves like one. */
export interface Subscribable {
  subscribe(listener: (event: any, signal?: any) => any): unknown;
}

export interface AgentLike extends Subscribable {
  readonly signal?: AbortSignal | undefined;
  readonly state?: { readonly tools?: readonly { readonly name: string }[] };
}

interface SessionLike extends Subscribable {
  readonly agent: AgentLike;
  getToolDefinition(name: string): { exposure?: string } | undefined;
  readonly sessionManager: { getCwd(): string };
}

export const isSession = (source: Subscribable): source is SessionLike =>
  "getToolDefinition" in source && "agent" in source && "sessionManager" in source;

export const agentOf = (source: Subscribable): AgentLike => (isSession(source) ? source.agent : source);

/** Whether a call by this name can find its tool: nested calls (0.99) also reach what is not declared to the model. */
export const isCallable = (source: Subscribable, agent: AgentLike, name: string, nested: boolean): boolean => {
  const active = agent.state?.tools?.some((tool) => tool.name === name) ?? false;
  if (!nested || !isSession(source)) return active;
  const definition = source.getToolDefinition(name);
  const exposure = definition?.exposure ?? "direct";
  return exposure === "direct" ? active : definition !== undefined && ["codemode", "deferred"].includes(exposure);
};

/** Whether a context given to an extension is one of this session's: both hold the same session manager. */
export const isContextOf = (source: object, ctx: unknown): boolean =>
  "sessionManager" in source && (ctx as { sessionManager?: unknown }).sessionManager === source.sessionManager;

export const cwdOf = (source: Subscribable): string | undefined =>
  isSession(source) ? source.sessionManager.getCwd() : undefined;

/** The parts of an event this package reads, whatever version it is of. */
export interface LooseEvent {
  type: string;
  message?: AgentMessage;
  messages?: AgentMessage[];
  toolCallId?: string;
  parentToolCallId?: string;
  toolName?: string;
  args?: unknown;
  input?: unknown;
  result?: { content?: unknown; details?: unknown };
  isError?: boolean;
  reason?: string;
}

export const asLoose = (event: { type: string }): LooseEvent => event as LooseEvent;

export const asWireRecord = (event: object): WireRecord => event as WireRecord;

/** A message of any role and version, by the keys it may have. */
export interface LooseMessage {
  role: string;
  content?: unknown;
  stopReason?: string;
  errorMessage?: string;
  toolCallId?: string;
  toolName?: string;
  isError?: boolean;
  details?: unknown;
  customType?: string;
}

export const asLooseMessage = (message: AgentMessage): LooseMessage => message as unknown as LooseMessage;

/** A block of a message, by the keys it may have. */
export interface LooseBlock {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  thinking?: string;
  id?: string;
  name?: string;
  arguments?: unknown;
}

export const blocksOf = (content: unknown): LooseBlock[] =>
  typeof content === "string"
    ? [{ type: "text", text: content }]
    : Array.isArray(content)
      ? (content as LooseBlock[])
      : [];

/** An event from outside, which nobody has checked, as one of pi's. */
export const asSourceEvent = (event: unknown): SourceEvent => event as SourceEvent;
