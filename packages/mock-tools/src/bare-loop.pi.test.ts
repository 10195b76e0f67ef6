// Mocked tools on pi's bare agent loop: no session, no extension, no hooks.
import { agentLoop } from "@earendil-works/pi-agent-core";
import { calls, createPlaybook, says } from "@pi-testkit/playbook";
import { expect, it } from "vitest";
import { createToolMocks, type ToolHandlers, throwsError } from "./index.ts";

const bash = {
  name: "bash",
  label: "bash",
  description: "never runs",
  parameters: { type: "object", properties: { command: { type: "string" } } } as any,
  execute: async (): Promise<any> => {
    throw new Error("ran for real");
  },
};

const run = async (handlers: ToolHandlers) => {
  const mocks = createToolMocks(handlers);
  const playbook = createPlaybook([calls("bash", { command: "ls" }), says("done")]);
  const context = { systemPrompt: "", messages: [], tools: [mocks.wrap(bash)] } as any;
  const config = { model: playbook.model, convertToLlm: (messages: any) => messages } as any;
  const user = { role: "user", content: "go", timestamp: 1 } as any;
  const results: any[] = [];
  for await (const event of agentLoop([user], context, config, undefined, playbook.streamFn as any))
    if (event.type === "tool_execution_end") results.push({ isError: event.isError, ...event.result });
  return { mocks, result: results[0] };
};

it("answers without a session", async () => {
  const { mocks, result } = await run({ bash: ({ command }, { ctx }) => `${command} ${ctx}` });
  expect(result).toMatchObject({ isError: false, content: [{ type: "text", text: "ls undefined" }] });
  mocks.assertDone();
});

it("makes a text an error result on every version", async () => {
  const failed = { isError: true, content: [{ type: "text", text: "no" }] };
  expect((await run({ bash: throwsError("no") })).result).toMatchObject(failed);
  const { result } = await run({ bash: { content: [{ type: "text", text: "no" }], isError: true } });
  expect(result).toMatchObject(failed);
});

it("keeps the failure of a handler although the loop knows no abort", async () => {
  const { mocks, result } = await run({
    bash: () => {
      throw new Error("broken");
    },
  });
  expect(result.isError).toBe(true);
  expect(() => mocks.assertDone()).toThrow('The mock of "bash" threw');
});
