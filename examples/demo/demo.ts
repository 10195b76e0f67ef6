// The main job in one file: one of pi's own example extensions in a session of real pi, with a scripted model, mocked
// tools and a mocked user. Run it with `npm run demo`.
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { calls, createTestSession, says, when } from "pi-testkit";

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const gate = join(pi, "examples/extensions/permission-gate.ts");

// permission-gate asks before it lets a dangerous command through.
await using session = await createTestSession({
  extensions: [gate],
  mockTools: { bash: ({ command }) => `mocked: ${command}` },
  mockUI: { select: ["Yes", "No"] },
});

await session.run(
  when("clean the build folder", [calls("bash", { command: "rm -rf build" }), says("Cleaned.")]),
  when("now list, then wipe everything", [
    calls("bash", { command: "ls" }),
    calls("bash", { command: `sudo touch ${join(session.cwd, "trace")}` }),
    says("The second command was refused."),
  ]),
);

console.log(session.events.tree());

assert.deepEqual(session.events.toolSequence(), ["bash", "bash", "bash"]);
assert.deepEqual(
  session.events.blockedCalls().map((call) => [call.step, call.blockReason]),
  [[4, "Blocked by user"]],
);
assert.equal(session.events.uiCallsFor("select").length, 2);
assert.equal(existsSync(join(session.cwd, "trace")), false, "the real bash must not run");
session.events.assertTranscript();
session.playbook.assertDone();
session.ui.assertDone();

console.log(
  "\nHeld: 2 turns, 3 tool calls (all mocked), 2 dialogs answered, 1 call blocked by the user; no real command ran.",
);
