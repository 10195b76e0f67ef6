// Whatever parallel calls do and however they interleave: one record a call, with the right outcome.
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { Reply } from "./fixtures/bare-session.ts";
import { recordedSession, tool } from "./fixtures/recorded-session.ts";
import { unlisted } from "./fixtures/tree-rules.ts";
import type { ToolOutcome } from "./index.ts";

vi.setConfig({ testTimeout: 120_000 });

const pause = (ms: number) =>
  new Promise<void>((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));

/** What a call does, and what is to be recorded of it. */
const kinds: Record<string, { toolName: string; outcome: ToolOutcome; isError: boolean; mocked: boolean }> = {
  works: { toolName: "work", outcome: "ok", isError: false, mocked: false },
  throws: { toolName: "work", outcome: "error", isError: true, mocked: false },
  mocked: { toolName: "bash", outcome: "ok", isError: false, mocked: true },
  mockFails: { toolName: "bash", outcome: "error", isError: true, mocked: true },
  mockThrows: { toolName: "bash", outcome: "error", isError: true, mocked: true },
  blocked: { toolName: "work", outcome: "blocked", isError: true, mocked: false },
  blockedMock: { toolName: "bash", outcome: "blocked", isError: true, mocked: false },
  hookThrows: { toolName: "work", outcome: "blockedByError", isError: true, mocked: false },
  invalid: { toolName: "work", outcome: "invalid", isError: true, mocked: false },
  notFound: { toolName: "nobody", outcome: "notFound", isError: true, mocked: false },
};

const someCall = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  hookMs: fc.constantFrom(0, 0, 1, 3),
  ms: fc.constantFrom(0, 1, 2, 5),
});

it("records each call once and rightly", async () => {
  const replies: Reply[] = [];
  let ids = 0;
  const t = await recordedSession({
    replies,
    factories: [
      (pi: any) => {
        pi.registerTool(
          tool(
            "work",
            async ({ kind, ms }) => {
              await pause(ms);
              if (kind === "throws") throw new Error("blocked by the firewall");
              return "worked";
            },
            {
              parameters: {
                type: "object",
                properties: { kind: { type: "string" }, ms: { type: "number" }, hookMs: { type: "number" } },
              },
            },
          ),
        );
        pi.on("tool_call", async ({ input }: any) => {
          const { kind, hookMs = 0 } = input.command === undefined ? input : JSON.parse(input.command);
          if (hookMs > 0) await pause(hookMs);
          if (kind === "blocked" || kind === "blockedMock") return { block: true, reason: "no" };
          if (kind === "hookThrows") throw new Error("hook broke");
          return undefined;
        });
      },
    ],
    mockTools: {
      bash: async ({ command }) => {
        const { kind, ms } = JSON.parse(command);
        await pause(ms);
        if (kind === "mockThrows") return { throwsError: "mock threw" };
        return { content: [{ type: "text", text: kind }], isError: kind === "mockFails" };
      },
    },
  });
  const property = fc.asyncProperty(
    fc.array(fc.array(someCall, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 2 }),
    async (messages) => {
      const calls = messages.map((list) =>
        list.map((call) => {
          const { toolName } = kinds[call.kind]!;
          const args =
            toolName === "bash" ? { command: JSON.stringify(call) } : call.kind === "invalid" ? { kind: {} } : call;
          return { ...call, id: `id-${++ids}`, name: toolName, arguments: args as Record<string, unknown> };
        }),
      );
      replies.push(...calls.map((list) => ({ calls: list })), { text: "done" });
      const [callsBefore, resultsBefore] = [t.events.toolCalls.length, t.events.toolResults.length];
      await t.prompt();
      const wanted = calls.flat().map(({ id, kind }) => ({ toolCallId: id, ...kinds[kind]! }));
      const recorded = t.events.toolCalls.slice(callsBefore);
      expect(recorded.map(({ toolCallId, toolName, outcome }) => [toolCallId, toolName, outcome])).toEqual(
        wanted.map(({ toolCallId, toolName, outcome }) => [toolCallId, toolName, outcome]),
      );
      expect(recorded.map(({ blocked }) => blocked)).toEqual(
        wanted.map(({ outcome }) => outcome.startsWith("blocked")),
      );
      const results = t.events.toolResults.slice(resultsBefore);
      expect(results.map(({ toolCallId, isError, mocked }) => [toolCallId, isError, mocked]).sort()).toEqual(
        wanted.map(({ toolCallId, isError, mocked }) => [toolCallId, isError, mocked]).sort(),
      );
      t.events.assertTranscript();
    },
  );
  await fc.assert(property, { numRuns: 25, seed: 7 });
  expect(t.mocks.failure).toBeUndefined();
  expect(unlisted(t.events.tree())).toEqual([]);
  await t.dispose();
});
