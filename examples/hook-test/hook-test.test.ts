// #region hook-test
import { createFakePi } from "@pi-testkit/fake-pi-runtime";
import { expect, it } from "vitest";
import gate from "../full-session/gate.extension.ts";

it("asks before it deletes, and takes no for an answer", async () => {
  const fake = createFakePi({ ui: { confirm: false } });
  await fake.load(gate, "gate");

  expect(await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } })).toBeUndefined();
  expect(await fake.emit("tool_call", { toolName: "bash", input: { command: "rm -rf build" } })).toEqual({
    block: true,
    reason: "The user said no",
  });
  expect(fake.ctx.uiCalls).toMatchObject([{ method: "confirm", title: "Delete?", message: "rm -rf build" }]);
  await fake.dispose();
});
// #endregion hook-test
