// Every private or version-dependent reach into pi and the terminal emulator, with the versions that need it.
// The only file with casts. Loads nothing until asked.
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import type { Component, OverlayHandle, Terminal, TUI } from "@earendil-works/pi-tui";
import { tellFailure } from "@pi-testkit/failure-report";
import type { Terminal as Emulator } from "@xterm/headless";
import { MockUIError } from "./mock-ui-error.ts";
import type { RendererSource } from "./renderers.ts";

type PiTui = typeof import("@earendil-works/pi-tui");
type PiCodingAgent = typeof import("@earendil-works/pi-coding-agent");

/** What drawing needs of pi, loaded. */
export interface DrawingKit {
  readonly tui: PiTui;
  readonly pi: PiCodingAgent;
  readonly keybindings: KeybindingsManager;
}

const peer = async <Module>(name: string, load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (cause) {
    throw new MockUIError(
      "missing-peer",
      tellFailure({
        happened: `The screen needs ${name}, which could not be loaded.`,
        received: cause instanceof Error ? cause.message.split("\n")[0] : String(cause),
        cause:
          "custom components and renderers are drawn with pi's own packages and a terminal emulator, all optional peers",
        fix: `install ${name} beside @pi-testkit/mock-ui.`,
      }),
      { cause },
    );
  }
};

/**
 * pi's own folder, for files it does not export. pi tells it after 0.74; before, Node's resolution does.
 * A file that is missing is no error: the caller says what stands in for it.
 */
const fileOfPi = async (pi: PiCodingAgent, path: string): Promise<Record<string, unknown>> => {
  try {
    const { getPackageDir } = pi as { getPackageDir?: () => string };
    const entry = () => fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"));
    const folder = getPackageDir?.() ?? dirname(dirname(entry()));
    return await import(/* @vite-ignore */ pathToFileURL(`${folder}/dist/${path}`).href);
  } catch {
    return {};
  }
};

/** The keybindings manager with pi's `app.*` keys is no export of pi on any version. Without its file: pi-tui's `tui.*` keys alone. */
const createKeybindings = async (pi: PiCodingAgent, tui: PiTui): Promise<KeybindingsManager> => {
  const { KeybindingsManager: Class } = (await fileOfPi(pi, "core/keybindings.js")) as {
    KeybindingsManager?: new () => KeybindingsManager;
  };
  return Class ? new Class() : (new tui.KeybindingsManager(tui.TUI_KEYBINDINGS) as unknown as KeybindingsManager);
};

const themeKey = Symbol.for("@earendil-works/pi-coding-agent:theme");

/** pi's current theme, if this process has one. pi keeps it on `globalThis`, and has no other door to it. */
export const themeOfProcess = (): Theme | undefined => (globalThis as { [themeKey]?: Theme | undefined })[themeKey];

/** Makes `theme` the one that pi's own components draw with. */
export const setThemeOfProcess = (theme: Theme): void => {
  (globalThis as { [themeKey]?: Theme | undefined })[themeKey] = theme;
};

