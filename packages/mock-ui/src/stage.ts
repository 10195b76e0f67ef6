// The screen's inside: pi's TUI on the virtual terminal, with the places where extensions put components.
// pi-tui is loaded when something is drawn for the first time. It knows nothing of handlers and keys.
import type { KeybindingsManager } from "@earendil-works/pi-coding-agent";
import type { Component, TUI } from "@earendil-works/pi-tui";
import {
  createEarlyKeybindings,
  createEarlyTui,
  createTui,
  type DrawingKit,
  drawFrame,
  type EmulatorFactory,
  handleOf,
  inputOf,
  keepsRenderedLines,
  loadDrawingKit,
  loadEmulator,
  onFrameRequest,
} from "./pi-seams.ts";
import { createWidthCheck, renderedBy } from "./rendered-lines.ts";
import type { TerminalInput } from "./terminal-input.ts";
import type { ThemeChoice } from "./theme-choice.ts";
import { createVirtualTerminal, type VirtualTerminal } from "./virtual-terminal.ts";

/** @internal What extensions put around the editor, from top to bottom. */
export interface Surroundings {
  above(kit: DrawingKit): readonly Component[];
  below(kit: DrawingKit): readonly Component[];
  /** An extension's own editor, which has the focus while no dialog is open. */
  editor(): Component | undefined;
}

/** @internal */
export interface LoadedStage {
  readonly kit: DrawingKit;
  readonly tui: TUI;
  /** Whether pi keeps rendered lines, so that they are frozen here. */
  readonly freeze: boolean;
  /** Draws what was asked for; `force` draws in any case. */
  draw(force?: boolean): void;
}

/** @internal */
export interface Stage {
  readonly terminal: VirtualTerminal;
  readonly loaded: LoadedStage | undefined;
  /** pi's TUI and keybindings, or what stands for them until the screen is loaded. */
  readonly tui: TUI;
  readonly keybindings: KeybindingsManager;
  load(): Promise<LoadedStage>;
  /** Opens a component in the editor's place, above the ones that are there. */
  push(component: Component): void;
  remove(component: Component): void;
  /** Something around the editor changed. */
  refresh(): void;
  /** The extension's editor changed. */
  refocus(): void;
  readonly frames: number;
  /** Calls `drawn` after each frame; returns what stops that. */
  onFrame(drawn: () => void): () => void;
  dispose(): void;
}

/** @internal `failed` is told what a component threw while it was drawn without anybody waiting for it. */
export const createStage = (
  surroundings: Surroundings,
  theme: ThemeChoice,
  input: TerminalInput,
  failed: (thrown: unknown) => void,
): Stage => {
  let kit: DrawingKit | undefined;
  let createEmulator: EmulatorFactory | undefined;
  const terminal = createVirtualTerminal(
    (columns, rows) => {
      if (createEmulator === undefined) throw new Error("the screen was looked at before it was loaded");
      return createEmulator(columns, rows);
    },
    { columns: 80, rows: 24 },
  );
  const early = { tui: createEarlyTui(terminal.device), keybindings: createEarlyKeybindings() };
  const dialogs: Component[] = [];
  const listeners = new Set<() => void>();
  let loading: Promise<LoadedStage> | undefined;
  let loaded: LoadedStage | undefined;
  let requested = false;
  let frames = 0;

  const middle = (): readonly Component[] => {
    const component = dialogs.at(-1) ?? surroundings.editor();
    return component ? [component] : [];
  };
  const rootOf = (loadedKit: DrawingKit, freeze: boolean): Component & { children: readonly Component[] } => {
    const checkWidth = createWidthCheck(loadedKit.tui.visibleWidth);
    return {
      get children() {
        return [...surroundings.above(loadedKit), ...middle(), ...surroundings.below(loadedKit)];
      },
      render(width) {
        const lines = this.children.flatMap((child) => renderedBy(child, width, freeze));
        checkWidth(lines, width);
        // pi before 0.80 does not clear the last row of a screen that became empty, since its own never does.
        return lines.length > 0 ? lines : [""];
      },
      invalidate() {
        for (const child of this.children) child.invalidate?.();
      },
    };
  };

  const build = (loadedKit: DrawingKit): LoadedStage => {
    theme.useKit(loadedKit);
    const tui = createTui(loadedKit, terminal.device);
    const freeze = keepsRenderedLines(loadedKit);
    const draw = (force = false) => {
      if (!requested && !force) return;
      requested = false;
      drawFrame(tui);
      frames++;
      for (const listener of [...listeners]) listener();
    };
    onFrameRequest(tui, () => {
      if (requested) return;
      requested = true;
      Promise.resolve()
        .then(() => draw())
        .catch(failed);
    });
    tui.addChild(rootOf(loadedKit, freeze));
    tui.addInputListener((data) => {
      const rest = input.filter(data);
      return rest === undefined ? { consume: true } : { data: rest };
    });
    // Not tui.start(): that listens for the exit of the process, for a terminal that needs no putting back.
    terminal.device.start(inputOf(tui), () => tui.requestRender());
    loaded = { kit: loadedKit, tui, freeze, draw };
    refocus();
    return loaded;
  };

  const refresh = () => loaded?.tui.requestRender();
  const refocus = () => {
    loaded?.tui.setFocus(middle()[0] ?? null);
    refresh();
  };

  return {
    terminal,
    get loaded() {
      return loaded;
    },
    tui: handleOf(() => loaded?.tui ?? early.tui),
    keybindings: handleOf(() => kit?.keybindings ?? early.keybindings),
    load() {
      loading ??= Promise.all([loadDrawingKit(), loadEmulator()]).then(([loadedKit, emulator]) => {
        kit = loadedKit;
        createEmulator = emulator;
        return build(loadedKit);
      });
      return loading;
    },
    push(component) {
      dialogs.push(component);
      refocus();
    },
    remove(component) {
      const index = dialogs.indexOf(component);
      if (index === -1) return;
      dialogs.splice(index, 1);
      if (index === dialogs.length) refocus();
      else refresh();
    },
    refresh,
    refocus,
    get frames() {
      return frames;
    },
    onFrame(drawn) {
      listeners.add(drawn);
      return () => listeners.delete(drawn);
    },
    dispose() {
      terminal.dispose();
      dialogs.length = 0;
      listeners.clear();
      loaded = undefined;
      loading = undefined;
      kit = undefined;
    },
  };
};
