import { Editor } from "@earendil-works/pi-tui";
import { expect, it, vi } from "vitest";
import { createMockUI } from "./index.ts";

const coloured = "\x1b[31mred\x1b[0m";

it("keeps notifications, status and title as the user reads them", () => {
  const ui = createMockUI();
  ui.context.notify(coloured);
  ui.context.notify("bad", "error");
  ui.context.setStatus("a", coloured);
  ui.context.setStatus("b", "text");
  ui.context.setStatus("b", undefined);
  ui.context.setTitle("title");
  expect(ui.notifications).toEqual([
    { message: "red", level: "info" },
    { message: "bad", level: "error" },
  ]);
  expect([...ui.status]).toEqual([["a", "red"]]);
  expect(ui.title).toBe("title");
});

it("cuts a widget of lines after ten in the terminal, and shows a component's lines as they are now", async () => {
  const ui = createMockUI();
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  ui.context.setWidget("lines", lines, { placement: "belowEditor" });
  expect(ui.widgets.get("lines")).toEqual({
    lines: [...lines.slice(0, 10), "... (widget truncated)"],
    placement: "belowEditor",
  });
  let count = 0;
  const dispose = vi.fn();
  ui.context.setWidget("component", (tui, theme) => {
    expect(tui.terminal.columns).toBe(80);
    tui.requestRender();
    return { render: (width) => [theme.fg("accent", `${count} of ${width}`)], invalidate() {}, dispose };
  });
  count = 1;
  expect(ui.widgets.get("component")?.lines).toEqual(["1 of 80"]);
  expect((await ui.screen.next()).split("\n").slice(0, 2)).toEqual(["1 of 80", " line 0"]);
  ui.context.setWidget("component", undefined);
  expect([ui.widgets.has("component"), dispose.mock.calls.length]).toEqual([false, 1]);
  expect(ui.screen.lines[0]).toBe(" line 0");
});

it("shows header and footer, which read the statuses of all extensions", async () => {
  const ui = createMockUI();
  const disposed = vi.fn();
  ui.context.setToolsExpanded(true);
  const setExpanded = vi.fn();
  ui.context.setHeader(() => Object.assign({ render: () => ["header"], invalidate() {} }, { setExpanded }));
  ui.context.setFooter((_tui, _theme, data) => ({
    render: () => [[...data.getExtensionStatuses()].join(), `${data.getGitBranch()}`],
    invalidate() {},
    dispose: disposed,
  }));
  ui.context.setStatus("a", "ready");
  expect([ui.header, ui.footer]).toEqual([["header"], ["a,ready", "null"]]);
  expect(setExpanded).toHaveBeenCalledWith(true);
  expect(await ui.screen.next()).toBe("header\na,ready\nnull");
  ui.context.setFooter(undefined);
  expect([ui.footer, disposed.mock.calls.length, ui.screen.text()]).toEqual([undefined, 1, "header"]);
});

it("keeps how pi looks while it works", () => {
  const ui = createMockUI();
  expect([ui.working, ui.hiddenThinkingLabel, ui.toolsExpanded]).toEqual([{ visible: true }, undefined, false]);
  ui.context.setWorkingMessage("digging");
  ui.context.setWorkingIndicator({ frames: ["*"], intervalMs: 100 });
  ui.context.setWorkingVisible(false);
  ui.context.setHiddenThinkingLabel("hm");
  ui.context.setToolsExpanded(true);
  expect(ui.working).toEqual({ visible: false, message: "digging", indicator: { frames: ["*"], intervalMs: 100 } });
  expect([ui.hiddenThinkingLabel, ui.toolsExpanded, ui.context.getToolsExpanded()]).toEqual(["hm", true, true]);
  ui.context.setWorkingMessage();
  ui.context.setWorkingIndicator();
  ui.context.setHiddenThinkingLabel();
  expect([ui.working, ui.hiddenThinkingLabel]).toEqual([{ visible: false }, undefined]);
});

it("styles as plain text until the screen is there, then with pi's theme", async () => {
  const ui = createMockUI();
  expect(ui.context.theme.fg("accent", ui.context.theme.bold("text"))).toBe("text");
  await ui.screen.next();
  expect(ui.context.theme.fg("accent", "text")).not.toBe("text");
  ui.context.setStatus("a", ui.context.theme.fg("accent", "text"));
  expect(ui.status.get("a")).toBe("text");
});

