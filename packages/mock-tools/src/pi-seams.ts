// Every reach into pi that its types do not offer, with the versions that need it. The only place for casts.
import type { AgentTool } from "@earendil-works/pi-agent-core";
import type {
  AgentSession,
  ExtensionAPI,
  LoadExtensionsResult,
  RegisteredTool,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { ToolContext } from "./tool-handlers.ts";

/** Anything `wrap` takes. */
export type AnyTool = AgentTool<any, any> | ToolDefinition<any, any, any> | RegisteredTool;

/** A tool's own function, whatever its types: pi calls definitions with five arguments and bare tools with four. */
export type Execute = (
  toolCallId: string,
  params: unknown,
  signal?: AbortSignal,
  onUpdate?: (partial: unknown) => void,
  ctx?: ToolContext,
) => unknown;

/** What `attach` needs of a session; `AgentSession` has it on every version. */
export type MockableSession = Pick<
  AgentSession,
  "agent" | "getAllTools" | "getToolDefinition" | "subscribe" | "abort" | "sessionManager"
>;

type Loose = { name: string; execute: Execute } & Record<PropertyKey, unknown>;

// Survives a clone by `{ ...definition }`, so that a definition wrapped again by someone else is still recognised.
const wrappedBy = Symbol.for("@pi-testkit/mock-tools.wrapped-by");

export const isRegistered = (tool: AnyTool): tool is RegisteredTool => "definition" in tool;

export const nameOf = (tool: AnyTool): string => (isRegistered(tool) ? tool.definition.name : tool.name);

const loose = (tool: AnyTool): Loose => (isRegistered(tool) ? tool.definition : tool) as unknown as Loose;

export const isWrappedBy = (tool: AnyTool, owner: object): boolean => loose(tool)[wrappedBy] === owner;

/** A copy of a definition or bare tool with another `execute`; methods of a class instance stay bound to the original. */
const withExecute = (original: Loose, owner: object, execute: Execute): Loose => {
  const copy = Object.create(Object.getPrototypeOf(original), Object.getOwnPropertyDescriptors(original));
  for (
    let level = Object.getPrototypeOf(original);
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  )
    for (const key of Object.getOwnPropertyNames(level)) {
      const value = original[key];
      if (key !== "constructor" && typeof value === "function" && !Object.hasOwn(copy, key))
        Object.defineProperty(copy, key, { value: value.bind(original), writable: true, configurable: true });
    }
  const own = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(copy, "execute", { value: execute, ...own });
  Object.defineProperty(copy, wrappedBy, { value: owner, ...own });
  return copy;
};

/** The tool with its `execute` replaced; the original is left alone. */
export const wrapTool = <T extends AnyTool>(tool: T, owner: object, replace: (real: Execute) => Execute): T => {
  const original = loose(tool);
  const real: Execute = (...call) => original.execute(...call);
  const wrapped = withExecute(original, owner, replace(real));
  return (isRegistered(tool) ? { ...tool, definition: wrapped } : wrapped) as unknown as T;
};

/**
 * Replaces `execute` of a built-in in place. pi's wrapper reads it at each call, and built-in definitions are fresh for
 * each session and reload, so nothing leaks (0.74.0 to 1.6.0). Gives the undo.
 */
export const patchInPlace = (
  definition: ToolDefinition,
  owner: object,
  replace: (real: Execute) => Execute,
): (() => void) => {
  const target = definition as unknown as Loose;
  const { execute } = target;
  target.execute = replace((...call) => execute.apply(target, call));
  target[wrappedBy] = owner;
  return () => {
    target.execute = execute;
    delete target[wrappedBy];
  };
};

/** pi names the source of a core tool `builtin` on every version; only the path's spelling changed in 0.99. */
export const builtInNames = (tools: ReturnType<ExtensionAPI["getAllTools"]>): string[] =>
  tools.filter((tool) => tool.sourceInfo.source === "builtin").map((tool) => tool.name);

type LoadedExtension = LoadExtensionsResult["extensions"][number];

/** Wraps the tools an extension has registered and will register: pi stores both through this map. */
export const wrapRegistrations = (extension: LoadedExtension, wrap: (tool: RegisteredTool) => RegisteredTool): void => {
  const { tools } = extension;
  for (const [name, tool] of tools) tools.set(name, wrap(tool));
  tools.set = (name, tool) => Map.prototype.set.call(tools, name, wrap(tool)) as typeof tools;
};

const signature = "@pi-testkit/mock-tools";

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

/** The result of a tool as pi's types want it; what a version does not know it ignores. */
export const asToolResult = (result: unknown): never => result as never;
