// The code of the README, run as it stands there.
import { Agent } from "@earendil-works/pi-agent-core";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, it } from "vitest";
import { createToolMocks, passthrough, repeatLast, throwsError } from "./index.ts";

const bashTool = {
  name: "bash",
  label: "bash",
  description: "bash",
  parameters: { type: "object", properties: { command: { type: "string" } } } as never,
  execute: async (): Promise<never> => {
    throw new Error("ran for real");
  },
};

it("answers on an agent of one's own", async () => {
  // #region agent
  const mocks = createToolMocks({ bash: ({ command }) => `ran ${command}` });
  const playbook = createPlaybook([when("List the files", [calls("bash", { command: "ls" }), says("Two files.")])]);
  const agent = new Agent({
    streamFn: playbook.streamFn,
    initialState: { model: playbook.model, tools: [mocks.wrap(bashTool)] },
  });
  await playbook.play((prompt) => agent.prompt(prompt.text));

  expect(mocks.callsFor("bash")).toMatchObject([
    { params: { command: "ls" }, result: { content: [{ type: "text", text: "ran ls" }] } },
  ]);
  mocks.assertDone();
  // #endregion agent
});

it("takes handlers of every kind", () => {
  // #region handlers
  createToolMocks({
    bash: "always this text",
    read: ({ path }) => (path.endsWith(".md") ? passthrough() : throwsError(`ENOENT: ${path}`)),
    edit: ["the first call", { content: [{ type: "text", text: "the second" }], details: { diff: "" }, isError: true }],
    deploy: repeatLast(["pending", "pending", "live"]),
    search: async (params, { toolCallId, signal, update, ctx }) => {
      update("half way");
      return `${params.query} in ${ctx?.cwd}, ${toolCallId}, aborted: ${signal?.aborted}`;
    },
  });
  // #endregion handlers
});
