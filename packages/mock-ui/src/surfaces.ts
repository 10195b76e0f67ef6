// What an extension puts on the screen without asking: notifications, status, widgets, title, editor text and looks.
import type { ExtensionUIContext, ExtensionWidgetOptions } from "@earendil-works/pi-coding-agent";
import type { CallLog } from "./call-log.ts";
import type { DialogMethod } from "./handler.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import { plainTheme } from "./plain-theme.ts";

/** A message the user was shown. */
export interface Notification {
  readonly message: string;
  /** `"info"` when the extension named none, as pi shows it. */
  readonly level: "info" | "warning" | "error";
}

/** A block of lines beside the editor. */
export interface Widget {
  readonly lines: readonly string[];
  readonly placement: "aboveEditor" | "belowEditor";
}

/** @internal */
export interface Surfaces {
  readonly members: Omit<ExtensionUIContext, DialogMethod | "custom">;
  readonly notifications: Notification[];
  readonly status: Map<string, string>;
  readonly widgets: Map<string, Widget>;
  readonly title: string | undefined;
  readonly editorText: string;
  reset(): void;
}

/** @internal */
export const createSurfaces = (log: CallLog, mode: MockUIMode): Surfaces => {
  const notifications: Notification[] = [];
  const status = new Map<string, string>();
  const widgets = new Map<string, Widget>();
  let title: string | undefined;
  let editorText = "";
  let toolsExpanded = false;
  let editorComponent: ReturnType<ExtensionUIContext["getEditorComponent"]>;
  const shown = hasUser(mode);
  const terminal = mode === "tui";

  const setEditorText = (text: string) => {
    if (shown) editorText = text;
  };

  const members: Surfaces["members"] = {
    notify: (...args) => {
      const [message, level = "info"] = args;
      if (shown) notifications.push({ message, level });
      log.note(undefined, "notify", args, { message });
    },
    onTerminalInput: (...args) => log.note(() => {}, "onTerminalInput", args),
    setStatus: (...args) => {
      const [key, text] = args;
      if (shown && text === undefined) status.delete(key);
      else if (shown && text !== undefined) status.set(key, text);
      log.note(undefined, "setStatus", args);
    },
    setWorkingMessage: (...args) => log.note(undefined, "setWorkingMessage", args),
    setWorkingVisible: (...args) => log.note(undefined, "setWorkingVisible", args),
    setWorkingIndicator: (...args) => log.note(undefined, "setWorkingIndicator", args),
    setHiddenThinkingLabel: (...args) => log.note(undefined, "setHiddenThinkingLabel", args),
    setWidget: (...args: [key: string, content: unknown, options?: ExtensionWidgetOptions]) => {
      const [key, content, options] = args;
      if (shown && content === undefined) widgets.delete(key);
      else if (shown && Array.isArray(content))
        widgets.set(key, { lines: [...content], placement: options?.placement ?? "aboveEditor" });
      log.note(undefined, "setWidget", args);
    },
    setFooter: (...args) => log.note(undefined, "setFooter", args),
    setHeader: (...args) => log.note(undefined, "setHeader", args),
    setTitle: (...args) => {
      if (shown) title = args[0];
      log.note(undefined, "setTitle", args, { title: args[0] });
    },
    pasteToEditor: (...args) => {
      setEditorText(terminal ? editorText + args[0] : args[0]);
      log.note(undefined, "pasteToEditor", args);
    },
    setEditorText: (...args) => {
      setEditorText(args[0]);
      log.note(undefined, "setEditorText", args);
    },
    getEditorText: (...args) => log.note(terminal ? editorText : "", "getEditorText", args),
    addAutocompleteProvider: (...args) => log.note(undefined, "addAutocompleteProvider", args),
    setEditorComponent: (...args) => {
      if (terminal) editorComponent = args[0];
      log.note(undefined, "setEditorComponent", args);
    },
    getEditorComponent: (...args) => log.note(editorComponent, "getEditorComponent", args),
    theme: plainTheme,
    getAllThemes: (...args) => log.note([], "getAllThemes", args),
    getTheme: (...args) => log.note(undefined, "getTheme", args),
    setTheme: (...args) => log.note({ success: false, error: "UI not available" }, "setTheme", args),
    getToolsExpanded: (...args) => log.note(toolsExpanded, "getToolsExpanded", args),
    setToolsExpanded: (...args) => {
      if (terminal) toolsExpanded = args[0];
      log.note(undefined, "setToolsExpanded", args);
    },
  };

  return {
    members,
    notifications,
    status,
    widgets,
    get title() {
      return title;
    },
    get editorText() {
      return editorText;
    },
    reset() {
      notifications.length = 0;
      status.clear();
      widgets.clear();
      title = undefined;
      editorText = "";
      toolsExpanded = false;
      editorComponent = undefined;
    },
  };
};
