import type { Theme } from "@earendil-works/pi-coding-agent";
import { type Component, Container, type Focusable, matchesKey, Text } from "@earendil-works/pi-tui";
import { expect, it, vi } from "vitest";
import { cancelled, createMockUI, MockUIError } from "./index.ts";

type Done = (picked: string | undefined) => void;

const picker =
  (options: string[]) =>
  (_tui: unknown, theme: Theme, _keybindings: unknown, done: Done): Component => {
    let at = 0;
    return {
      render: () => options.map((option, index) => (index === at ? theme.fg("accent", `> ${option}`) : `  ${option}`)),
      handleInput(data) {
        if (matchesKey(data, "down")) at = Math.min(at + 1, options.length - 1);
        if (matchesKey(data, "up")) at = Math.max(at - 1, 0);
        if (matchesKey(data, "enter")) done(options[at]);
        if (matchesKey(data, "escape")) done(undefined);
      },
      invalidate() {},
    };
  };

it("drives the extension's component by keys and shows what the user sees", async () => {
  const frames: string[] = [];
  const ui = createMockUI({
    custom: (screen) => {
      frames.push(screen.text());
      screen.press("down");
      frames.push(screen.text());
      screen.press("enter");
    },
  });
  expect(await ui.context.custom(picker(["red", "green"]))).toBe("green");
  expect(frames).toEqual(["> red\n  green", "  red\n> green"]);
  expect(ui.screen.text()).toBe("");
  expect(ui.callsFor("custom").map((call) => call.returnValue)).toEqual(["green"]);
  ui.assertDone();
});

it("passes pi's real tui, theme and keybindings", async () => {
  let passed: unknown[] = [];
  const ui = createMockUI({ custom: (screen) => screen.press("x") });
  await ui.context.custom((...args) => {
    passed = args;
    return { render: () => [], invalidate() {}, handleInput: () => args[3](undefined) };
  });
  const [tui, theme, keybindings] = passed as any[];
  expect(tui.terminal.columns).toBe(80);
  expect(tui).toBeInstanceOf(Container);
  expect(theme.fg("accent", "text")).not.toBe("text");
  expect(keybindings.matches("\x1b", "app.interrupt")).toBe(true);
  expect(keybindings.matches("\x1b[B", "tui.select.down")).toBe(true);
});

it("resolves with a value, a queue's next, or undefined without building anything", async () => {
  const factory = vi.fn();
  const ui = createMockUI({ custom: ["first", cancelled, { picked: 2 }] });
  ui.answer("custom", "queued");
  const results = [1, 2, 3, 4].map(() => ui.context.custom(factory));
  expect(await Promise.all(results)).toEqual(["queued", "first", undefined, { picked: 2 }]);
  const silent = createMockUI();
  expect(await silent.context.custom(factory)).toBe(undefined);
  silent.assertDone();
  expect(silent.calls).toEqual([
    { method: "custom", args: [factory], returnValue: undefined, unhandled: true, at: expect.any(Number) },
  ]);
  expect(ui.calls.some((call) => "unhandled" in call)).toBe(false);
  const strict = createMockUI({ onUnhandled: "error" });
  await expect(strict.context.custom(factory)).rejects.toThrow("custom was opened and the test has no answer for it.");
  expect(strict.calls).toMatchObject([{ method: "custom", unhandled: true }]);
  expect(factory).not.toHaveBeenCalled();
});

it("fails when the component is still open, with its last screen", async () => {
  const ui = createMockUI({ custom: () => {} });
  await expect(ui.context.custom(picker(["red"]))).rejects.toThrow("> red");
  expect(MockUIError.isInstance(ui.failure) && ui.failure.code).toBe("still-open");
  expect(ui.pending).toEqual([]);
  expect(ui.screen.text()).toBe("");
});

it("keeps what the handler throws, also after the component is closed", async () => {
  const early = createMockUI({
    custom: () => {
      throw new RangeError("early");
    },
  });
  await expect(early.context.custom(picker(["red"]))).rejects.toThrow("early");
  expect(early.failure?.cause).toBeInstanceOf(RangeError);
  const late = createMockUI({
    custom: async (screen) => {
      screen.press("enter");
      await screen.closed();
      throw new RangeError("late");
    },
  });
  expect(await late.context.custom(picker(["red"]))).toBe("red");
  await vi.waitFor(() => expect(() => late.assertDone()).toThrow("late"));
});

it("gives the extension what its own factory throws, which is no failure of the test", async () => {
  const ui = createMockUI({ custom: () => {} });
  await expect(
    ui.context.custom(async () => {
      throw new Error("no component");
    }),
  ).rejects.toThrow("no component");
  ui.assertDone();
});

it("fails when the component throws while it is drawn, as pi would crash", async () => {
  const ui = createMockUI({ custom: (screen) => screen.press("x") });
  await expect(
    ui.context.custom(() => ({
      render: () => {
        throw new Error("cannot draw");
      },
      invalidate() {},
    })),
  ).rejects.toThrow("cannot draw");
  expect(() => ui.assertDone()).toThrow("cannot draw");
});

it("closes once, disposes the component, and takes a component that is done before it is shown", async () => {
  const dispose = vi.fn(() => {
    throw new Error("pi ignores this");
  });
  const ui = createMockUI({ custom: (screen) => screen.press("a") });
  const result = await ui.context.custom((_tui, _theme, _keybindings, done) => ({
    render: () => [],
    invalidate() {},
    handleInput() {
      done("first");
      done("second");
    },
    dispose,
  }));
  expect(result).toBe("first");
  expect(dispose).toHaveBeenCalledTimes(1);
  const handler = vi.fn();
  const quick = createMockUI({ custom: handler });
  expect(
    await quick.context.custom((_tui, _theme, _keybindings, done) => {
      done("at once");
      return { render: () => [], invalidate() {} };
    }),
  ).toBe("at once");
  expect(handler).not.toHaveBeenCalled();
  quick.assertDone();
});

