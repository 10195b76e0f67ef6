import { expect, it, vi } from "vitest";
import { createMockUI, MockUIError, modes, type UICallRecord } from "./index.ts";

const never = () => new Promise<never>(() => {});

it("records every call with what was passed and what was given, and tells onCall once it is known", async () => {
  const told: UICallRecord[] = [];
  const ui = createMockUI({ input: "text", onCall: (call) => told.push({ ...call }) });
  const dialogOptions = { timeout: 1000 };
  await ui.context.input("Name", "hint", dialogOptions);
  ui.context.notify("hello", "warning");
  ui.context.setTitle("title");
  ui.context.getToolsExpanded();
  expect(ui.calls.map(({ at, ...call }) => [at >= 0, call])).toEqual([
    [
      true,
      {
        method: "input",
        args: ["Name", "hint", dialogOptions],
        title: "Name",
        placeholder: "hint",
        dialogOptions,
        returnValue: "text",
      },
    ],
    [true, { method: "notify", args: ["hello", "warning"], message: "hello", returnValue: undefined }],
    [true, { method: "setTitle", args: ["title"], title: "title", returnValue: undefined }],
    [true, { method: "getToolsExpanded", args: [], returnValue: false }],
  ]);
  expect(told).toEqual(ui.calls);
  expect(ui.callsFor("notify")).toEqual([ui.calls[1]]);
});

it("keeps what onCall throws as the failure", async () => {
  const ui = createMockUI({
    onCall: () => {
      throw new Error("in onCall");
    },
  });
  ui.context.notify("hello");
  expect(await ui.context.confirm("a", "b")).toBe(true);
  expect(() => ui.assertDone()).toThrow("in onCall");
});

it("keeps what an async onCall rejects with as the failure", async () => {
  const heard: Error[] = [];
  const ui = createMockUI({
    onCall: async ({ method }) => {
      if (method === "confirm") throw new Error("in onCall");
    },
    onFailure: (failure) => heard.push(failure),
  });
  ui.context.notify("hello");
  expect(await ui.context.confirm("a", "b")).toBe(true);
  await vi.waitFor(() => expect(ui.failure).toMatchObject({ code: "callback-threw", cause: new Error("in onCall") }));
  expect(heard).toEqual([ui.failure]);
  expect(() => ui.assertDone()).toThrow(ui.failure);
});

it("counts time from its creation, on fake timers too", async () => {
  vi.useFakeTimers();
  const ui = createMockUI();
  vi.advanceTimersByTime(250);
  ui.context.notify("hello");
  expect(ui.calls.map((call) => call.at)).toEqual([250]);
  vi.useRealTimers();
});

it("keeps counting on the clock of its creation when a test installs another", () => {
  const before = performance.now();
  const ui = createMockUI();
  vi.useFakeTimers();
  ui.context.notify("hello");
  vi.useRealTimers();
  const [at = Number.NaN] = ui.calls.map((call) => call.at);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at).toBeLessThanOrEqual(performance.now() - before);
});

it("dismisses open dialogs on dispose, twice or by using, and asserts nothing", async () => {
  const ui = createMockUI({ confirm: never, input: ["unused"] });
  const open = ui.context.confirm("a", "b");
  ui.dispose();
  ui.dispose();
  expect(await open).toBe(false);
  expect(await ui.context.confirm("late", "")).toBe(false);
  let used: ReturnType<typeof createMockUI>;
  {
    using inner = createMockUI({ input: never });
    used = inner;
    void inner.context.input("a");
  }
  expect(used.pending).toEqual([]);
});

it("is as new after reset", async () => {
  const ui = createMockUI({ confirm: [true], input: never });
  ui.answer("select", "a");
  await ui.context.confirm("a", "b");
  await expect(ui.context.confirm("a", "b")).rejects.toThrow("queue");
  const open = ui.context.input("a");
  ui.context.notify("hello");
  ui.context.setEditorText("text");
  ui.context.setStatus("key", "text");
  ui.reset();
  expect(await open).toBe(undefined);
  expect([ui.calls, ui.notifications, ui.editorText, ui.status.size, ui.failure]).toEqual([[], [], "", 0, undefined]);
  expect(await ui.context.confirm("a", "b")).toBe(true);
  ui.assertDone();
});

it("may be resolved by a promise, and its error is known across copies", async () => {
  const ui = createMockUI();
  expect(await ui).toBe(ui);
  const copy = Object.assign(new Error("copy"), { [Symbol.for("@pi-testkit/mock-ui:MockUIError")]: true });
  expect([copy, new Error("other"), undefined].map((error) => MockUIError.isInstance(error))).toEqual([
    true,
    false,
    false,
  ]);
});

it("binds in each mode what pi binds there", () => {
  expect(
    modes.map((mode) => {
      const { bindings, context, hasUI } = createMockUI({ mode });
      return [mode, hasUI, bindings.mode, bindings.uiContext === context];
    }),
  ).toEqual([
    ["tui", true, "tui", true],
    ["rpc", true, "rpc", true],
    ["json", false, "json", false],
    ["print", false, "print", false],
  ]);
});

it("calls no handler and uses no answer where there is no user", async () => {
  const confirm = vi.fn();
  const ui = createMockUI({ mode: "print", confirm, onUnhandled: "error" });
  expect(await ui.context.confirm("a", "b")).toBe(false);
  expect(await ui.context.select("a", ["b"])).toBe(undefined);
  expect(await ui.context.custom(vi.fn())).toBe(undefined);
  expect(confirm).not.toHaveBeenCalled();
  expect(ui.calls).toHaveLength(3);
  ui.assertDone();
});

it("answers pi's RPC requests, and none that expects nothing", async () => {
  const ui = createMockUI({ mode: "rpc", select: "b", input: () => undefined, editor: "edited" });
  const ask = (method: string, rest: object) =>
    ui.answerRpc({ type: "extension_ui_request", id: "1", method, ...rest });
  const response = { type: "extension_ui_response", id: "1" };
  expect(await ask("confirm", { title: "t", message: "m" })).toEqual({ ...response, confirmed: true });
  expect(await ask("select", { title: "t", options: ["a", "b"] })).toEqual({ ...response, value: "b" });
  expect(await ask("input", { title: "t" })).toEqual({ ...response, cancelled: true });
  expect(await ask("editor", { title: "t", prefill: "p" })).toEqual({ ...response, value: "edited" });
  expect(await ask("notify", { message: "hello", notifyType: "error" })).toBe(undefined);
  expect(ui.notifications).toEqual([{ message: "hello", level: "error" }]);
  expect(ui.calls.map((call) => call.args)).toEqual([
    ["t", "m"],
    ["t", ["a", "b"]],
    ["t", undefined],
    ["t", "p"],
    ["hello", "error"],
  ]);
});
