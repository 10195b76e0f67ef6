// The mocks' own extension: it mocks again what a reload brought, marks error results, and refuses to let a session
// run that nobody attached.
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import type { createCallRunner } from "./call-runner.ts";
import { sessionNotAttached } from "./failure-texts.ts";
import { builtInNames, sign } from "./pi-seams.ts";
import type { SessionPatches } from "./session-patches.ts";

export interface MockExtension {
  factory: ExtensionFactory;
  /** A session was attached: the extension set loaded last belongs to it. */
  claim(): void;
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
  let latest: { pi: ExtensionAPI; claimed: boolean } | undefined;

  const guard = (instance: { pi: ExtensionAPI; claimed: boolean }) => {
    instance.pi.on("tool_call", (event, ctx) => {
      if (instance.claimed || !refuses(event.toolName)) return undefined;
      if (!builtInNames(instance.pi.getAllTools()).includes(event.toolName)) return undefined;
      const failure = sessionNotAttached(runner.failedCall(event.toolName, event.toolCallId, event.input));
      try {
        runner.fail(failure, ctx as never);
      } catch {
        // Kept; the call ends as a block.
      }
      return { block: true, reason: failure.message };
    });
  };

  const onSessionStart = () => {
    const instance = latest;
    if (sessions.repeat() > 0 && instance !== undefined) instance.claimed = true;
    if (instance !== undefined && !instance.claimed) guard(instance);
  };

  return {
    factory(pi) {
      latest = { pi, claimed: false };
      sign(pi, owner);
      pi.on("session_start", onSessionStart);
      pi.on("tool_result", (event) => (flagged.delete(event.toolCallId) ? { isError: true } : undefined));
    },
    claim() {
      if (latest !== undefined) latest.claimed = true;
    },
    flagError(toolCallId) {
      if (latest === undefined) return false;
      flagged.add(toolCallId);
      return true;
    },
  };
};
