// Runs of a size nobody reads by hand: the record is complete, and so is the tree.
import { expect, it, vi } from "vitest";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";

vi.setConfig({ testTimeout: 60_000 });

it("records 500 tool calls of one message", async () => {
  const t = await recordedSession({
    mockTools: { bash: ({ command }) => `ran ${command}` },
    replies: [
      { calls: Array.from({ length: 500 }, (_, index) => call(`c${index}`, "bash", { command: `${index}` })) },
      { text: "done" },
    ],
  });
  await t.prompt();
  expect(t.events.toolCalls).toHaveLength(500);
  expect(t.events.toolCalls.every((record) => record.outcome === "ok")).toBe(true);
  expect(t.events.toolResults.map((record) => record.text)).toContain("ran 499");
  expect(t.events.tree().split("\n")).toHaveLength(506);
  t.events.assertTranscript();
  await t.dispose();
});

it("records 5,000 events", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) =>
        pi.registerTool({
          ...tool("chatty", () => "done"),
          execute: async (_id: string, _params: unknown, _signal: unknown, update: (partial: object) => void) => {
            for (let index = 0; index < 5000; index++)
              update({ content: [{ type: "text", text: `${index}` }], details: { index } });
            return { content: [], details: {} };
          },
        }),
    ],
    replies: [{ calls: [call("a", "chatty")] }, { text: "done" }],
  });
  await t.prompt();
  const updates = t.events.ofType("tool_execution_update");
  expect(updates).toHaveLength(5000);
  expect(updates.at(-1)).toMatchObject({ partialResult: { details: { index: 4999 } } });
  expect(t.events.all.length).toBeGreaterThan(5000);
  await t.dispose();
});
