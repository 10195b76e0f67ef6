// Extensions that ship with pi, played and typed into by keys in a session of real pi.
import { afterEach, expect, it, vi } from "vitest";
import { endExamples, startExample } from "./fixtures/example-session.ts";

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await endExamples();
});

it("snake: plays by its own timer, turns by keys, and ends", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.spyOn(Math, "random").mockReturnValue(0.1);
  const screens: string[] = [];
  const { ui, prompt } = await startExample("snake.ts", {
    custom: async (screen) => {
      screens.push(await screen.next());
      screen.press("down");
      vi.advanceTimersByTime(200);
      screens.push(await screen.next());
      screen.press("q");
    },
  });
  await prompt("/snake");
  ui.assertDone();
  expect(screens[0]).toMatchInlineSnapshot(`
    " ╭────────────────────────────────────────────────────────────────────────────╮
     │SNAKE │ Score: 0 │ High: 0                                                  │
     ├────────────────────────────────────────────────────────────────────────────┤
     │                                                                            │
     │        ◆                                                                   │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                    ▓▓▓▓██                                  │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     │                                                                            │
     ├────────────────────────────────────────────────────────────────────────────┤
     │↑↓←→ or WASD to move, ESC pause, Q quit                                     │
     ╰────────────────────────────────────────────────────────────────────────────╯"
  `);
  const rowOf = (screen: string) => screen.split("\n").findIndex((line) => line.includes("██"));
  expect(rowOf(screens[1]!)).toBe(rowOf(screens[0]!) + 2);
  expect(ui.screen.text()).toBe("");
});

it("tic-tac-toe: moves and plays, and is left by escape", async () => {
  const screens: string[] = [];
  const { ui, prompt } = await startExample("tic-tac-toe.ts", {
    custom: (screen) => {
      screen.press("right", "down");
      screens.push(screen.text());
      screen.press("escape");
    },
  });
  await prompt("/tic-tac-toe");
  ui.assertDone();
  expect(screens[0]).toMatchInlineSnapshot(`
    "───────────────────────────────── Tic-Tac-Toe ──────────────────────────────────

                              Turn: X (You)  |  O (Agent)


                               ┌───────┬───────┬───────┐
                               │       │       │       │
                               │       │       │       │
                               │       │       │       │
                               ├───────┼───────┼───────┤
                               │       │       │       │
                               │       │       │       │
                               │       │       │       │
                               ├───────┼───────┼───────┤
                               │       │       │       │
                               │       │       │       │
                               │       │       │       │
                               └───────┴───────┴───────┘


                         ←↑↓→ move  |  ENTER play  |  ESC quit

    ────────────────────────────────────────────────────────────────────────────────"
  `);
});

it("overlay-test: types into an overlay", async () => {
  const screens: string[] = [];
  const { ui, prompt } = await startExample("overlay-test.ts", {
    custom: (screen) => {
      screen.type("abc");
      screen.press("left", "backspace");
      screens.push(screen.text());
      screen.press("enter");
    },
  });
  await prompt("/overlay-test");
  ui.assertDone();
  expect(screens[0]).toMatchInlineSnapshot(`
    "



         ╭────────────────────────────────────────────────────────────────────╮
         │ 🧪 Overlay Test                                                    │
         │                                                                    │
         │ ─── Edge Cases (borders should align) ───                          │
         │ Wide: 中文日本語한글テスト漢字繁體简体ひらがなカタカナ가나다라마바 │
         │ Styled: RED GREEN YELLOW ACCENT DIM more colors                    │
         │ Emoji: 👨‍👩‍👧‍👦 🇯🇵 🚀 💻 🎉 🔥 😀 🎯 🌟 💡 🎨 🔧 📦 🏆 🌈 🎪 🎭 🎬 🎮 🎲 │
         │                                                                    │
         │ ─── Actions ───                                                    │
         │ ▶ Search: ac                                                       │
         │   Run:                                                             │
         │   Settings                                                         │
         │   Cancel                                                           │
         │                                                                    │
         │ ↑↓ navigate • type to input • Enter select • Esc cancel            │
         ╰────────────────────────────────────────────────────────────────────╯"
  `);
  expect(ui.notifications).toEqual([{ message: 'Search: "ac"', level: "info" }]);
});

it("modal-editor: an editor of the extension's own, in two modes", async () => {
  const { ui } = await startExample("modal-editor.ts", {});
  ui.context.setEditorText("draft");
  expect(await ui.screen.next()).toMatchInlineSnapshot(`
    "────────────────────────────────────────────────────────────────────────────────
    draft
    ──────────────────────────────────────────────────────────────────────── INSERT"
  `);
  ui.screen.press("escape", "0", "x", "i");
  ui.screen.type("D");
  ui.screen.press("escape");
  expect(ui.screen.lines.slice(1)).toMatchInlineSnapshot(`
    [
      "Draft",
      "──────────────────────────────────────────────────────────────────────── NORMAL",
    ]
  `);
  expect(ui.editorText).toBe("Draft");
  ui.screen.press("i", "enter");
  expect(ui.submitted).toEqual(["Draft"]);
  expect(ui.editorText).toBe("");
});