it("shows overlays where pi does, hands out their handle, and closes only its own", async () => {
  const seen: unknown[] = [];
  const ui = createMockUI({
    custom: (screen) => {
      seen.push(screen.text());
      screen.press("enter");
    },
  });
  const onHandle = vi.fn((handle) => seen.push(handle.isFocused()));
  await ui.context.custom(picker(["red"]), {
    overlay: true,
    overlayOptions: () => ({ width: 20, anchor: "top-center" }),
    onHandle,
  });
  expect(seen).toEqual([true, "                              > red"]);
  expect(onHandle).toHaveBeenCalledTimes(1);
  expect(ui.screen.text()).toBe("");
});

it("stacks components, so that one opened from another comes back", async () => {
  const seen: string[] = [];
  const ui = createMockUI({
    custom: [
      async (screen) => {
        screen.press("o");
        await screen.until((text) => text.includes("> red"));
        await screen.until((text) => text.includes("outer"));
        seen.push(screen.text(), ui.pending.map((call) => call.method).join());
        screen.press("q");
      },
      (screen) => {
        seen.push(screen.text(), ui.pending.map((call) => call.method).join());
        screen.press("enter");
      },
    ],
  });
  const result = await ui.context.custom<unknown>((_tui, _theme, _keybindings, done) => ({
    render: () => ["outer"],
    invalidate() {},
    handleInput: (data) => (data === "q" ? done("end") : void ui.context.custom(picker(["red"]))),
  }));
  expect(result).toBe("end");
  expect(seen).toEqual(["> red", "custom,custom", "outer", "custom"]);
  ui.assertDone();
});

it("gives the focus to a Focusable component and asks it to draw after each key", async () => {
  const ui = createMockUI({ custom: (screen) => screen.type("ab\n") });
  const typed: string[] = [];
  const component: Component & Focusable = { focused: false, render: () => [typed.join("")], invalidate() {} };
  const result = await ui.context.custom((_tui, _theme, _keybindings, done) => {
    component.handleInput = (data) => (data === "\r" ? done(component.focused) : void typed.push(data));
    return component;
  });
  expect(result).toBe(true);
  expect(typed).toEqual(["a", "b"]);
});

it("freezes what a component rendered where pi keeps it, so that editing it in place fails here as there", async () => {
  const container = new Container();
  container.addChild(new Text("line", 0, 0));
  const first = container.render(10);
  const piKeepsLines = container.render(10) === first;
  const render = vi.fn((width: number) => {
    const lines = container.render(width);
    (lines as string[]).push("edited");
    return lines;
  });
  const ui = createMockUI({ custom: (screen) => screen.press("x", "q") });
  const result = ui.context.custom((_tui, _theme, _keybindings, done) => ({
    render,
    invalidate() {},
    handleInput: (data) => data === "q" && done(undefined),
  }));
  if (piKeepsLines) await expect(result).rejects.toThrow(/not extensible/);
  else expect(await result).toBe(undefined);
});

it("fails at a line that is too wide, where pi crashes and leaves a report", async () => {
  let wide = false;
  const ui = createMockUI({ custom: (screen) => screen.press("w") });
  await expect(
    ui.context.custom(() => ({
      render: (width) => ["x".repeat(wide ? width + 1 : width)],
      invalidate() {},
      handleInput: () => {
        wide = true;
      },
    })),
  ).rejects.toThrow("A component drew a line of 81 columns on a screen of 80, which crashes pi.");
});

it("draws frames a component asks for by itself, also on fake timers", async () => {
  vi.useFakeTimers();
  const ticking = (
    tui: { requestRender(): void },
    _theme: unknown,
    _keybindings: unknown,
    done: (end: string) => void,
  ) => {
    let count = 0;
    const timer = setInterval(() => {
      count++;
      tui.requestRender();
      if (count === 3) done("three");
    }, 1000);
    return { render: () => [`${count}`], invalidate() {}, dispose: () => clearInterval(timer) };
  };
  const frames: string[] = [];
  const ui = createMockUI({
    custom: async (screen) => {
      frames.push(await screen.next());
      vi.advanceTimersByTime(1000);
      frames.push(await screen.next());
      vi.advanceTimersByTime(1000);
      frames.push(screen.text());
      vi.advanceTimersByTime(1000);
      await screen.closed();
    },
  });
  expect(await ui.context.custom(ticking)).toBe("three");
  expect(frames).toEqual(["0", "1", "2"]);
  ui.assertDone();
  vi.useRealTimers();
});

it("dismisses an open component on dispose", async () => {
  const ui = createMockUI({ custom: () => new Promise(() => {}) });
  const dispose = vi.fn();
  const result = ui.context.custom(() => ({ render: () => ["open"], invalidate() {}, dispose }));
  await vi.waitFor(() => expect(ui.screen.text()).toBe("open"));
  expect(() => ui.assertDone()).toThrow("open dialog: custom");
  ui.dispose();
  expect(await result).toBe(undefined);
  expect(dispose).toHaveBeenCalledTimes(1);
  expect(await ui.context.custom(picker(["red"]))).toBe(undefined);
});
