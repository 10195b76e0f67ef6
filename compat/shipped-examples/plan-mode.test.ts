// The plan-mode example: tools are restricted, and come back when the plan is executed.
import { calls, says, type TestSession, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

const declared = (t: TestSession, step: number) =>
  t.playbook
    .requestFor(step)
    ?.tools.map(({ name }) => name)
    .sort();
const plan = says("Plan:\n1. Read the code first\n2. Write the change");

it("plan-mode takes writing away while it is on, blocks dangerous commands, and gives it back", async () => {
  const t = await withExample("plan-mode", { mockTools: { bash: "ok" } });
  await t.run(
    when("/plan"),
    when("look", [calls("bash", { command: "rm -rf /" }), calls("bash", { command: "ls" }), says("Nothing to plan.")]),
    when("/plan"),
    when("change", [calls("bash", { command: "rm x" }), says("Changed.")]),
  );
  expect(declared(t, 1)).not.toContain("write");
  expect(declared(t, 1)).not.toContain("edit");
  expect(declared(t, 1)).toContain("grep");
  expect(declared(t, 4)).toEqual(["bash", "edit", "read", "write"]);
  expect(t.events.blockedCalls()).toMatchObject([{ step: 1, input: { command: "rm -rf /" } }]);
  expect(t.mocks.callsFor("bash")).toHaveLength(2);
  expect(t.playbook.requestFor(1)?.userText()).toContain("[PLAN MODE ACTIVE]");
  expect(JSON.stringify(t.playbook.requestFor(4)?.messages)).not.toContain("[PLAN MODE ACTIVE]");
});

it("plan-mode executes the plan when the user says so, and tracks its steps", async () => {
  const t = await withExample("plan-mode", {
    flags: { plan: true },
    mockTools: { write: "written" },
    mockUI: { select: "Execute the plan (track progress)" },
  });
  expect(t.ui.status.get("plan-mode")).toBe("⏸ plan");
  await t.run(
    when("make a plan", [
      plan,
      says("These are the steps."),
      calls("write", { path: "a.txt", content: "x" }),
      says("[DONE:1] Read it."),
    ]),
  );
  expect(t.ui.status.get("plan-mode")).toBe("📋 1/2");
  expect(t.ui.widgets.get("plan-todos")?.lines).toEqual(["☑ Code first", "☐ Change"]);
  expect(declared(t, 3)).toContain("write");
  await t.run(when("go on", [says("[DONE:2] Written.")]));
  expect(t.ui.status.has("plan-mode")).toBe(false);
});

it("plan-mode stays read-only when the user wants to stay", async () => {
  const t = await withExample("plan-mode", { flags: { plan: true }, mockUI: { select: "Stay in plan mode" } });
  await t.run(when("make a plan", [plan]), when("more", [says("No more.")]));
  expect(declared(t, 2)).not.toContain("write");
  await t.run(when("/todos"));
  expect(t.ui.notifications.at(-1)?.message).toBe("Plan Progress:\n1. ○ Code first\n2. ○ Change");
});
