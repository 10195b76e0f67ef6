import type { Theme } from "@earendil-works/pi-coding-agent";
import { type Component, matchesKey } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { createMockUI } from "./index.ts";

const picker =
  (options: string[]) =>
  (
    tui: { requestRender(): void },
    theme: Theme,
    _keybindings: unknown,
    done: (picked: string | undefined) => void,
  ): Component => {
    let at = 0;
    return {
      render: () => options.map((option, index) => (index === at ? theme.fg("accent", `> ${option}`) : `  ${option}`)),
      handleInput(data) {
        if (matchesKey(data, "down")) at = Math.min(at + 1, options.length - 1);
        if (matchesKey(data, "up")) at = Math.max(at - 1, 0);
        if (matchesKey(data, "enter")) done(options[at]);
        if (matchesKey(data, "escape")) done(undefined);
        tui.requestRender();
      },
      invalidate() {},
    };
  };

it("drives the extension's component by keys and shows what the user sees", async () => {
  const frames: string[] = [];
  const ui = createMockUI({
    custom: async (screen) => {
      frames.push(screen.text());
      screen.press("down");
      frames.push(screen.text());
      screen.press("enter");
    },
  });
  expect(await ui.context.custom(picker(["red", "green"]))).toBe("green");
  expect(frames).toEqual(["> red\n  green", "  red\n> green"]);
  expect(ui.screen.text()).toBe("");
  ui.assertDone();
  ui.dispose();
});

it("fails when the component is still open, with its last screen", async () => {
  const ui = createMockUI({ custom: () => {} });
  await expect(ui.context.custom(picker(["red"]))).rejects.toThrow("> red");
  expect(() => ui.assertDone()).toThrow("still open");
});

it("shows overlays over what is there", async () => {
  const ui = createMockUI({
    custom: (screen) => {
      expect(screen.text()).toBe("                              > red");
      screen.press("enter");
    },
  });
  await ui.context.custom(picker(["red"]), { overlay: true, overlayOptions: { width: 20, anchor: "top-center" } });
  ui.assertDone();
});