it("switches themes by name and by object", async () => {
  const ui = createMockUI();
  expect(ui.context.getAllThemes().map((theme) => theme.name)).toEqual(["dark", "light"]);
  expect([ui.theme, ui.context.getTheme("light")?.name, ui.context.getTheme("none")]).toEqual([
    "dark",
    "light",
    undefined,
  ]);
  expect(ui.context.setTheme("none")).toEqual({ success: false, error: "Theme not found: none" });
  expect(ui.context.setTheme("light")).toEqual({ success: true });
  expect([ui.theme, ui.context.theme.name]).toEqual(["light", "light"]);
  await ui.screen.next();
  expect(ui.context.theme.name).toBe("light");
  const own = ui.context.getTheme("light");
  expect(own && ui.context.setTheme(own)).toEqual({ success: true });
  expect(ui.theme).toBe("<in-memory>");
  ui.dispose();
  const next = createMockUI();
  await next.screen.next();
  expect(next.context.theme.name).toBe("dark");
});

it("puts text into the editor as pi's own editor does", () => {
  const style = (text: string) => text;
  const list = { selectedPrefix: style, selectedText: style, description: style, scrollInfo: style, noMatch: style };
  const tui = { requestRender() {}, terminal: { rows: 24, columns: 80 } };
  for (const [set, paste] of [
    ["a\tb\r\nc", ""],
    ["word", "/path"],
    ["word ", "~/path"],
    ["", ".hidden\x07\x1b"],
    ["x", "y\r\nz\t"],
    ["", "long\n".repeat(20)],
  ] as const) {
    const real = new Editor(tui as never, { borderColor: style, selectList: list });
    const ui = createMockUI();
    real.setText(set);
    ui.context.setEditorText(set);
    if (paste) {
      real.handleInput(`\x1b[200~${paste}\x1b[201~`);
      ui.context.pasteToEditor(paste);
    }
    expect([ui.editorText, ui.context.getEditorText()]).toEqual([real.getExpandedText(), real.getExpandedText()]);
  }
});

it("puts an extension's own editor in the place of pi's, with the text that is there", async () => {
  const ui = createMockUI();
  ui.context.setEditorText("draft");
  const factory = vi.fn(
    (_tui: unknown, _theme: unknown, keybindings: { matches(data: string, name: string): boolean }) => {
      let text = "";
      return {
        onSubmit: undefined as ((text: string) => void) | undefined,
        getText: () => text,
        setText: (next: string) => {
          text = next;
        },
        render: () => [`[${text}]`],
        invalidate() {},
        handleInput(data: string) {
          if (keybindings.matches(data, "tui.input.submit")) this.onSubmit?.(text);
          else text += data;
        },
      };
    },
  );
  ui.context.setEditorComponent(factory as never);
  expect([ui.editorText, ui.context.getEditorComponent()]).toEqual(["draft", factory]);
  expect(await ui.screen.next()).toBe("[draft]");
  ui.screen.type("!\n");
  expect([ui.screen.text(), ui.submitted]).toEqual(["[draft!]", ["draft!"]]);
  ui.context.setEditorComponent(undefined);
  expect([ui.editorText, ui.context.getEditorComponent(), ui.screen.text()]).toEqual(["draft!", undefined, ""]);
});

it("asks the extension's completions, each around the ones before", async () => {
  const ui = createMockUI();
  expect(await ui.complete("#")).toEqual([]);
  const provider = (value: string) => (current: any) => ({
    ...current,
    getSuggestions: async (lines: string[], line: number, column: number, options: { signal: AbortSignal }) => {
      const inner = await current.getSuggestions(lines, line, column, options);
      return {
        prefix: "#",
        items: [...(inner?.items ?? []), { value: `${lines[line]?.slice(0, column)}${value}`, label: value }],
      };
    },
  });
  ui.context.addAutocompleteProvider(provider("1"));
  ui.context.addAutocompleteProvider(provider("2"));
  expect(await ui.complete("first\n#")).toEqual([
    { value: "#1", label: "1" },
    { value: "#2", label: "2" },
  ]);
});
