// What `ctx.ui` is when the host has none: every dialog dismissed, everything else nothing.
import { as } from "./pi-seams.ts";
import type { ExtensionUIContext } from "./pi-shapes.ts";

const nothing = () => {};

/** @throws when `theme` is read: only a process that called pi's `initTheme()` has one. */
export const createNoUI = (): ExtensionUIContext =>
  ({
    select: async () => undefined,
    confirm: async () => false,
    input: async () => undefined,
    notify: nothing,
    onTerminalInput: () => nothing,
    setStatus: nothing,
    setWorkingMessage: nothing,
    setWorkingVisible: nothing,
    setWorkingIndicator: nothing,
    setHiddenThinkingLabel: nothing,
    setWidget: nothing,
    setFooter: nothing,
    setHeader: nothing,
    setTitle: nothing,
    custom: async () => as<never>(undefined),
    pasteToEditor: nothing,
    setEditorText: nothing,
    getEditorText: () => "",
    editor: async () => undefined,
    addAutocompleteProvider: nothing,
    setEditorComponent: nothing,
    getEditorComponent: () => undefined,
    get theme(): never {
      throw new Error("Theme not initialized. Call initTheme() first.");
    },
    getAllThemes: () => [],
    getTheme: () => undefined,
    setTheme: () => ({ success: false, error: "UI not available" }),
    getToolsExpanded: () => false,
    setToolsExpanded: nothing,
  }) satisfies ExtensionUIContext;
