import { matchesKey } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { createMockUI, type Screen } from "./index.ts";

const plainKeys = [
  "escape",
  "esc",
  "enter",
  "return",
  "tab",
  "space",
  "backspace",
  "delete",
  "insert",
  "clear",
  "home",
  "end",
];
const movement = ["pageUp", "pageDown", "up", "down", "left", "right"];
const functionKeys = Array.from({ length: 12 }, (_, index) => `f${index + 1}`);
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
// "+" is left out: pi before 1.0 has the name and does not take the key. It is typed below.
const symbols = [..."`-=[]\\;',./!@#$%^&*()_|~{}:<>?"];
const modified = [
  ...[..."abcdefghjklnopqrstuvwxyz"].map((letter) => `ctrl+${letter}`),
  ...letters.map((letter) => `alt+${letter}`),
  ..."abcxyz".split("").flatMap((letter) => [`shift+${letter}`, `ctrl+alt+${letter}`, `ctrl+shift+${letter}`]),
  ...["up", "down", "left", "right", "home", "end", "delete", "pageUp", "pageDown"].flatMap((key) => [
    `ctrl+${key}`,
    `shift+${key}`,
  ]),
  ...[
    "alt+left",
    "alt+right",
    "alt+enter",
    "alt+backspace",
    "ctrl+space",
    "ctrl+]",
    "ctrl+enter",
    "shift+enter",
    "shift+tab",
    "ctrl+backspace",
  ],
];

/** A screen on which `take` gets every key. */
const withKeys = async (drive: (screen: Screen, taken: string[]) => unknown) => {
  const taken: string[] = [];
  const ui = createMockUI({
    custom: async (screen) => {
      await drive(screen, taken);
      finish();
    },
  });
  let finish = () => {};
  await ui.context.custom<void>((_tui, _theme, _keybindings, done) => {
    finish = () => done();
    return {
      render: (width) => ["é".repeat(3), "日本", `${width}`],
      invalidate() {},
      handleInput: (data) => void taken.push(data),
    };
  });
  ui.assertDone();
  return ui;
};

it("sends what this pi takes for each of its key names", async () => {
  const names = [...plainKeys, ...movement, ...functionKeys, ...letters, ...symbols, ...modified];
  await withKeys((screen, taken) => {
    const wrong = names.filter((name) => {
      taken.length = 0;
      screen.press(name as "a");
      return taken.length !== 1 || !matchesKey(taken[0] as string, name as "a");
    });
    expect(wrong).toEqual([]);
  });
});

it("types characters one by one and pastes in one piece", async () => {
  await withKeys((screen, taken) => {
    screen.type("aé日👍\n");
    screen.paste("x\ny");
    screen.press("+");
    expect(taken).toEqual(["a", "é", "日", "👍", "\r", "\x1b[200~x\ny\x1b[201~", "+"]);
  });
});

it("shows wide characters, follows a resize, and paints a picture", async () => {
  await withKeys((screen) => {
    expect(screen.lines).toEqual(["ééé", "日本", "80"]);
    screen.resize(40, 10);
    expect([screen.lines.at(-1), screen.columns, screen.rows]).toEqual(["40", 40, 10]);
    const picture = screen.svg();
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="336" height="180"/);
    expect(picture).toContain(">ééé<");
  });
});

it("paints colours, weight and reverse video", async () => {
  const ui = createMockUI({
    custom: (screen) => {
      expect(screen.text()).toBe("red bold back <&>");
      expect(screen.svg().split("\n").slice(2, -1).join("\n")).toMatchInlineSnapshot(
        `"<text x="0" y="13" textLength="25.2" fill="#cd3131">red</text><text x="33.6" y="13" textLength="33.6" fill="#d4d4d4" font-weight="bold">bold</text><rect x="75.6" y="0" width="33.6" height="18" fill="#d4d4d4"/><text x="75.6" y="13" textLength="33.6" fill="#1e1e1e">back</text><text x="117.6" y="13" textLength="25.2" fill="#010203">&lt;&amp;&gt;</text>"`,
      );
      screen.press("x");
    },
  });
  await ui.context.custom<void>((_tui, _theme, _keybindings, done) => ({
    render: () => ["\x1b[31mred\x1b[0m \x1b[1mbold\x1b[0m \x1b[7mback\x1b[0m \x1b[38;2;1;2;3m<&>\x1b[0m"],
    invalidate() {},
    handleInput: () => done(),
  }));
  ui.assertDone();
});

it("is empty before anything is drawn, and loads by next()", async () => {
  const ui = createMockUI();
  expect([ui.screen.text(), ui.screen.lines, ui.screen.columns, ui.screen.rows]).toEqual(["", [], 80, 24]);
  expect(ui.screen.svg()).toMatch(/^<svg/);
  ui.context.setWidget("w", ["hello"]);
  expect(await ui.screen.next()).toBe(" hello");
  ui.context.setWidget("w", ["there"]);
  expect(await ui.screen.next()).toBe(" there");
});

it("lets an extension's listeners filter keys, with nothing drawn at all", () => {
  const ui = createMockUI();
  const heard: string[] = [];
  const stop = ui.context.onTerminalInput((data) => {
    heard.push(`one ${JSON.stringify(data)}`);
    return data === "a" ? { data: "b" } : data === "\x03" ? { consume: true } : undefined;
  });
  ui.context.onTerminalInput((data) => void heard.push(`two ${JSON.stringify(data)}`));
  ui.screen.press("a", "ctrl+c", "x");
  expect(heard).toEqual(['one "a"', 'two "b"', 'one "\\u0003"', 'one "x"', 'two "x"']);
  stop();
  ui.screen.press("a");
  expect(heard.at(-1)).toBe('two "a"');
});

it("keeps a consumed key from the component", async () => {
  const ui = createMockUI({ custom: (screen) => screen.press("a", "b") });
  ui.context.onTerminalInput((data) => (data === "a" ? { consume: true } : undefined));
  const result = await ui.context.custom<string>((_tui, _theme, _keybindings, done) => ({
    render: () => [],
    invalidate() {},
    handleInput: done,
  }));
  expect(result).toBe("b");
});

it("waits for text that comes later", async () => {
  const ui = createMockUI();
  setTimeout(() => ui.context.setWidget("w", ["ready"]), 20);
  expect(await ui.screen.until((text) => text.includes("ready"))).toBe(" ready");
});
