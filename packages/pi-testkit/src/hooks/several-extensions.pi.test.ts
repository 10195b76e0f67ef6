// Extensions that know nothing of each other, in one session: a tool, a gate, an auditor and a counter on the bus.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { expect, it } from "vitest";
import { calls, says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const deploys = (pi: ExtensionAPI) => {
  pi.registerTool({
    name: "deploy",
    label: "Deploy",
    description: "deploys",
    parameters: Type.Object({ target: Type.String() }),
    execute: async (_id, { target }) => {
      pi.events.emit("deployed", target);
      return { content: [{ type: "text", text: `deployed to ${target}` }], details: {} };
    },
  });
};

const gate = (pi: ExtensionAPI) => {
  pi.on("tool_call", async ({ toolName, input }, ctx) => {
    if (toolName !== "deploy" || input.target !== "production") return undefined;
    return (await ctx.ui.confirm("Deploy?", "to production")) ? undefined : { block: true, reason: "not today" };
  });
};

const audits = (pi: ExtensionAPI) => {
  pi.on("tool_result", ({ toolName, content }) =>
    toolName === "deploy" ? { content: [...content, { type: "text", text: "(audited)" }] } : undefined,
  );
};

const counts = (deployed: unknown[]) => (pi: ExtensionAPI) => {
  pi.events.on("deployed", (target) => void deployed.push(target));
  pi.registerCommand("count", {
    description: "counts",
    handler: async (_args, ctx) => ctx.ui.notify(`${deployed.length} deployed`, "info"),
  });
};

const turn = (target: string) => when(`deploy to ${target}`, [calls("deploy", { target }), says("Done.")]);

it("lets each have its say, in the order they were loaded", async () => {
  const deployed: unknown[] = [];
  const t = await withExtension(deploys, {
    extensionFactories: [gate, audits, counts(deployed)],
    mockUI: { confirm: [false, true] },
  });
  await t.run(turn("staging"), turn("production"), turn("production"), when("/count"));
  expect(deployed).toEqual(["staging", "production"]);
  expect(t.events.toolCalls.map(({ outcome, blockReason }) => [outcome, blockReason])).toEqual([
    ["ok", undefined],
    ["blocked", "not today"],
    ["ok", undefined],
  ]);
  expect(t.events.toolResults[0]?.content.map(({ text }) => text)).toEqual(["deployed to staging", "(audited)"]);
  expect(t.ui.notifications.at(-1)?.message).toBe("2 deployed");
});

it("hears of a mocked tool like of a real one, but what the tool itself does is not done", async () => {
  const deployed: unknown[] = [];
  const t = await withExtension(deploys, {
    extensionFactories: [gate, audits, counts(deployed)],
    mockTools: { deploy: "as if" },
    mockUI: { confirm: true },
  });
  await t.run(turn("production"));
  expect(t.events.uiCallsFor("confirm")).toHaveLength(1);
  expect(t.events.toolResults[0]?.content.map(({ text }) => text)).toEqual(["as if", "(audited)"]);
  expect(deployed).toEqual([]);
});

it("refuses two that register the same tool, as pi's command line does", async () => {
  await expect(withExtension(deploys, { extensionFactories: [deploys] })).rejects.toThrow(
    'Tool "deploy" conflicts with <inline:1>',
  );
});

it("shuts all of them down, in order, even when one fails", async () => {
  const ended: string[] = [];
  const ends = (name: string) => (pi: ExtensionAPI) =>
    void pi.on("session_shutdown", ({ reason }) => {
      ended.push(`${name} ${reason}`);
      if (name === "b") throw new Error("could not save");
    });
  const t = await withExtension(ends("a"), { extensionFactories: [ends("b"), ends("c")], propagateErrors: false });
  await t.dispose();
  expect(ended).toEqual(["a quit", "b quit", "c quit"]);
  expect(t.events.errors).toMatchObject([{ event: "session_shutdown", error: "could not save" }]);
});
