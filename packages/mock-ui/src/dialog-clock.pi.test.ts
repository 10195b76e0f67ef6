// How a dialog ends without the user: its time is up, or its signal aborts. The same clock as pi's, fake or real.
import { afterEach, expect, it, vi } from "vitest";
import { createMockUI, type MockUIMode } from "./index.ts";

const never = () => new Promise<never>(() => {});
const slow = (mode: MockUIMode) => createMockUI({ mode, confirm: never, select: never, input: never, editor: never });
afterEach(() => vi.useRealTimers());

it.each([
  ["tui", 1500, 2000],
  ["tui", 1000, 1000],
  ["tui", 50, 1000],
  ["rpc", 1500, 1500],
] as const)("dismisses in %s mode with a timeout of %i ms after %i ms", async (mode, timeout, expected) => {
  vi.useFakeTimers();
  const ui = slow(mode);
  const answers: unknown[] = [];
  for (const answer of [
    ui.context.confirm("a", "b", { timeout }),
    ui.context.select("a", ["b"], { timeout }),
    ui.context.input("a", "b", { timeout }),
  ])
    void answer.then((value) => answers.push(value));
  expect(ui.pending.map((call) => call.method)).toEqual(["confirm", "select", "input"]);
  await vi.advanceTimersByTimeAsync(expected - 1);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toEqual([false, undefined, undefined]);
  expect(ui.pending).toEqual([]);
  ui.assertDone();
});

it("runs on real time when nothing is fake", async () => {
  expect(await slow("rpc").context.confirm("a", "b", { timeout: 5 })).toBe(false);
});

it("has no limit for a timeout of 0 or less, nor for the editor", async () => {
  vi.useFakeTimers();
  const ui = slow("tui");
  void ui.context.confirm("a", "b", { timeout: 0 });
  void ui.context.input("a", "b", { timeout: -1 });
  void ui.context.editor("a", "b");
  await vi.advanceTimersByTimeAsync(1e9);
  expect(ui.pending).toHaveLength(3);
});

it("shows nothing when the signal is already aborted, and uses no answer", async () => {
  const select = vi.fn();
  const ui = createMockUI({ select });
  ui.answer("confirm", true);
  const signal = AbortSignal.abort();
  expect(await ui.context.confirm("a", "b", { signal })).toBe(false);
  expect(await ui.context.select("a", ["b"], { signal })).toBe(undefined);
  expect(select).not.toHaveBeenCalled();
  expect(() => ui.assertDone()).toThrow('unused: answer("confirm", …): true');
});

it("dismisses when the signal aborts, never rejects, and takes the first end only", async () => {
  const controller = new AbortController();
  let answer: (value: string) => void = () => {};
  const ui = createMockUI({
    input: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const result = ui.context.input("a", "b", { signal: controller.signal, timeout: 60_000 });
  controller.abort(new Error("reason"));
  answer("late");
  expect(await result).toBe(undefined);
  expect(ui.callsFor("input").map((call) => call.returnValue)).toEqual([undefined]);
  ui.assertDone();
});

it("leaves no timer and no listener behind once the answer is there", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const ui = createMockUI({ input: async () => "text" });
  expect(await ui.context.input("a", "b", { signal: controller.signal, timeout: 1000 })).toBe("text");
  expect(vi.getTimerCount()).toBe(0);
  expect(removed).toHaveBeenCalledTimes(1);
});

it("keeps what a handler throws after its dialog was dismissed", async () => {
  let refuse: (error: Error) => void = () => {};
  const ui = createMockUI({
    input: () =>
      new Promise((_resolve, reject) => {
        refuse = reject;
      }),
  });
  const result = ui.context.input("a", "b", { signal: AbortSignal.timeout(1) });
  expect(await result).toBe(undefined);
  refuse(new Error("late"));
  await Promise.resolve();
  expect(() => ui.assertDone()).toThrow("late");
});

it("stacks dialogs that are open at once, each of them answerable", async () => {
  const answers = new Map<string, (value: string) => void>();
  const ui = createMockUI({ input: (title) => new Promise((resolve) => answers.set(title, resolve)) });
  const [first, second] = [ui.context.input("first"), ui.context.input("second")];
  expect(ui.pending.map((call) => call.title)).toEqual(["first", "second"]);
  answers.get("first")?.("1");
  expect(await first).toBe("1");
  expect(ui.pending.map((call) => call.title)).toEqual(["second"]);
  expect(() => ui.assertDone()).toThrow('open dialog: input "second"');
  answers.get("second")?.("2");
  expect(await second).toBe("2");
  ui.assertDone();
});
