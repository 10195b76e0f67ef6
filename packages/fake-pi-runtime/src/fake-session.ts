// The state of one session: its entries, its model, its queues, and whether it is busy. Which extensions listen to it is
// `runner`, which a reload replaces. It starts nothing by itself.

import type { EventHub } from "./event-hub.ts";
import type { ExtensionSet } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";
import { clampLevel, type LooseModel } from "./fake-model.ts";
import { createMessageQueue, type MessageQueue } from "./message-queue.ts";
import { as } from "./pi-seams.ts";
import type { AnyTool, ReportedError } from "./pi-shapes.ts";
import { normalisePromptOptions, type PromptOptions } from "./prompt-options.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";
import { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";

/** One generation of extensions at work in a session. */
export interface Runner {
  readonly set: ExtensionSet;
  readonly hub: EventHub;
  createContext(): object;
  createCommandContext(): object;
  createToolContext(toolCallId: string, signal: AbortSignal | undefined): object;
}

export interface FakeSession {
  readonly store: SessionStore;
  readonly queue: MessageQueue;
  readonly tools: ToolRegistry;
  runner: Runner;
  model: LooseModel | undefined;
  thinkingLevel: string;
  /** From before `before_agent_start` until just before `agent_settled`. */
  running: boolean;
  /** Busy because the test said so (`emit("agent_start")`, `callTool`), with no run that would end it. */
  simulated: boolean;
  /** Set while a prompt is in its input handlers. */
  preflights: number;
  abortRequested: boolean;
  /** Defined from `agent_start` to `agent_end`. */
  controller: AbortController | undefined;
  compaction: AbortController | undefined;
  branchSummary: AbortController | undefined;
  settling: boolean;
  readonly afterSettling: (() => Promise<void>)[];
  turnIndex: number;
  outcome: "completed" | "aborted" | "error";
  runPrompt: PromptOptions | undefined;
  promptOptions(): PromptOptions;
  readonly isCompacting: boolean;
  readonly isIdle: boolean;
  /** Resolves once the session is idle. */
  waitForIdle(): Promise<void>;
  /** Wakes those who wait for idle, if it is. */
  wakeIfIdle(): void;
  setThinkingLevel(level: string): void;
}

export interface SessionStart {
  readonly store?: SessionStore | undefined;
  readonly sessionFile?: string | undefined;
  readonly parentSession?: string | undefined;
  readonly entries?: Parameters<typeof createSessionStore>[0]["entries"];
  readonly model: LooseModel | undefined;
}

const defaultThinkingLevel = "medium";

/** What the branch says of the level; else pi's default. */
const levelOf = (store: SessionStore): string => {
  const recorded = store.getBranch().findLast((entry) => entry.type === "thinking_level_change");
  const hasMessages = store.buildSessionProjection().messages.length > 0;
  return hasMessages && recorded ? String(recorded.thinkingLevel) : defaultThinkingLevel;
};

export const createFakeSession = (host: FakeHost, start: SessionStart): FakeSession => {
  let wake: (() => void)[] = [];
  const promptOptions = () => {
    const definitions = [...session.tools.definitions().values()].map(({ definition }) => definition);
    const pick = <Key extends keyof AnyTool>(key: Key) =>
      Object.fromEntries(definitions.flatMap((tool) => (tool[key] ? [[tool.name, tool[key]]] : [])));
    return normalisePromptOptions(
      {
        cwd: host.cwd,
        selectedTools: session.tools.activeNames(),
        toolSnippets: pick("promptSnippet"),
        toolGuidelines: pick("promptGuidelines"),
      },
      host.cwd,
    );
  };
  const store =
    start.store ??
    createSessionStore({
      cwd: host.cwd,
      clock: host.clock,
      sessionFile: start.sessionFile,
      parentSession: start.parentSession,
      entries: start.entries,
      onChange: host.changed,
      onLateAppend: (entry) =>
        host.silent({
          kind: "an entry was written to a session that had been replaced",
          event: entry.type,
          extensionPath: "",
          detail: entry,
        }),
    });
  const session: FakeSession = {
    store,
    queue: createMessageQueue(),
    tools: createToolRegistry({
      builtIn: host.builtIn,
      customTools: host.customTools,
      allowed: host.allowedTools,
      onPrepareLoadoutError: (extensionPath, thrown) => host.report(errorOf(extensionPath, "prepare_loadout", thrown)),
    }),
    runner: as<never>(undefined),
    model: start.model,
    thinkingLevel: clampLevel(start.model, levelOf(store)),
    running: false,
    simulated: false,
    preflights: 0,
    abortRequested: false,
    controller: undefined,
    compaction: undefined,
    branchSummary: undefined,
    settling: false,
    afterSettling: [],
    turnIndex: 0,
    outcome: "completed",
    runPrompt: undefined,
    promptOptions,
    get isCompacting() {
      return session.compaction !== undefined || session.branchSummary !== undefined;
    },
    get isIdle() {
      return !session.running && !session.isCompacting;
    },
    waitForIdle: () => (session.isIdle ? Promise.resolve() : new Promise((resolve) => wake.push(resolve))),
    wakeIfIdle: () => {
      if (!session.isIdle) return;
      const waiting = wake;
      wake = [];
      for (const resolve of waiting) resolve();
    },
    setThinkingLevel: (level) => {
      const previousLevel = session.thinkingLevel;
      const next = clampLevel(session.model, level);
      session.thinkingLevel = next;
      if (next === previousLevel) return;
      session.store.appendThinkingLevelChange(next);
      host.track(session.runner.hub.emit("thinking_level_select", { level: next, previousLevel }));
    },
  };
  openStore(session);
  return session;
};

/** pi's own first entries: the model and the level, so that a resume restores them. */
const openStore = ({ store, model, thinkingLevel }: FakeSession) => {
  if (store.buildSessionProjection().messages.length > 0) return;
  if (model) store.appendModelChange(model.provider, model.id);
  store.appendThinkingLevelChange(thinkingLevel);
  store.opened();
};

/** A report without a stack unless an `Error` was thrown. */
export const errorOf = (extensionPath: string, event: string, thrown: unknown): ReportedError => ({
  extensionPath,
  event,
  error: thrown instanceof Error ? thrown.message : String(thrown),
  ...(thrown instanceof Error ? { stack: thrown.stack } : {}),
});
