// pi's own RpcClient, of the release that is tested: the same conversation with the real pi and with the mock.
import { join } from "node:path";
import { RpcClient } from "@earendil-works/pi-coding-agent";
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import type { ScriptJSON } from "@pi-testkit/playbook/script";
import { prepareScriptedPi } from "@pi-testkit/scripted-pi";
import { expect, test } from "vitest";

const script: ScriptJSON = [
  { when: "hi", steps: [{ says: "hello world" }] },
  { when: "look", steps: [{ calls: "bash", params: { command: "echo seen" } }, { says: "I saw it." }] },
];

const converse = async (cliPath: string, cwd: string, env: Record<string, string>) => {
  const client = new RpcClient({ cliPath, cwd, env, args: ["--no-session", "--model", "playbook/scripted"] });
  const types: string[] = [];
  client.onEvent((event: { type: string }) => types.push(event.type));
  await client.start();
  try {
    // The client waits a fixed time for pi to start; the first answer tells that it did.
    const before = await client.getState();
    await client.promptAndWait("hi", undefined, 60_000);
    const first = await client.getLastAssistantText();
    await client.promptAndWait("look", undefined, 60_000);
    const bash = await client.bash("echo from the user");
    await client.setSessionName("Mine");
    const state = await client.getState();
    await client.newSession();
    const after = await client.getMessages();
    return {
      before: [before.isStreaming, before.messageCount],
      first,
      last: types.filter((type) => type === "agent_end").length,
      tools: types.filter((type) => type === "tool_execution_start" || type === "tool_execution_end"),
      bash: [bash.output, bash.exitCode],
      state: [state.sessionName, state.messageCount, state.model?.id],
      after,
    };
  } finally {
    await client.stop();
  }
};

test("pi's own client has the same conversation with both", { timeout: 180_000 }, async () => {
  const folder = process.env.PI_FOLDER as string;
  using real = prepareScriptedPi({ pi: join(folder, "@earendil-works/pi-coding-agent"), playbook: script });
  using mock = createMockPi({ piVersion: process.env.PI_VERSION });
  mock.onCall({ steps: script });
  const spoken = await converse(real.cliPath, real.cwd, { ...real.env });
  expect(await converse(mock.cliPath, real.cwd, { ...real.env })).toEqual(spoken);
  expect(spoken.first).toBe("hello world");
  expect(spoken.bash).toEqual(["from the user\n", 0]);
  mock.assertDone();
  real.assertDone();
});
