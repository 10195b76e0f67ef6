// Another session takes over, or extensions are reloaded: what pi's terminal takes away, and what stays.
import { expect, it, vi } from "vitest";
import { createMockUI } from "./index.ts";

const never = () => new Promise<never>(() => {});

it("takes away what the old extensions put on the screen, and keeps what is the user's", async () => {
  const ui = createMockUI();
  const { context } = ui;
  const [dispose, listener] = [vi.fn(), vi.fn()];
  const component = () => ({ render: () => ["component"], invalidate() {}, dispose });
  context.setWidget("w", component);
  context.setHeader(component);
  context.setFooter(component);
  context.setStatus("key", "text");
  context.setTitle("title");
  context.setWorkingMessage("digging");
  context.setHiddenThinkingLabel("hm");
  context.addAutocompleteProvider((current) => ({
    ...current,
    getSuggestions: async () => ({ prefix: "", items: [{ value: "a", label: "a" }] }),
  }));
  context.onTerminalInput(listener);
  context.notify("hello");
  context.setEditorText("draft");
  context.setToolsExpanded(true);
  context.setTheme("light");
  expect(await ui.screen.next()).not.toBe("");
  ui.sessionReplaced();
  expect(dispose).toHaveBeenCalledTimes(3);
  expect([ui.widgets.size, ui.header, ui.footer, ui.status.size, ui.title, ui.hiddenThinkingLabel]).toEqual([
    0,
    undefined,
    undefined,
    0,
    undefined,
    undefined,
  ]);
  expect([ui.working, await ui.complete("x"), ui.screen.text()]).toEqual([{ visible: true }, [], ""]);
  expect(() => ui.screen.press("a")).toThrow("nothing on the screen takes it");
  expect(listener).not.toHaveBeenCalled();
  expect([ui.notifications.length, ui.editorText, ui.toolsExpanded, ui.theme]).toEqual([1, "draft", true, "light"]);
  ui.dispose();
});

it("leaves the old dialogs without an end, until dispose dismisses them", async () => {
  let answer: (value: string) => void = () => {};
  const ui = createMockUI({
    input: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    confirm: never,
    custom: never,
  });
  const ended = vi.fn();
  const dispose = vi.fn();
  const results = [
    ui.context.input("Name"),
    ui.context.confirm("Sure?", "", { timeout: 10 }),
    ui.context.custom(() => ({ render: () => ["open"], invalidate() {}, dispose })),
  ];
  for (const result of results) void result.then(ended);
  await ui.screen.until((text) => text === "open");
  ui.sessionReplaced();
  answer("late");
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([ended.mock.calls.length, dispose.mock.calls.length, ui.pending, ui.screen.text()]).toEqual([0, 1, [], ""]);
  ui.assertDone();
  ui.dispose();
  expect(await Promise.all(results)).toEqual([undefined, false, undefined]);
});

it("ends each old dialog once, however often the mock is disposed", async () => {
  const onCall = vi.fn();
  const ui = createMockUI({ confirm: never, onCall });
  const result = ui.context.confirm("Sure?", "");
  ui.sessionReplaced();
  ui.dispose();
  ui.dispose();
  expect(await result).toBe(false);
  expect(onCall).toHaveBeenCalledTimes(1);
});

it("does nothing where there is no terminal", () => {
  const ui = createMockUI({ mode: "rpc" });
  ui.context.setStatus("key", "text");
  ui.sessionReplaced();
  expect(ui.status.size).toBe(1);
});
