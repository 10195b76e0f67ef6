// The subagent example that ships with pi, unchanged, in a real pi: the pi it starts for the task is the mock.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import { calls, says, when } from "@pi-testkit/playbook";
import { startScriptedPi } from "@pi-testkit/scripted-pi";
import { expect, test } from "vitest";
import { newest, releaseFolder } from "../releases.ts";

const example = join(releaseFolder(newest), "@earendil-works/pi-coding-agent/examples/extensions/subagent/index.ts");

const agent = "---\nname: scout\ndescription: Looks around\n---\nYou look around.\n";

// The example re-runs the program it is in, so that is what has to be the mock: see README, "Findable however a client looks".
const replaceProgram = "export default () => { process.argv[1] = process.env.MOCK_PI; };\n";

test("the subagent example gets its answer from the mock", { timeout: 120_000 }, async () => {
  using mock = createMockPi();
  mock.onCall({ steps: [{ calls: "bash", params: { command: "echo looked" } }, { says: "Nothing to see." }] });
  await using pi = startScriptedPi({
    playbook: [when("go", [calls("subagent", { agent: "scout", task: "look around" }), says("The scout is back.")])],
    extensions: [example],
    args: ["-e", "./replace-program.js"],
    files: { "replace-program.js": replaceProgram },
    env: { MOCK_PI: mock.cliPath },
  });
  mkdirSync(join(pi.agentDir, "agents"), { recursive: true });
  writeFileSync(join(pi.agentDir, "agents", "scout.md"), agent);
  await pi.client.run("go");
  expect(pi.events.toolResultsFor("subagent").map(({ text, isError }) => [text, isError])).toEqual([
    ["Nothing to see.", false],
  ]);
  const [call] = mock.invocations();
  expect(call?.argv.slice(0, 3)).toEqual(["--mode", "json", "-p"]);
  expect(call?.argv.at(-1)).toBe("Task: look around");
  expect(call?.exitCode).toBe(0);
  mock.assertDone();
  pi.assertDone();
});
