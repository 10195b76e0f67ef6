// Puts the surfaces together: everything of ctx.ui that asks nothing.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { type Bars, createBars } from "./bars.ts";
import type { CallLog } from "./call-log.ts";
import type { DialogMethod } from "./handler.ts";
import { createLooks, type Looks } from "./looks.ts";
import type { MockUIMode } from "./modes.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createStage, type Stage } from "./stage.ts";
import { createTerminalInput, type TerminalInput } from "./terminal-input.ts";
import { createThemeChoice, type ThemeChoice } from "./theme-choice.ts";
import { createUserEditor, type UserEditor } from "./user-editor.ts";
import { type ComponentSite, createWidgets, type Widgets } from "./widgets.ts";

/** @internal */
export interface Surfaces {
  readonly members: Omit<ExtensionUIContext, DialogMethod | "custom">;
  readonly notices: Notices;
  readonly widgets: Widgets;
  readonly bars: Bars;
  readonly looks: Looks;
  readonly editor: UserEditor;
  readonly input: TerminalInput;
  readonly theme: ThemeChoice;
  readonly stage: Stage;
  /** What pi takes away when its extensions are replaced: all but the user's text, theme and expanded tools. */
  replaceExtensions(): void;
  /** Takes everything off the screen. What the user was told in passing stays, to be read after the session. */
  takeDown(): void;
  /** Also forgets what the user was told. */
  reset(): void;
}

/** @internal `drawingFailed` is told what a component threw while nobody waited for its frame. */
export const createSurfaces = (log: CallLog, mode: MockUIMode, drawingFailed: (thrown: unknown) => void): Surfaces => {
  const theme = createThemeChoice();
  const input = createTerminalInput();
  const around = (bar: Bars["headerComponent"]) => (bar ? [bar] : []);
  const stage: Stage = createStage(
    {
      above: (kit) => [...around(bars.headerComponent), ...widgets.components("aboveEditor", kit)],
      below: (kit) => [...widgets.components("belowEditor", kit), ...around(bars.footerComponent)],
      editor: () => editor.component,
    },
    theme,
    input,
    drawingFailed,
  );
  const site: ComponentSite & Pick<Stage, "keybindings" | "refocus"> = {
    tui: stage.tui,
    theme: theme.handle,
    keybindings: stage.keybindings,
    get columns() {
      return stage.terminal.device.columns;
    },
    changed: stage.refresh,
    refocus: stage.refocus,
  };
  const notices = createNotices(log, mode, stage.refresh);
  const looks = createLooks(log, mode, theme, stage.refresh);
  const widgets = createWidgets(log, mode, site);
  const bars = createBars(log, mode, site, notices.status, () => looks.toolsExpanded);
  const editor = createUserEditor(log, mode, site);

  const takeDown = () => {
    for (const part of [looks, widgets, bars, editor, theme]) part.reset();
    input.clear();
    stage.refresh();
  };

  return {
    members: {
      ...notices.members,
      ...looks.members,
      ...widgets.members,
      ...bars.members,
      ...editor.members,
      onTerminalInput: (...args) => log.note(mode === "tui" ? input.add(args[0]) : () => {}, "onTerminalInput", args),
      theme: theme.handle,
    },
    notices,
    widgets,
    bars,
    looks,
    editor,
    input,
    theme,
    stage,
    replaceExtensions() {
      notices.clearStatus();
      looks.resetWorking();
      widgets.reset();
      bars.reset();
      editor.replaceExtensions();
      input.clear();
      stage.refocus();
    },
    takeDown,
    reset() {
      notices.reset();
      takeDown();
    },
  };
};
