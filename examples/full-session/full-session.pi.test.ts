// #region full-session
import { calls, createTestSession, says, when } from "pi-testkit";
import { expect, it } from "vitest";

it("asks before it deletes, and takes no for an answer", async () => {
  const session = await createTestSession({
    extensions: [`${import.meta.dirname}/gate.extension.ts`],
    mockTools: { bash: ({ command }) => `ran ${command}` },
    mockUI: { confirm: false },
  });
  await session.run(
    when("clean up", [
      calls("bash", { command: "ls" }),
      calls("bash", { command: "rm -rf build" }),
      says("You did not want that."),
    ]),
  );

  expect(session.events.toolResultsFor("bash")[0]).toMatchObject({ text: "ran ls", mocked: true });
  expect(session.events.blockedCalls()).toMatchObject([{ step: 2, blockReason: "The user said no" }]);
  expect(session.events.tree()).toMatchInlineSnapshot(`
    "Agent
      Turn 1
        Message user "clean up"
        Message assistant
        Tool bash {"command":"ls"} → ok (mocked): "ran ls"
      Turn 2
        Message assistant
        Tool bash {"command":"rm -rf build"} → blocked by gate.extension.ts: "The user said no"
          UI confirm "Delete?" "rm -rf build" → false
      Turn 3
        Message assistant "You did not want that.""
  `);
  await session.dispose();
});
// #endregion full-session
