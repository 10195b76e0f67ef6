// Examples that stand between the model and the machine.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { calls, says, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

const dangerous = "sudo touch trace";
const title = `⚠️ Dangerous command:\n\n  ${dangerous}\n\nAllow?`;

it("permission-gate asks before a dangerous command, and refusal blocks it", async () => {
  const t = await withExample("permission-gate.ts", { mockUI: { select: "No" } });
  await t.run(when("go", [calls("bash", { command: dangerous }), says("Then not.")]));
  expect(t.events.uiCallsFor("select")).toMatchObject([{ title, options: ["Yes", "No"], returnValue: "No" }]);
  expect(t.events.blockedCalls()).toMatchObject([{ step: 1, toolName: "bash", blockReason: "Blocked by user" }]);
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
});

it("permission-gate lets a dangerous command through when the user says so, and asks for no other", async () => {
  const t = await withExample("permission-gate.ts", { mockTools: { bash: "ok" }, mockUI: { select: "Yes" } });
  await t.run(when("go", [calls("bash", { command: dangerous }), calls("bash", { command: "ls" }), says("Done.")]));
  expect(t.events.uiCallsFor("select")).toHaveLength(1);
  expect(t.mocks.callsFor("bash")).toMatchObject([{ params: { command: dangerous } }, { params: { command: "ls" } }]);
});

it.each(["print", "json"] as const)("permission-gate blocks without asking in mode %s", async (mode) => {
  const t = await withExample("permission-gate.ts", { mode, mockTools: { bash: "ok" } });
  await t.run(when("go", [calls("bash", { command: dangerous }), says("Then not.")]));
  expect(t.events.blockedCalls()).toMatchObject([
    { blockReason: "Dangerous command blocked (no UI for confirmation)" },
  ]);
  expect(t.mocks.calls).toEqual([]);
});

it("protected-paths refuses to write to a protected path, and leaves others alone", async () => {
  const t = await withExample("protected-paths.ts");
  await t.run(
    when("go", [
      calls("write", { path: ".env", content: "KEY=1" }),
      calls("write", { path: "notes.md", content: "fine" }),
      says("One of two."),
    ]),
  );
  expect(t.events.blockedCalls()).toMatchObject([{ step: 1, blockReason: 'Path ".env" is protected' }]);
  expect(t.ui.notifications).toEqual([{ message: "Blocked write to protected path: .env", level: "warning" }]);
  expect(existsSync(join(t.cwd, ".env"))).toBe(false);
  expect(existsSync(join(t.cwd, "notes.md"))).toBe(true);
});
