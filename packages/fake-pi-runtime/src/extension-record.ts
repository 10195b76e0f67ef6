// What one extension registered: one factory, one record. It knows nothing of other extensions.
import { as } from "./pi-seams.ts";
import type {
  ExtensionFlag,
  ExtensionShortcut,
  InlineHandler,
  MarkdownRegistration,
  SourceInfo,
  StoredCommand,
  StoredTool,
} from "./pi-shapes.ts";

export interface ExtensionRecord {
  /** The `extensionPath` of every report about this extension. */
  readonly path: string;
  readonly sourceInfo: SourceInfo;
  readonly handlers: Map<string, InlineHandler[]>;
  readonly tools: Map<string, StoredTool>;
  readonly commands: Map<string, StoredCommand>;
  readonly flags: Map<string, ExtensionFlag>;
  readonly shortcuts: Map<string, ExtensionShortcut>;
  readonly messageRenderers: Map<string, unknown>;
  readonly entryRenderers: Map<string, unknown>;
  readonly toolRenderers: ((name: string, next: () => unknown) => unknown)[];
  markdown: MarkdownRegistration | undefined;
}

/** A synthetic path such as `<inline:1>` has the source between its bracket and its colon. */
export const sourceInfoOf = (path: string, source = /^<?([a-z]+)[:>]/.exec(path)?.[1] ?? "local"): SourceInfo => ({
  path,
  source,
  scope: "temporary",
  origin: "top-level",
  // pi has the key, without a value.
  ...as<object>({ baseDir: undefined }),
});

export const createExtensionRecord = (path: string): ExtensionRecord => ({
  path,
  sourceInfo: sourceInfoOf(path),
  handlers: new Map(),
  tools: new Map(),
  commands: new Map(),
  flags: new Map(),
  shortcuts: new Map(),
  messageRenderers: new Map(),
  entryRenderers: new Map(),
  toolRenderers: [],
  markdown: undefined,
});

/** The handlers of every extension as they are when a dispatch starts: later changes only count for later ones. */
export const snapshotHandlers = (
  records: readonly ExtensionRecord[],
  event: string,
): { path: string; handler: InlineHandler }[] =>
  records.flatMap(({ path, handlers }) => (handlers.get(event) ?? []).map((handler) => ({ path, handler })));

export const hasHandlers = (records: readonly ExtensionRecord[], event: string): boolean =>
  records.some(({ handlers }) => (handlers.get(event)?.length ?? 0) > 0);
