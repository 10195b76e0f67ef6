// Which theme the user has, by name or as an object, and the handle that extensions style with.
import type { Theme } from "@earendil-works/pi-coding-agent";
import { createPlainTheme, type DrawingKit, handleOf, setThemeOfProcess, themeOfProcess } from "./pi-seams.ts";

/** @internal */
export interface ThemeChoice {
  /** Plain text until the screen is loaded, pi's real theme from then on. */
  readonly handle: Theme;
  readonly name: string;
  all(): { name: string; path: string | undefined }[];
  get(name: string): Theme | undefined;
  set(theme: string | Theme): { success: boolean; error?: string };
  /** From now on texts are drawn with pi's own theme of that name. */
  useKit(kit: DrawingKit): void;
  /** Puts back the process's theme of before. */
  reset(): void;
}

// pi's built-in themes that exist on every version.
const builtIn = ["dark", "light"];

/** @internal */
export const createThemeChoice = (): ThemeChoice => {
  let name = "dark";
  let instance: Theme | undefined;
  let plain = createPlainTheme(name);
  let kit: DrawingKit | undefined;
  let before: Theme | undefined;

  const current = () => instance ?? (kit && themeOfProcess()) ?? plain;
  const apply = () => {
    if (kit === undefined) return;
    before ??= themeOfProcess();
    if (instance) setThemeOfProcess(instance);
    else kit.pi.initTheme(name);
  };
  const reset = () => {
    name = "dark";
    instance = undefined;
    plain = createPlainTheme(name);
    if (before) setThemeOfProcess(before);
    before = undefined;
  };

  return {
    handle: handleOf(current),
    get name() {
      return instance ? "<in-memory>" : name;
    },
    all: () => builtIn.map((builtInName) => ({ name: builtInName, path: undefined })),
    get: (wanted) => (builtIn.includes(wanted) ? (wanted === name ? current() : createPlainTheme(wanted)) : undefined),
    set(theme) {
      if (typeof theme === "string" && !builtIn.includes(theme))
        return { success: false, error: `Theme not found: ${theme}` };
      instance = typeof theme === "string" ? undefined : theme;
      if (typeof theme === "string") name = theme;
      plain = createPlainTheme(name);
      apply();
      return { success: true };
    },
    useKit(loaded) {
      kit = loaded;
      if (name !== "dark" || instance) apply();
    },
    reset,
  };
};
