// Extensions that ship with pi, driven by keys in a session of real pi.
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { createMockUI, type MockUIConfig } from "./index.ts";

const folder = join(process.env.PI_FOLDER as string, "@earendil-works/pi-coding-agent/examples/extensions");
const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});

/** A session with one shipped example; `args` make the model call its tool once. */
const start = async (
  name: string,
  config: MockUIConfig,
  call?: { name: string; arguments: Record<string, unknown> },
) => {
  const ui = createMockUI(config);
  const t = await bareSession({
    replies: call ? [{ calls: [{ id: "call", ...call }] }, { text: "done" }] : [],
    extensionPaths: [join(folder, name)],
    uiContext: ui.context,
  });
  ends.push(() => ui.dispose(), t.dispose);
  const result = () => t.session.messages.find((message: any) => message.role === "toolResult");
  return { ...t, ui, prompt: (text: string) => t.session.prompt(text), result, session: t.session };
};

it("question: picks an option, and types an answer of its own", async () => {
  const screens: string[] = [];
  const call = {
    name: "question",
    arguments: { question: "Which?", options: [{ label: "red" }, { label: "green", description: "like grass" }] },
  };
  const { ui, prompt, result } = await start(
    "question.ts",
    {
      custom: (screen) => {
        screens.push(screen.text());
        screen.press("down", "enter");
      },
    },
    call,
  );
  await prompt("go");
  ui.assertDone();
  expect(screens[0]).toContain("Which?");
  expect(screens[0]).toContain("> 1. red");
  expect(result()).toMatchObject({ details: { answer: "green", wasCustom: false } });

  const other = await start(
    "question.ts",
    {
      custom: (screen) => {
        screen.press("up", "up", "down", "down", "down", "enter");
        screen.type("blue");
        screens.push(screen.text());
        screen.press("enter");
      },
    },
    call,
  );
  await other.prompt("go");
  other.ui.assertDone();
  expect(screens[1]).toContain("blue");
  expect(other.result()).toMatchObject({ details: { answer: "blue", wasCustom: true } });
});

it("questionnaire: two tabs, a resize, submit", async () => {
  const screens: string[] = [];
  const { ui, prompt, result } = await start(
    "questionnaire.ts",
    {
      custom: (screen) => {
        screen.press("enter");
        screen.resize(60, 20);
        screen.press("down");
        screens.push(screen.text());
        screen.press("enter");
        screens.push(screen.text());
        screen.press("enter");
      },
    },
    {
      name: "questionnaire",
      arguments: {
        questions: [
          {
            id: "a",
            label: "First",
            prompt: "Pick a?",
            options: [
              { value: "a1", label: "A one" },
              { value: "a2", label: "A two" },
            ],
          },
          {
            id: "b",
            label: "Second",
            prompt: "Pick b?",
            options: [
              { value: "b1", label: "B one" },
              { value: "b2", label: "B two" },
            ],
          },
        ],
      },
    },
  );
  await prompt("go");
  ui.assertDone();
  expect(screens[0]).toContain("Pick b?");
  expect(Math.max(...screens[0]!.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(screens[1]).toContain("Submit");
  expect(result().details.answers.map((answer: any) => answer.value)).toEqual(["a1", "b2"]);
});

it("snake: plays by its own timer, turns by keys, and ends", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.spyOn(Math, "random").mockReturnValue(0.1);
  const screens: string[] = [];
  const { ui, prompt } = await start("snake.ts", {
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
  const { ui, prompt } = await start("tic-tac-toe.ts", {
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
  const { ui, prompt } = await start("overlay-test.ts", {
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
  const { ui } = await start("modal-editor.ts", {});
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

it("todo: shows what its tool did in a view of its own", async () => {
  const screens: string[] = [];
  const { ui, prompt } = await start(
    "todo.ts",
    {
      custom: (screen) => {
        screens.push(screen.text());
        screen.press("escape");
      },
    },
    { name: "todo", arguments: { action: "add", text: "milk" } },
  );
  await prompt("go");
  await prompt("/todos");
  ui.assertDone();
  expect(screens[0]).toMatchInlineSnapshot(`
    "
    ─── Todos ──────────────────────────────────────────────────────────────────────

      0/1 completed

      ○ #1 milk

      Press Escape to close"
  `);
});

it("timed-confirm: the dialog closes by itself, by pi's clock and by the extension's signal", async () => {
  const { ui, prompt } = await start("timed-confirm.ts", { confirm: () => new Promise(() => {}) });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  for (const command of ["/timed", "/timed-signal"]) {
    const prompted = prompt(command);
    while (ui.pending.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(ui.pending.map((call) => call.title)).toEqual(["Timed Confirmation"]);
    await vi.advanceTimersByTimeAsync(4999);
    expect(ui.pending).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await prompted;
  }
  expect(ui.notifications.map(({ message }) => message)).toEqual([
    "Cancelled or timed out",
    "Dialog will auto-cancel in 5 seconds...",
    "Dialog timed out (auto-cancelled)",
  ]);
  ui.assertDone();
});

it("widget-placement: one block above the editor, one below", async () => {
  const { ui } = await start("widget-placement.ts", {});
  expect([...ui.widgets]).toEqual([
    ["widget-above", { lines: ["Above editor widget"], placement: "aboveEditor" }],
    ["widget-below", { lines: ["Below editor widget"], placement: "belowEditor" }],
  ]);
  expect(await ui.screen.next()).toBe(" Above editor widget\n Below editor widget");
});

it("custom-footer: a footer of the extension's own, and pi's again", async () => {
  const { ui, prompt } = await start("custom-footer.ts", {});
  await prompt("/footer");
  expect(ui.footer).toEqual([`↑0 ↓0 $0.000${" ".repeat(67)}m`]);
  ui.screen.resize(40, 10);
  expect(await ui.screen.next()).toBe(`↑0 ↓0 $0.000${" ".repeat(27)}m`);
  await prompt("/footer");
  expect(ui.footer).toBe(undefined);
  expect(ui.screen.text()).toBe("");
});
