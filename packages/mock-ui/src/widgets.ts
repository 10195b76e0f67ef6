// Blocks of lines or components that an extension puts above or below the editor.
import type { ExtensionUIContext, ExtensionWidgetOptions, Theme } from "@earendil-works/pi-coding-agent";
import type { Component, TUI } from "@earendil-works/pi-tui";
import type { CallLog } from "./call-log.ts";
import type { MockUIMode } from "./modes.ts";
import type { DrawingKit } from "./pi-seams.ts";
import { plainLines } from "./plain-text.ts";

/** A block beside the editor. */
export interface Widget {
  /** What the user reads, without colours: in the terminal cut after ten lines, as pi does; of a component, what it renders now. */
  readonly lines: readonly string[];
  readonly placement: "aboveEditor" | "belowEditor";
  /** The extension's component, if the widget is one. */
  readonly component?: Component & { dispose?(): void };
}

type WidgetFactory = (tui: TUI, theme: Theme) => Component & { dispose?(): void };

/** @internal What a component widget or bar is built with. */
export interface ComponentSite {
  readonly tui: TUI;
  readonly theme: Theme;
  readonly columns: number;
  /** Something is to be drawn again. */
  changed(): void;
}

/** @internal */
export interface Widgets {
  readonly members: Pick<ExtensionUIContext, "setWidget">;
  readonly byKey: Map<string, Widget>;
  components(placement: Widget["placement"], kit: DrawingKit): Component[];
  reset(): void;
}

const mostLines = 10;
const cut = (lines: readonly string[]) =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), "... (widget truncated)"] : [...lines];

/** @internal */
export const createWidgets = (log: CallLog, mode: MockUIMode, site: ComponentSite): Widgets => {
  const byKey = new Map<string, Widget>();
  const raw = new Map<string, readonly string[]>();

  const remove = (key: string) => {
    byKey.get(key)?.component?.dispose?.();
    byKey.delete(key);
    raw.delete(key);
  };
  const setLines = (key: string, lines: readonly string[], placement: Widget["placement"]) => {
    const shown = mode === "tui" ? cut(lines) : [...lines];
    raw.set(key, shown);
    byKey.set(key, { lines: plainLines(shown), placement });
  };
  const setComponent = (key: string, factory: WidgetFactory, placement: Widget["placement"]) => {
    const component = factory(site.tui, site.theme);
    byKey.set(key, {
      get lines() {
        return plainLines(component.render(site.columns));
      },
      placement,
      component,
    });
  };
  const set = (key: string, content: readonly string[] | WidgetFactory | undefined, placement: Widget["placement"]) => {
    if (mode === "json" || mode === "print") return;
    // RPC cannot send a component: the call is ignored, and an older widget of that key stays.
    if (mode === "rpc" && typeof content === "function") return;
    remove(key);
    if (typeof content === "function") setComponent(key, content, placement);
    else if (content !== undefined) setLines(key, content, placement);
    site.changed();
  };

  return {
    members: {
      setWidget(
        ...args: [
          key: string,
          content: string[] | WidgetFactory | undefined,
          options?: ExtensionWidgetOptions | undefined,
        ]
      ) {
        const [key, content, options] = args;
        const record = log.open("setWidget", args);
        set(key, content, options?.placement ?? "aboveEditor");
        log.close(record, undefined);
      },
    },
    byKey,
    components: (placement, kit) =>
      [...byKey]
        .filter(([, widget]) => widget.placement === placement)
        .flatMap(
          ([key, widget]): Component | Component[] =>
            widget.component ?? (raw.get(key) ?? []).map((line) => new kit.tui.Text(line, 1, 0)),
        ),
    reset() {
      for (const key of [...byKey.keys()]) remove(key);
    },
  };
};
