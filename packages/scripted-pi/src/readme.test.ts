// The example of the README.
import { calls, says, when } from "@pi-testkit/playbook";
import { expect, test } from "vitest";
import { startScriptedPi } from "./index.ts";

// #region gate
test("the gate asks before a command runs", async () => {
  await using pi = startScriptedPi({
    extensions: ["examples/full-session/gate.extension.ts"],
    playbook: [when("clean up", [calls("bash", { command: "rm -r build" }), says("I was stopped.")])],
    ui: { confirm: false },
  });
  await pi.client.run("clean up");
  expect(pi.events.toolResultsFor("bash")[0]?.text).toBe("The user said no");
  pi.assertDone();
});
// #endregion gate
