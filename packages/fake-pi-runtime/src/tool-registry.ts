// Which tools exist in a session and which of them the model may call. First extension wins, an extension replaces a
// built-in tool, the SDK's own tools replace both. It runs none of them.

import { defaultActiveTools } from "./built-in-tools.ts";
import { type ExtensionRecord, sourceInfoOf } from "./extension-record.ts";
import { as } from "./pi-seams.ts";
import type { AnyTool, StoredTool, ToolInfo } from "./pi-shapes.ts";

export interface ToolRegistry {
  /** Reads the extensions' tools again; what is newly registered becomes active as its exposure says. */
  refresh(records: readonly ExtensionRecord[], options?: { includeAllExtensionTools?: boolean }): void;
  get(name: string): StoredTool | undefined;
  all(): ToolInfo[];
  definitions(): ReadonlyMap<string, StoredTool>;
  activeNames(): string[];
  activate(names: Iterable<string>): void;
  isActive(name: string): boolean;
  /** What `ctx.executeTool` may call: active direct tools, and every codemode or deferred one. */
  callable(): AnyTool[];
}

export interface ToolRegistryOptions {
  readonly builtIn: ReadonlyMap<string, AnyTool>;
  readonly customTools: readonly AnyTool[];
  /** pi's allowlist: only these exist, and all of them are active. */
  readonly allowed: readonly string[] | undefined;
  readonly onPrepareLoadoutError: (path: string, thrown: unknown) => void;
}

const exposureOf = (tool: StoredTool | undefined): string => String(tool?.definition.exposure ?? "direct");
const isDeclarable = (tool: StoredTool) => ["direct", "model-only"].includes(exposureOf(tool));
const activeAtOnce = (tool: StoredTool) => isDeclarable(tool) && tool.definition.defaultActive !== false;

export const createToolRegistry = (options: ToolRegistryOptions): ToolRegistry => {
  let tools = new Map<string, StoredTool>();
  let active: string[] = [];
  let first = true;

  const collect = (records: readonly ExtensionRecord[]) => {
    const found = new Map<string, StoredTool>();
    for (const [name, definition] of options.builtIn)
      found.set(name, { definition, sourceInfo: sourceInfoOf(`builtin:${name}`, "builtin") });
    const registered = new Map<string, StoredTool>();
    for (const record of records)
      for (const tool of record.tools.values())
        if (!registered.has(tool.definition.name)) registered.set(tool.definition.name, tool);
    for (const [name, tool] of registered) found.set(name, tool);
    for (const definition of options.customTools)
      found.set(definition.name, { definition, sourceInfo: sourceInfoOf(`<sdk:${definition.name}>`, "sdk") });
    if (options.allowed) for (const name of found.keys()) if (!options.allowed.includes(name)) found.delete(name);
    return found;
  };

  const activate = (names: Iterable<string>) => {
    const wanted = new Set(names ?? []);
    const kept = active.filter((name) => wanted.has(name));
    active = [...new Set([...kept, ...wanted])].filter((name) => {
      const tool = tools.get(name);
      return tool !== undefined && exposureOf(tool) !== "hidden";
    });
    prepareLoadouts();
  };

  const prepareLoadouts = () => {
    for (const name of active) {
      const tool = tools.get(name);
      if (!tool?.definition.prepareLoadout) continue;
      try {
        tool.definition.prepareLoadout(
          as<never>({
            declared: active.map((other) => tools.get(other)?.definition),
            callable: registry.callable(),
            registered: [...tools.values()].map(({ definition }) => definition),
            getExposure: (other: string) => exposureOf(tools.get(other)),
            getNamespace: (other: string) => tools.get(other)?.definition.namespace,
            getPromptGuidelines: (other: string) => tools.get(other)?.definition.promptGuidelines ?? [],
          }),
        );
      } catch (thrown) {
        options.onPrepareLoadoutError(tool.sourceInfo.path, thrown);
      }
    }
  };

  const registry: ToolRegistry = {
    refresh: (records, { includeAllExtensionTools = false } = {}) => {
      const before = new Set([...tools.entries()].filter(([, tool]) => activeAtOnce(tool)).map(([name]) => name));
      tools = collect(records);
      const next = first ? [...defaultActiveTools] : [...active];
      const extra = [...tools.entries()].filter(([name, tool]) => {
        if (options.allowed) return isDeclarable(tool);
        if (!activeAtOnce(tool)) return false;
        const isBuiltIn = tool.sourceInfo.source === "builtin";
        return includeAllExtensionTools || first ? !isBuiltIn : !before.has(name);
      });
      first = false;
      activate([...next, ...extra.map(([name]) => name)]);
    },
    get: (name) => tools.get(name),
    definitions: () => tools,
    all: () =>
      [...tools.values()].map(({ definition, sourceInfo }) => ({
        name: definition.name,
        description: definition.description,
        parameters: definition.parameters,
        promptGuidelines: as<string[]>(definition.promptGuidelines),
        exposure: definition.exposure ?? "direct",
        ...(definition.namespace ? { namespace: definition.namespace } : {}),
        ...(definition.annotations ? { annotations: { ...definition.annotations } } : {}),
        ...(definition.reachesTools ? { reachesTools: definition.reachesTools } : {}),
        sourceInfo,
      })),
    activeNames: () => [...active],
    activate,
    isActive: (name) => active.includes(name),
    callable: () =>
      [...tools.values()]
        .filter((tool) => {
          const exposure = exposureOf(tool);
          if (exposure === "codemode" || exposure === "deferred") return true;
          return exposure === "direct" && active.includes(tool.definition.name);
        })
        .map(({ definition }) => definition),
  };
  return registry;
};
