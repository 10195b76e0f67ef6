// The double itself: what a test holds in its hands. Sessions, extensions and single calls have files of their own.

import type { ExtensionFactory, LoadExtensionsResult } from "@earendil-works/pi-coding-agent";
import { callSite, createFailureKeeper, nearestName } from "@pi-testkit/failure-report";
import { createCallRunner, type ToolMockCall } from "./call-runner.ts";
import { invalidHandler, noObject, queueLeftOver, unknownOption, unknownTool } from "./failure-texts.ts";
import { createHandlerTable } from "./handler-table.ts";
import { createMockExtension } from "./mock-extension.ts";
import { isOutcome } from "./outcome.ts";
import {
  type AnyTool,
  isSigned,
  isWrappedBy,
  type MockableSession,
  nameOf,
  wrapRegistrations,
  wrapTool,
} from "./pi-seams.ts";
import { createSessionPatches } from "./session-patches.ts";
import type { MockToolHandler, ToolContext, ToolHandlers } from "./tool-handlers.ts";

/** What `createToolMocks` takes beside the handlers. */
export interface ToolMocksOptions {
  /**
   * What a built-in tool without a mock does: `"run"` (default), `"error"` (refused, and the test fails), or a function
   * that says it by name and may give a handler instead. Tools of extensions always run unless they are named.
   */
  onUnmocked?: "run" | "error" | ((name: string) => "run" | "error" | MockToolHandler) | undefined;
  /** Told each call that reached a mock, when it is over. What it throws, or rejects with, fails the test. */
  onCall?: ((call: ToolMockCall) => void) | undefined;
  /** Told the first failure the moment it happens. */
  onFailure?: ((failure: Error) => void) | undefined;
  /**
   * Told what a real tool threw: one without a mock, or behind a passthrough. pi makes an error result of it; a host that
   * wants the run to fail keeps it from here.
   */
  onRealThrow?:
    | ((call: { toolName: string; toolCallId: string; params: unknown }, thrown: unknown) => void)
    | undefined;
  /** The script step that made a call, for the messages: a playbook's `stepOf` fits. */
  stepOf?: ((toolCallId: string) => number | undefined) | undefined;
}

/** A name that is mocked although no tool has it. */
export interface UnmatchedMock {
  name: string;
  nearest?: string;
}

/** Mocks for pi's tools. Members may be passed unbound. */
export interface ToolMocks {
  /** The tool with its `execute` mocked, for `customTools` and for a bare agent loop; the original is left alone. */
  wrap<T extends AnyTool>(tool: T): T;
  /** For the resource loader's option of that name: mocks the tools of extensions, also those registered later. */
  extensionsOverride(result: LoadExtensionsResult): LoadExtensionsResult;
  /**
   * Mocks the built-in tools of a session, before it is bound. Repeat it for a session that replaces it; twice for the
   * same one changes nothing. Gives the undo.
   */
  attach(session: MockableSession): () => void;
  /** For the resource loader's `extensionFactories`: holds the mocks over a reload and makes `isError` count. */
  extension: ExtensionFactory;
  /** Each call that reached a mock, in the order they began. */
  readonly calls: ToolMockCall[];
  callsFor(name: string): ToolMockCall[];
  /** True if the result of this call came from a mock; false for a passthrough. */
  isMocked(toolCallId: string): boolean;
  /** Replaces or, with `undefined`, takes away the handler of a tool. A queue begins anew. */
  set(name: string, handler: MockToolHandler | undefined): void;
  /** Mocked names that no tool has, of those seen so far and those given: a tool registered later takes its name off. */
  unmatched(toolNames?: Iterable<string>): UnmatchedMock[];
  /** The first failure, if there was one. */
  readonly failure: Error | undefined;
  /** Throws the first failure, a name that no tool has, or the queued answers nobody asked for. */
  assertDone(): void;
  /** Takes the mocks off the attached sessions; asserts nothing, twice is fine. */
  dispose(): void;
  [Symbol.dispose](): void;
  /** Forgets calls, failure and positions, and goes back to the handlers given at creation. */
  reset(): void;
}

const optionNames = ["onUnmocked", "onCall", "onFailure", "onRealThrow", "stepOf"];

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const isHandler = (value: unknown): value is MockToolHandler =>
  typeof value === "function" ||
  isOutcome(value) ||
  (Array.isArray(value) && value.every(isHandler)) ||
  (typeof value === "object" && value !== null && "repeatLast" in value && isHandler(value.repeatLast));

