// Replies that fail half-way, and blocks that a provider signed.
import { afterEach, beforeEach, expect, test } from "vitest";
import { linesOf, runPi } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi } from "./index.ts";

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

test("keeps what came before a failure, leaves its last block open, and passes on signatures", async () => {
  const content = [
    { type: "thinking", thinking: "Hm.", thinkingSignature: "s" },
    { type: "text", text: "Lo" },
  ];
  pi.onCall({
    steps: [
      {
        fails: "400 bad request",
        after: [
          { thinks: "Hm.", block: { thinkingSignature: "s" } },
          { says: "Lo", deltas: 2 },
        ],
      },
    ],
  });
  const { stdout } = await runPi(["--mode", "json", "hi"], { env: pi.env() });
  const lines: any[] = linesOf({ stdout });
  const ended = lines.find(({ type, message }) => type === "message_end" && message.role === "assistant");
  expect(ended.message).toMatchObject({ content, stopReason: "error", errorMessage: "400 bad request" });
  const updates = lines.filter(({ type }) => type === "message_update");
  expect(updates.map(({ assistantMessageEvent }) => assistantMessageEvent.type)).toEqual([
    "thinking_start",
    "thinking_delta",
    "thinking_end",
    "text_start",
    "text_delta",
    "text_delta",
  ]);
});

test("takes the usage and the stop reason of a whole message", async () => {
  pi.onCall({ steps: [{ together: [{ thinks: "Hm." }], usage: { input: 7 }, stopReason: "length" }] });
  const { stdout } = await runPi(["--mode", "json", "hi"], { env: pi.env() });
  const ended = (linesOf({ stdout }) as any[]).find(
    ({ type, message }) => type === "message_end" && message.role === "assistant",
  );
  expect(ended.message).toMatchObject({ stopReason: "length", usage: { input: 7 } });
});
