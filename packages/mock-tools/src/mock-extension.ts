// The mocks' own extension: it mocks again what a reload brought, marks error results, and refuses to let a session
// run that nobody attached.
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import type { createCallRunner } from "./call-runner.ts";
import { sessionNotAttached } from "./failure-texts.ts";
import { builtInNames, sign } from "./pi-seams.ts";
import type { SessionPatches } from "./session-patches.ts";
import type { ToolContext } from "./tool-handlers.ts";

export interface MockExtension {
  factory: ExtensionFactory;
  /** Makes the result of this call an error result; false where no extension of ours is loaded. */
  flagError(toolCallId: string): boolean;
}

export const createMockExtension = (options: {
  owner: object;
  runner: ReturnType<typeof createCallRunner>;
  sessions: SessionPatches;
  refuses(name: string): boolean;
}): MockExtension => {
  const { owner, runner, sessions, refuses } = options;
  const flagged = new Set<string>();
  let loaded = false;

  const guard = (pi: ExtensionAPI) =>
    pi.on("tool_call", (event, ctx) => {
      if (sessions.includes(ctx) || !refuses(event.toolName)) return undefined;
      if (!builtInNames(pi.getAllTools()).includes(event.toolName)) return undefined;
      const failure = sessionNotAttached(runner.failedCall(event.toolName, event.toolCallId, event.input));
      try {
        runner.fail(failure, ctx as ToolContext);
      } catch {
        // Kept; the call ends as a block.
      }
      return { block: true, reason: failure.message };
    });

  return {
    factory(pi) {
      loaded = true;
      sign(pi, owner);
      pi.on("session_start", (_event, ctx) => {
        sessions.repeat();
        if (!sessions.includes(ctx)) guard(pi);
      });
      pi.on("session_shutdown", (event, ctx) => {
        if (event.reason !== "reload") sessions.forget(ctx);
      });
      pi.on("tool_result", (event) => (flagged.delete(event.toolCallId) ? { isError: true } : undefined));
    },
    flagError(toolCallId) {
      if (loaded) flagged.add(toolCallId);
      return loaded;
    },
  };
};
