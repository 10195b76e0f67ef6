// #region node-test
import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, createTestSession, says, when } from "pi-testkit";

test("asks before it deletes, and takes no for an answer", async () => {
  await using session = await createTestSession({
    extensions: ["examples/full-session/gate.extension.ts"],
    mockTools: { bash: ({ command }) => `ran ${command}` },
    mockUI: { confirm: [false, true] },
  });
  await session.run(
    when("clean up", [calls("bash", { command: "rm -rf build" }), says("You did not want that.")]),
    when("do it", [calls("bash", { command: "rm -rf build" }), says("Done.")]),
  );
  assert.deepEqual(
    session.events.toolCalls.map((call) => call.outcome),
    ["blocked", "ok"],
  );
  session.ui.assertDone();
});

test("is told when the script runs dry", async () => {
  await using session = await createTestSession({ mockTools: { bash: "ok" } });
  await assert.rejects(session.run(when("go", [calls("bash", { command: "ls" })])), { code: "exhausted" });
});
// #endregion node-test
