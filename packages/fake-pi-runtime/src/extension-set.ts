// One generation of extensions and what they share: flag values, staleness, bus subscriptions, reports. A reload or a
// replacement makes a new one. It knows neither the session nor how events are combined.

import type { EventChannels } from "./event-bus.ts";
import type { ExtensionRecord } from "./extension-record.ts";
import { createMcpServers, type McpServers } from "./mcp-servers.ts";
import type { ReportedError } from "./pi-shapes.ts";

export const staleMessage =
  "This extension ctx is stale after session replacement or reload. Do not use a captured pi or command ctx after ctx.newSession(), ctx.fork(), ctx.switchSession(), or ctx.reload(). For newSession, fork, and switchSession, move post-replacement work into withSession and use the ctx passed to withSession. For reload, do not use the old ctx after await ctx.reload().";

export const notInitialized =
  "Extension runtime not initialized. Action methods cannot be called during extension loading.";

export interface ExtensionSet {
  readonly records: ExtensionRecord[];
  readonly flagValues: Map<string, boolean | string>;
  readonly mcpServers: McpServers;
  readonly channels: EventChannels;
  /** Registrations that only take effect when the set is bound. */
  readonly waiting: (() => void)[];
  /** Action methods throw until this is true. */
  bound: boolean;
  stale: boolean;
  /** Throws pi's text once the set was replaced. Called first by every member of `pi` and `ctx`; `use` says which. */
  assertActive(use?: StaleUse): void;
  invalidate(): void;
  /** Ends with the set; the returned function ends it earlier. */
  trackSubscription(unsubscribe: () => void): () => void;
  /** Reports of bus handlers: dropped before the runner exists and once the set is stale. */
  reportFromBus(error: ReportedError): void;
}

/** A member of a stale `pi` or `ctx` that was used. */
export interface StaleUse {
  readonly of: "pi" | "ctx";
  readonly member: string;
  /** Whose `pi` it is; a context does not know. */
  readonly extensionPath?: string;
}

/** Whom a set tells of what happens outside a dispatch. */
export interface SetListener {
  report(error: ReportedError): void;
  /** A bus handler failed, and pi has nobody to report it to. */
  dropped(error: ReportedError): void;
  usedWhenStale(use: StaleUse, thrown: Error): void;
}

export const createExtensionSet = (channels: EventChannels, listener: SetListener): ExtensionSet => {
  const subscriptions = new Set<() => void>();
  const set: ExtensionSet = {
    records: [],
    flagValues: new Map(),
    mcpServers: createMcpServers(),
    channels,
    waiting: [],
    bound: false,
    stale: false,
    assertActive: (use) => {
      if (!set.stale) return;
      const thrown = new Error(staleMessage);
      if (use) listener.usedWhenStale(use, thrown);
      throw thrown;
    },
    invalidate: () => {
      set.stale = true;
      for (const unsubscribe of [...subscriptions]) unsubscribe();
    },
    trackSubscription: (unsubscribe) => {
      const end = () => {
        if (subscriptions.delete(end)) unsubscribe();
      };
      subscriptions.add(end);
      return end;
    },
    reportFromBus: (error) => {
      if (set.stale || !set.bound) listener.dropped(error);
      else listener.report(error);
    },
  };
  return set;
};
