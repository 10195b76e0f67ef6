// A session that belongs to the current test.
import { lazyCallSite, onBehalfOf } from "@pi-testkit/failure-report";
import { onTestFinished } from "vitest";
import { createTestSession as createSession } from "../create-test-session.ts";
import type { TestSession } from "../test-session.ts";
import type { TestSessionOptions } from "../test-session-options.ts";

/**
 * `createTestSession` whose session is disposed of when the current test ends. A test that passed still fails for a
 * failure that was kept, and for what was not used: steps, callbacks, queued answers, dialogs still open.
 *
 * Must be called inside a test, or in a `beforeEach` hook.
 *
 * @throws what `createTestSession` of `pi-testkit` throws.
 * @example
 * it("lists files", async () => {
 *   const t = await createTestSession({ mockTools: { bash: "a.txt" } });
 *   await t.run(when("list", [calls("bash", { command: "ls" }), says("one file")]));
 *   expect(t).toHaveCalledTool("bash", { command: "ls" });
 * });
 */
export const createTestSession = async (options?: TestSessionOptions): Promise<TestSession> => {
  const session = await onBehalfOf(lazyCallSite(createTestSession), () => createSession(options));
  onTestFinished(async ({ task }) => {
    try {
      // A test that failed has its own story; what it left unused would only cover it.
      if (task.result?.state === "pass") {
        await session.settled();
        for (const double of [session.playbook, session.mocks, session.ui, session.exec]) double.assertDone();
      }
    } finally {
      await session.dispose();
    }
  });
  return session;
};
