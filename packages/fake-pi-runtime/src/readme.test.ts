// The README's examples, executed.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { createFakePi } from "./index.ts";

// #region gate
const gate = (pi: ExtensionAPI) => {
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash") return undefined;
    return (await ctx.ui.confirm("Run it?", String(event.input.command)))
      ? undefined
      : { block: true, reason: "refused" };
  });
  pi.registerCommand("gate", { handler: async (args, ctx) => ctx.ui.notify(`gate ${args}`, "info") });
};
// #endregion gate

it("the bare style", async () => {
  // #region bare
  const { pi, emit, enqueueUi, ctx } = createFakePi();
  pi.on("tool_call", async (event, context) => {
    const allowed = event.toolName !== "bash" || (await context.ui.confirm("Run it?", "really"));
    return allowed ? undefined : { block: true, reason: "refused" };
  });

  expect(await emit("tool_call", { toolName: "bash", input: { command: "ls" } })).toEqual({
    block: true,
    reason: "refused", // nobody answered, so the dialog was dismissed
  });
  enqueueUi(true);
  expect(await emit("tool_call", { toolName: "bash", input: { command: "ls" } })).toBeUndefined();
  expect(ctx.uiCalls).toHaveLength(2);
  // #endregion bare
});

it("a loaded extension", async () => {
  // #region loaded
  await using fake = createFakePi({ ui: { confirm: [true, false, true] }, tools: { bash: "output" } });
  await fake.load(gate);
  await fake.start();

  expect(await fake.callTool("bash", { command: "ls" })).toMatchObject({ outcome: "ok", text: "output" });
  expect(await fake.callTool("bash", { command: "rm" })).toMatchObject({ outcome: "blocked", reason: "refused" });
  await fake.runCommand("gate", "open");
  expect(fake.ctx.notifications).toEqual([{ message: "gate open", level: "info" }]);
  expect(
    await fake.submit("hello", { replies: [{ calls: [{ name: "bash", params: { command: "x" } }] }, "done"] }),
  ).toBe("prompt");
  fake.assertDone();
  // #endregion loaded
}, 10_000);