/**
 * Creates mocks: what a call of a tool returns, without running the tool. Touches nothing until it is plugged in.
 *
 * @param handlers by tool name: an outcome, a function of the call's parameters, or a queue of them
 * @throws MockToolsError for an unknown option and for a value that is no handler
 * @example
 * const mocks = createToolMocks({
 *   bash: ({ command }) => `ran ${command}`,
 *   read: ["first file", throwsError("no such file")],
 * });
 */
export const createToolMocks = (handlers: ToolHandlers, options: ToolMocksOptions = {}): ToolMocks => {
  const writtenAt = callSite(createToolMocks);
  if (!isRecord(handlers)) throw noObject("handlers", handlers, optionNames, writtenAt);
  if (!isRecord(options)) throw noObject("options", options, optionNames, writtenAt);
  for (const name of Object.keys(options))
    if (!optionNames.includes(name)) throw unknownOption(name, optionNames, writtenAt);
  for (const [name, handler] of Object.entries(handlers))
    if (handler !== undefined && !isHandler(handler)) throw invalidHandler(name, handler, writtenAt);

  const owner = {};
  const known = new Set<string>();
  const table = createHandlerTable(handlers, writtenAt);
  const keeper = createFailureKeeper(options.onFailure);
  const { onUnmocked = "run" } = options;

  const runner = createCallRunner({
    table,
    keeper,
    writtenAt,
    policy: typeof onUnmocked === "function" ? onUnmocked : () => onUnmocked,
    onCall: options.onCall,
    onRealThrow: options.onRealThrow,
    stepOf: options.stepOf,
    stop: (ctx) => stop(ctx),
    flagError: (toolCallId, ctx) => ctx !== undefined && extension.flagError(toolCallId),
  });
  const sessions = createSessionPatches({
    owner,
    table,
    known,
    replaced: runner.replaced,
    onStranger(failure) {
      keeper.keep(failure);
      sessions.abort();
    },
  });
  const extension = createMockExtension({
    owner,
    runner,
    sessions,
    refuses: (name) => table.has(name) || onUnmocked !== "run",
  });

  const stop = (ctx: ToolContext | undefined) => {
    try {
      if (ctx !== undefined) ctx.abort();
      else sessions.abort();
    } catch {
      // A context that pi has invalidated belongs to a run that is over.
    }
  };

  const wrap = <T extends AnyTool>(tool: T): T => {
    const name = nameOf(tool);
    known.add(name);
    if (isWrappedBy(tool, owner)) return tool;
    return wrapTool(tool, owner, (real) => runner.replaced(name, false, real));
  };

  const unmatched = (toolNames: Iterable<string> = []): UnmatchedMock[] => {
    const names = new Set([...known, ...toolNames, ...sessions.toolNames()]);
    return table
      .names()
      .filter((name) => !names.has(name))
      .map((name) => {
        const nearest = nearestName(name, names);
        return nearest === undefined ? { name } : { name, nearest };
      });
  };

  const mocks: ToolMocks = {
    wrap,
    extensionsOverride(result) {
      for (const loaded of result.extensions) wrapRegistrations(loaded, wrap);
      // Our tool_result handler has to be the first: the others must see the error flag.
      const own = result.extensions.filter((loaded) => isSigned(loaded, owner));
      return { ...result, extensions: [...own, ...result.extensions.filter((loaded) => !own.includes(loaded))] };
    },
    attach: sessions.attach,
    extension: extension.factory,
    calls: runner.calls,
    callsFor: (name) => runner.calls.filter((call) => call.toolName === name),
    isMocked: (toolCallId) => runner.mocked.has(toolCallId),
    set(name, handler) {
      const place = callSite(mocks.set);
      if (handler !== undefined && !isHandler(handler)) throw invalidHandler(name, handler, place);
      table.set(name, handler, place);
    },
    unmatched,
    get failure() {
      return keeper.first;
    },
    assertDone() {
      keeper.throwFirst();
      const names = new Set([...known, ...sessions.toolNames()]);
      const [stranger] = names.size === 0 ? [] : unmatched();
      if (stranger !== undefined) throw unknownTool(stranger.name, [...names], table.writtenAt(stranger.name));
      const left = table.leftOver();
      if (left.length > 0) throw queueLeftOver(left);
    },
    dispose: sessions.detachAll,
    [Symbol.dispose]: sessions.detachAll,
    reset() {
      runner.calls.length = 0;
      runner.mocked.clear();
      keeper.reset();
      table.reset();
    },
  };
  return mocks;
};
