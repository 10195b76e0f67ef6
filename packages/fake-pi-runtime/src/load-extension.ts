// Loads one extension into a set: runs its factory, keeps what it registered or rolls it back, and finds conflicts with
// those loaded before. It binds nothing.

import type { LoadingApi } from "./extension-api.ts";
import type { ExtensionRecord } from "./extension-record.ts";
import type { ExtensionSet } from "./extension-set.ts";
import { as } from "./pi-seams.ts";
import type { ExtensionAPI } from "./pi-shapes.ts";

/** A factory as an SDK host passes it, or a module as a file exports it. */
export interface ExtensionSource {
  readonly path: string;
  readonly factory: unknown;
  /** pi words the failure of a file in another way. */
  readonly isModule: boolean;
}

export interface LoadError {
  readonly extensionPath: string;
  readonly event: string;
  readonly error: string;
}

/** `<inline:N>` counts from 1; a name replaces the number. */
export const extensionSource = (given: unknown, name: string | undefined, position: number): ExtensionSource => {
  const path = `<inline:${name ?? position}>`;
  if (typeof given === "function") return { path, factory: given, isModule: false };
  const { factory, name: ownName, default: exported } = as<Record<string, unknown>>(given ?? {});
  if (typeof factory === "function")
    return { path: `<inline:${ownName ?? name ?? position}>`, factory, isModule: false };
  return { path, factory: exported, isModule: true };
};

const conflicts = (set: ExtensionSet, record: ExtensionRecord): string[] => {
  const earlier = set.records.filter((other) => other !== record);
  const owner = (kind: "tools" | "flags", name: string) => earlier.find((other) => other[kind].has(name))?.path;
  return [
    ...[...record.tools.keys()].flatMap((name) => {
      const first = owner("tools", name);
      return first ? [`Tool "${name}" conflicts with ${first}`] : [];
    }),
    ...[...record.flags.keys()].flatMap((name) => {
      const first = owner("flags", name);
      return first ? [`Flag "--${name}" conflicts with ${first}`] : [];
    }),
  ];
};

export const loadExtension = async (
  source: ExtensionSource,
  set: ExtensionSet,
  createApi: (path: string) => LoadingApi,
): Promise<{ pi: ExtensionAPI | undefined; errors: LoadError[]; thrown?: unknown }> => {
  const { path, factory, isModule } = source;
  const failed = (error: string, thrown?: unknown) => ({
    pi: undefined,
    errors: [{ extensionPath: path, event: "load", error }],
    ...(thrown === undefined ? {} : { thrown }),
  });
  if (typeof factory !== "function") return failed(`Extension does not export a valid factory function: ${path}`);
  const loading = createApi(path);
  try {
    await factory(loading.api);
    loading.commit();
  } catch (thrown) {
    loading.discard();
    if (isModule)
      return failed(`Failed to load extension: ${thrown instanceof Error ? thrown.message : thrown}`, thrown);
    return failed(thrown instanceof Error ? thrown.message : "failed to load extension", thrown);
  }
  set.records.push(loading.record);
  const errors = conflicts(set, loading.record).map((error) => ({ extensionPath: path, event: "load", error }));
  return { pi: loading.api, errors };
};
