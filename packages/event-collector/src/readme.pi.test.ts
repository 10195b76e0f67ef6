// The code of the README, run as it stands there.
import { Agent } from "@earendil-works/pi-agent-core";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, it } from "vitest";
import { createEventCollector } from "./index.ts";

const bashTool = {
  name: "bash",
  label: "bash",
  description: "bash",
  parameters: { type: "object", properties: { command: { type: "string" } } } as never,
  execute: async () => ({ content: [{ type: "text" as const, text: "a.txt" }], details: {} }),
};

it("records an agent of one's own", async () => {
  // #region agent
  const playbook = createPlaybook([when("List the files", [calls("bash", { command: "ls" }), says("One file.")])]);
  const agent = new Agent({
    streamFn: playbook.streamFn,
    initialState: { model: playbook.model, tools: [bashTool] },
  });
  const events = createEventCollector({ stepOf: playbook.stepOf });
  events.attach(agent);
  await playbook.play((prompt) => agent.prompt(prompt.text));

  expect(events.toolSequence()).toEqual(["bash"]);
  expect(events.toolCalls[0]).toMatchObject({ step: 1, input: { command: "ls" }, outcome: "ok" });
  expect(events.tree()).toMatchInlineSnapshot(`
    "Agent
      Turn 1
        Message user "List the files"
        Message assistant
        Tool bash {"command":"ls"} → ok: "a.txt"
      Turn 2
        Message assistant "One file.""
  `);
  events.assertTranscript();
  // #endregion agent
});
