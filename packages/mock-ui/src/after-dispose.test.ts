// What a test can still read once the user is gone: session_shutdown handlers speak last.
import { expect, it } from "vitest";
import { createMockUI } from "./index.ts";

it("keeps what the user was told, and takes the screen down", () => {
  const ui = createMockUI();
  ui.context.notify("Saved on exit", "warning");
  ui.context.setStatus("git", "clean");
  ui.context.setWidget("list", ["one"]);
  ui.dispose();
  expect(ui.notifications).toEqual([{ message: "Saved on exit", level: "warning" }]);
  expect([...ui.status]).toEqual([["git", "clean"]]);
  expect([...ui.widgets]).toEqual([]);
  expect(ui.callsFor("notify")).toHaveLength(1);
});

it("forgets it on reset", () => {
  const ui = createMockUI();
  ui.context.notify("Saved", "info");
  ui.context.setStatus("git", "clean");
  ui.reset();
  expect(ui.notifications).toEqual([]);
  expect([...ui.status]).toEqual([]);
});
