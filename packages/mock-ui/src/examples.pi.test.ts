// Extensions that ship with pi, in a session of real pi: tools that ask, dialogs that end by themselves, widgets and footers.
import { afterEach, expect, it, vi } from "vitest";
import { endExamples, startExample } from "./fixtures/example-session.ts";

afterEach(async () => {
  vi.useRealTimers();
  await endExamples();
});

it("question: picks an option, and types an answer of its own", async () => {
  const screens: string[] = [];
  const call = {
    name: "question",
    arguments: { question: "Which?", options: [{ label: "red" }, { label: "green", description: "like grass" }] },
  };
  const { ui, prompt, result } = await startExample(
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
  expect(screens[0]).toMatchInlineSnapshot(`
    "────────────────────────────────────────────────────────────────────────────────
     Which?

    > 1. red
      2. green
         like grass
      3. Type something.

     ↑↓ navigate • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────────────────────────"
  `);
  expect(result()).toMatchObject({ details: { answer: "green", wasCustom: false } });

  const other = await startExample(
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
  expect(screens[1]).toMatchInlineSnapshot(`
    "────────────────────────────────────────────────────────────────────────────────
     Which?

      1. red
      2. green
         like grass
    > 3. Type something. ✎

     Your answer:
     ──────────────────────────────────────────────────────────────────────────────
     blue
     ──────────────────────────────────────────────────────────────────────────────

     Enter to submit • Esc to go back
    ────────────────────────────────────────────────────────────────────────────────"
  `);
  expect(other.result()).toMatchObject({ details: { answer: "blue", wasCustom: true } });
});

it("questionnaire: two tabs, a resize, submit", async () => {
  const screens: string[] = [];
  const { ui, prompt, result } = await startExample(
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
  expect(screens[0]).toMatchInlineSnapshot(`
    "────────────────────────────────────────────────────────────
    ────────────────────
    ────────────────────────────────────────────────────────────
     ←  ■ First   □ Second   ✓ Submit  →

     Pick b?

      1. B one
    > 2. B two
      3. Type something.

     Tab/←→ navigate • ↑↓ select • Enter confirm • Esc cancel
    ────────────────────────────────────────────────────────────"
  `);
  expect(Math.max(...screens[0]!.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(screens[1]).toMatchInlineSnapshot(`
    "────────────────────────────────────────────────────────────
    ────────────────────
    ────────────────────────────────────────────────────────────
     ←  ■ First   ■ Second   ✓ Submit  →

     Ready to submit

     First: A one
     Second: B two

     Press Enter to submit

     Tab/←→ navigate • ↑↓ select • Enter confirm • Esc cancel
    ────────────────────────────────────────────────────────────"
  `);
  expect(result().details.answers.map((answer: any) => answer.value)).toEqual(["a1", "b2"]);
});

it("todo: shows what its tool did in a view of its own", async () => {
  const screens: string[] = [];
  const { ui, prompt } = await startExample(
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
  const { ui, prompt } = await startExample("timed-confirm.ts", { confirm: () => new Promise(() => {}) });
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
  const { ui } = await startExample("widget-placement.ts", {});
  expect([...ui.widgets]).toEqual([
    ["widget-above", { lines: ["Above editor widget"], placement: "aboveEditor" }],
    ["widget-below", { lines: ["Below editor widget"], placement: "belowEditor" }],
  ]);
  expect(await ui.screen.next()).toBe(" Above editor widget\n Below editor widget");
});

it("custom-footer: a footer of the extension's own, and pi's again", async () => {
  const { ui, prompt } = await startExample("custom-footer.ts", {});
  await prompt("/footer");
  expect(ui.footer).toEqual([`↑0 ↓0 $0.000${" ".repeat(67)}m`]);
  ui.screen.resize(40, 10);
  expect(await ui.screen.next()).toBe(`↑0 ↓0 $0.000${" ".repeat(27)}m`);
  await prompt("/footer");
  expect(ui.footer).toBe(undefined);
  expect(ui.screen.text()).toBe("");
});
