// The todo example keeps its state in the transcript, so the list follows the branch.
import { calls, says, type TestSession, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

const add = (text: string) => when(text, [calls("todo", { action: "add", text }), says("Added.")]);
const list = when("list", [calls("todo", { action: "list" }), says("Listed.")]);
const listed = (t: TestSession) => t.events.toolResultsFor("todo").at(-1)?.text;

it("todo adds, toggles and lists", async () => {
  const t = await withExample("todo.ts");
  await t.run(
    add("buy milk"),
    add("write tests"),
    when("done", [calls("todo", { action: "toggle", id: 1 }), says("Ticked.")]),
    list,
  );
  expect(listed(t)).toBe("[x] #1: buy milk\n[ ] #2: write tests");
});

it("todo has the list of the branch after going back in the tree", async () => {
  const t = await withExample("todo.ts");
  await t.run(add("buy milk"));
  const leaf = t.session.sessionManager.getLeafId() as string;
  await t.run(add("write tests"));
  await t.session.navigateTree(leaf);
  await t.run(list);
  expect(listed(t)).toBe("[ ] #1: buy milk");
  await t.run(add("sleep"));
  expect(listed(t)).toBe("Added todo #2: sleep");
});

it("todo has the list of the session it switches back to, and none in a new one", async () => {
  const t = await withExample("todo.ts");
  await t.run(add("buy milk"));
  const file = t.session.sessionFile as string;
  await t.runtime.newSession();
  await t.run(list);
  expect(listed(t)).toBe("No todos");
  await t.runtime.switchSession(file);
  await t.run(list);
  expect(listed(t)).toBe("[ ] #1: buy milk");
});

it("todo shows the list to the user until escape", async () => {
  let screen = "";
  const t = await withExample("todo.ts", {
    mockUI: {
      custom: (shown) => {
        screen = shown.text();
        shown.press("escape");
      },
    },
  });
  await t.run(add("buy milk"), when("/todos"));
  expect(screen).toContain("0/1 completed");
  expect(screen).toContain("○ #1 buy milk");
});
