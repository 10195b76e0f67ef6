import { createToolMocks } from "@pi-testkit/mock-tools";
import { expect, it } from "vitest";
import { type BareSessionOptions, bareSession } from "./fixtures/bare-session.ts";
import { createEventCollector } from "./index.ts";

const parameters = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

const tool = (name: string, execute: (...call: any[]) => unknown) => ({
  name,
  label: name,
  description: name,
  parameters,
  execute,
});

const text = (value: string) => ({ content: [{ type: "text", text: value }], details: {} });

const start = async (options: BareSessionOptions) => {
  const mocks = createToolMocks({ bash: ({ command }) => `ran ${command}` });
  const events = createEventCollector({ isMocked: mocks.isMocked });
  const t = await bareSession({
    ...options,
    factories: [...(options.factories ?? []), mocks.extension, events.extension],
    extensionsOverride: (result) => events.extensionsOverride(mocks.extensionsOverride(result)),
    onSession(session) {
      mocks.attach(session);
      events.attach(session);
    },
    onError: events.onError,
  });
  return {
    ...t,
    get session() {
      return t.session;
    },
    mocks,
    events,
  };
};

const call = (id: string, name: string, command: unknown = "x") => ({
  id,
  name,
  arguments: { command } as Record<string, unknown>,
});

it("knows every outcome by fact and draws the same tree on every version", async () => {
  const t = await start({
    factories: [
      (pi: any) => {
        pi.registerTool(tool("fine", async () => text("fine")));
        pi.registerTool(
          tool("firewall", async () => {
            throw new Error("blocked by the firewall");
          }),
        );
        pi.on("tool_call", (event: any) => {
          if (event.input.command === "no") return { block: true, reason: "no" };
          if (event.input.command === "crash") throw new Error("hook broke");
          if (event.input.command === "change") event.input.command = "changed";
          return undefined;
        });
      },
    ],
    replies: [
      {
        text: "working",
        calls: [
          call("a", "bash", "change"),
          call("b", "fine"),
          call("c", "firewall"),
          call("d", "bash", "no"),
          call("e", "fine", "crash"),
          call("f", "fine", { deep: 1 }),
          call("g", "nobody"),
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(
    t.events.toolCalls.map(({ toolName, outcome, blocked, blockReason, blockedBy }) => [
      toolName,
      outcome,
      blocked,
      blockReason,
      blockedBy,
    ]),
  ).toEqual([
    ["bash", "ok", false, undefined, undefined],
    ["fine", "ok", false, undefined, undefined],
    ["firewall", "error", false, undefined, undefined],
    ["bash", "blocked", true, "no", "<inline:1>"],
    ["fine", "blockedByError", true, "hook broke", "<inline:1>"],
    ["fine", "invalid", false, undefined, undefined],
    ["nobody", "notFound", false, undefined, undefined],
  ]);
  expect(t.events.toolCalls[0]).toMatchObject({ input: { command: "change" }, executedInput: { command: "changed" } });
  expect(t.events.tree()).toMatchInlineSnapshot(`
    "Agent
      Turn 1
        Message user "go"
        Message assistant "working"
        Tool bash {"command":"change"} → ok (mocked): "ran changed"
        Tool fine {"command":"x"} → ok: "fine"
        Tool firewall {"command":"x"} → error: "blocked by the firewall"
        Tool bash {"command":"no"} → blocked by <inline:1>: "no"
        Tool fine {"command":"crash"} → blockedByError by <inline:1>: "hook broke"
        Tool fine {"command":{"deep":1}} → invalid
        Tool nobody {"command":"x"} → notFound
      Turn 2
        Message assistant "done""
  `);
  t.events.assertTranscript();
  await t.dispose();
});
