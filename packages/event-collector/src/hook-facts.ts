// What pi's hooks and tools did with a call, seen where it happens. Facts only: no message is read here.
import { AsyncLocalStorage } from "node:async_hooks";
import type { LoadExtensionsResult } from "@earendil-works/pi-coding-agent";
import { heardEvents } from "./collector-extension.ts";
import type { Hearing } from "./hearing.ts";
import { type Handler, isSignedByKit, wrapHandlers, wrapTools } from "./pi-seams.ts";
import { snapshot } from "./snapshot.ts";

/** What is known of one call. */
export interface CallFacts {
  /** A `tool_call` handler saw it. */
  dispatched: boolean;
  blocked?: { reason: string | undefined; extension: string };
  threw?: { value: unknown; extension: string };
  executed: boolean;
  executedInput?: unknown;
  /** It ran a tool whose words are its author's: an extension's. */
  extensionTool: boolean;
  toolThrew?: { error: unknown };
  abortedAtStart: boolean;
  callable: boolean | undefined;
}

/** One hook or tool that got a call, for the trace. */
export interface Handover {
  queue: "tool_call" | "tool_result" | "execute";
  consumer: string;
  toolName: string;
  toolCallId: string;
  from: number;
  until: number;
  came: string;
}

export interface HookFacts {
  /** The facts of the call that is running under this id now. */
  of(toolCallId: string): CallFacts;
  /** The call is over: the next one under this id is another one. */
  close(toolCallId: string): void;
  /** The id of the call whose hook or tool is running here, across awaits. */
  current(): string | undefined;
  watch(result: LoadExtensionsResult, isOwn: (extension: LoadExtensionsResult["extensions"][number]) => boolean): void;
}

type Handed = Omit<Handover, "from" | "until" | "came">;

const handover = (
  queue: Handover["queue"],
  consumer: string,
  call: { toolName: string; toolCallId: string },
): Handed => ({
  queue,
  consumer,
  toolName: call.toolName,
  toolCallId: call.toolCallId,
});

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

export const createHookFacts = (options: {
  now(): number;
  onHook(event: object): void;
  onHandover(handover: Handover): void;
  /** Puts our ear before a handler. */
  through: Hearing["through"];
}): HookFacts => {
  const { now, onHook, onHandover, through } = options;
  const open = new Map<string, CallFacts>();
  const running = new AsyncLocalStorage<string>();
  const watched = new WeakSet<object>();

  const of = (toolCallId: string): CallFacts => {
    const known = open.get(toolCallId);
    if (known !== undefined) return known;
    const facts: CallFacts = {
      dispatched: false,
      executed: false,
      extensionTool: false,
      abortedAtStart: false,
      callable: undefined,
    };
    open.set(toolCallId, facts);
    return facts;
  };

  /** Runs something that may be asynchronous, stays synchronous where it is, and says how it ended. */
  const observed = (
    handed: Handed,
    run: () => unknown,
    seen: { returned(value: unknown): string; threw(error: unknown): string },
  ): unknown => {
    const from = now();
    const end = (came: string) => onHandover({ ...handed, from, until: now(), came });
    const failed = (error: unknown): never => {
      end(seen.threw(error));
      throw error;
    };
    const returned = (value: unknown) => {
      end(seen.returned(value));
      return value;
    };
    let value: unknown;
    try {
      value = running.run(handed.toolCallId, run);
    } catch (error) {
      return failed(error);
    }
    return isThenable(value) ? value.then(returned, failed) : returned(value);
  };

  return {
    of,
    close: (toolCallId) => void open.delete(toolCallId),
    current: () => running.getStore(),
    watch(result, isOwn) {
      for (const extension of result.extensions) {
        if (isOwn(extension) || watched.has(extension)) continue;
        watched.add(extension);
        const { path } = extension;
        const onToolCall = (handler: Handler): Handler => {
          return (event, ctx) => {
            const facts = of(event.toolCallId);
            if (!facts.dispatched) onHook(event);
            facts.dispatched = true;
            return observed(handover("tool_call", path, event), () => handler(event, ctx), {
              returned(value) {
                const { block, reason } = (value ?? {}) as { block?: boolean; reason?: string };
                if (!block) return "passed on";
                facts.blocked = { reason, extension: path };
                return "blocked";
              },
              threw(error) {
                facts.threw = { value: error, extension: path };
                return "threw";
              },
            });
          };
        };
        const onToolResult =
          (handler: Handler): Handler =>
          (event, ctx) =>
            observed(handover("tool_result", path, event), () => handler(event, ctx), {
              returned: (value) => (value === undefined ? "passed on" : "changed"),
              threw: () => "threw",
            });
        const wraps = new Map([["tool_call", onToolCall]]);
        // The kit's own hooks are no news to a test.
        if (!isSignedByKit(extension))
          for (const type of heardEvents)
            wraps.set(type, (handler) => through(type, type === "tool_result" ? onToolResult(handler) : handler));
        wrapHandlers(extension, wraps);
        wrapTools(extension, (toolName, real) => (toolCallId, params, ...rest) => {
          const facts = of(toolCallId);
          facts.executed = true;
          facts.extensionTool = true;
          facts.executedInput = snapshot(params);
          return observed(
            handover("execute", toolName, { toolName, toolCallId }),
            () => real(toolCallId, params, ...rest),
            {
              returned: () => "returned",
              threw(error) {
                facts.toolThrew = { error };
                return "threw";
              },
            },
          );
        });
      }
    },
  };
};