/** An object that has every member of what `current` returns at the time: what pi does for its own theme. */
export const handleOf = <Target extends object>(current: () => Target): Target =>
  new Proxy({} as Target, {
    get: (_, name) => {
      const target = current();
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
    set: (_, name, value) => Reflect.set(current(), name, value),
    has: (_, name) => name in current(),
  });

const asIs = (text: string) => text;

/** Every style of pi's Theme as the text itself: for texts a test compares, without loading anything of pi. */
export const createPlainTheme = (name: string): Theme =>
  ({
    name,
    fg: (_color: string, text: string) => text,
    bg: (_color: string, text: string) => text,
    style: asIs,
    bold: asIs,
    italic: asIs,
    underline: asIs,
    inverse: asIs,
    strikethrough: asIs,
    getFgAnsi: () => "",
    getBgAnsi: () => "",
    getColorMode: () => "truecolor",
    getThinkingBorderColor: () => asIs,
    getBashModeBorderColor: () => asIs,
  }) as unknown as Theme;

/** Loads pi-tui and pi-coding-agent, and gives the process a theme and keybindings if it has none, as pi does at its start. */
export const loadDrawingKit = async (): Promise<DrawingKit> => {
  const [tui, pi] = await Promise.all([
    peer("@earendil-works/pi-tui", () => import("@earendil-works/pi-tui")),
    peer("@earendil-works/pi-coding-agent", () => import("@earendil-works/pi-coding-agent")),
  ]);
  const keybindings = await createKeybindings(pi, tui);
  // Without a theme, whatever an extension builds from pi's components throws "Theme not initialized".
  if (themeOfProcess() === undefined) pi.initTheme("dark");
  tui.setKeybindings(keybindings as unknown as Parameters<PiTui["setKeybindings"]>[0]);
  return { tui, pi, keybindings };
};

/** Makes terminal emulators of a size. */
export type EmulatorFactory = (columns: number, rows: number) => Emulator;

/** Loads `@xterm/headless`, a CommonJS module: its exports are the default export. */
export const loadEmulator = async (): Promise<EmulatorFactory> => {
  const loaded = await peer("@xterm/headless", () => import("@xterm/headless"));
  const { Terminal: Class } = loaded.default ?? loaded;
  return (cols, rows) => new Class({ cols, rows, allowProposedApi: true, logLevel: "off" });
};

/** Feeds the emulator at once; its public `write` waits for a timer, which a test may have faked. */
export const feedEmulator = (emulator: Emulator, data: string): void => {
  const { _core } = emulator as unknown as { _core: { writeSync(data: string): void } };
  _core.writeSync(data);
};

/** `TuiMainScreen` from 0.84, where `TUI` became an interface; the class `TUI` before. */
export const createTui = ({ tui }: DrawingKit, terminal: Terminal): TUI => {
  const classes = tui as unknown as Record<
    "TuiMainScreen" | "TUI",
    (new (terminal: Terminal, hardwareCursor: boolean) => TUI) | undefined
  >;
  const Class = classes.TuiMainScreen ?? classes.TUI;
  if (Class === undefined) throw new Error("pi-tui exports neither TuiMainScreen nor TUI");
  return new Class(terminal, false);
};

/** Where the TUI takes what the keyboard sends: `handleTerminalInput` from 0.84, `handleInput` before. */
export const inputOf = (tui: TUI): ((data: string) => void) => {
  const inner = tui as unknown as Record<"handleTerminalInput" | "handleInput", ((data: string) => void) | undefined>;
  const take = inner.handleTerminalInput ?? inner.handleInput;
  return (data) => take?.call(tui, data);
};

/** Draws a frame now instead of at pi's next tick or throttle timer. `renderNow` is there from 0.84; before, its steps by hand. */
export const drawFrame = (tui: TUI): void => {
  const inner = tui as unknown as {
    renderNow?(): void;
    doRender(): void;
    renderRequested: boolean;
    renderTimer: ReturnType<typeof setTimeout> | undefined;
  };
  if (inner.renderNow) {
    inner.renderNow();
    return;
  }
  clearTimeout(inner.renderTimer);
  inner.renderTimer = undefined;
  inner.renderRequested = false;
  inner.doRender();
};

/** Calls `requested` whenever anything asks the TUI for a frame. */
export const onFrameRequest = (tui: TUI, requested: () => void): void => {
  const original = tui.requestRender.bind(tui);
  tui.requestRender = (force) => {
    original(force);
    requested();
  };
};

/** Whether something has the keyboard focus; private before 0.84. */
export const focusedComponent = (tui: TUI): Component | null =>
  (tui as unknown as { focusedComponent: Component | null }).focusedComponent;

/** Closes this overlay and no other. pi before 1.4 closed the topmost one, which was wrong; every version has `hide` on the handle. */
export const closeOverlay = (handle: OverlayHandle): void => handle.hide();

/** Whether this pi keeps the lines a container rendered, so that editing them in place corrupts later frames (from 1.x on). */
export const keepsRenderedLines = ({ tui }: DrawingKit): boolean => {
  const container = new tui.Container();
  const first = container.render(10);
  return container.render(10) === first;
};

/** What a TUI gives a component before the screen is loaded: the terminal's size and a place to ask for a frame. */
export const createEarlyTui = (terminal: Terminal): TUI =>
  ({ terminal, requestRender() {}, invalidate() {}, children: [] }) as unknown as TUI;

/** Keybindings before the screen is loaded: no key can reach a component yet. */
export const createEarlyKeybindings = (): KeybindingsManager =>
  ({ matches: () => false, getKeys: () => [] }) as unknown as KeybindingsManager;

/** A component whose lines change when it is expanded, as pi's transcript components do. */
export interface Expandable extends Component {
  setExpanded(expanded: boolean): void;
}

type AnyClass = new (...args: unknown[]) => Expandable;

/** A tool call as pi's transcript shows it. From 1.0 extensions can have renderers for other tools, built-in ones included. */
export const createToolComponent = async (
  { pi }: DrawingKit,
  source: RendererSource,
  ui: TUI,
  call: { name: string; id: string; arguments: unknown },
  result: object | undefined,
): Promise<Expandable> => {
  const own = source.getToolDefinition(call.name);
  const { resolveToolRenderers } = source.extensionRunner as {
    resolveToolRenderers?: (name: string, base: () => unknown) => unknown;
  };
  const { withBuiltInRenderers } = (await fileOfPi(pi, "core/tools/renderers/index.js")) as {
    withBuiltInRenderers?: (name: string, definition: unknown) => unknown;
  };
  const base = () => withBuiltInRenderers?.(call.name, own) ?? own;
  const definition = resolveToolRenderers ? resolveToolRenderers.call(source.extensionRunner, call.name, base) : own;
  const Class = pi.ToolExecutionComponent as unknown as AnyClass;
  const component = new Class(
    call.name,
    call.id,
    call.arguments,
    { showImages: false },
    definition,
    ui,
    process.cwd(),
  ) as Expandable & {
    setArgsComplete(): void;
    markExecutionStarted(): void;
    updateResult(result: object, partial: boolean): void;
  };
  component.setArgsComplete();
  component.markExecutionStarted();
  if (result) component.updateResult(result, false);
  return component;
};

/** A custom message as pi's transcript shows it, with the extension's renderer if it has one. */
export const createMessageComponent = (
  { pi }: DrawingKit,
  source: RendererSource,
  message: { customType: string },
): Expandable => {
  const Class = pi.CustomMessageComponent as unknown as AnyClass;
  return new Class(message, source.extensionRunner.getMessageRenderer(message.customType), pi.getMarkdownTheme());
};

/** A custom entry as pi's transcript shows it, from 0.80.4 on; `undefined` where pi shows nothing. */
export const createEntryComponent = async (
  { pi }: DrawingKit,
  source: RendererSource,
  entry: { customType: string },
): Promise<Expandable | undefined> => {
  const { getEntryRenderer } = source.extensionRunner as { getEntryRenderer?: (customType: string) => unknown };
  const renderer = getEntryRenderer?.call(source.extensionRunner, entry.customType);
  const { CustomEntryComponent } = (await fileOfPi(pi, "modes/interactive/components/custom-entry.js")) as {
    CustomEntryComponent?: AnyClass;
  };
  return renderer && CustomEntryComponent ? new CustomEntryComponent(entry, renderer) : undefined;
};
