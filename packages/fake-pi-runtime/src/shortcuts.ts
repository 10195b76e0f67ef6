// Which shortcuts pi's TUI would bind, and its warnings about the rest. The keys are pi 1.6.0's defaults.
import type { ExtensionRecord } from "./extension-record.ts";

/** Actions whose keys no extension can take. */
export const reservedKeys: Readonly<Record<string, readonly string[]>> = {
  "app.interrupt": ["escape"],
  "app.clear": ["ctrl+c"],
  "app.exit": ["ctrl+d"],
  "app.suspend": ["ctrl+z"],
  "app.thinking.cycle": ["shift+tab"],
  "app.model.cycleForward": ["ctrl+p"],
  "app.model.cycleBackward": ["shift+ctrl+p"],
  "app.model.select": ["ctrl+l"],
  "app.tools.expand": ["ctrl+o"],
  "app.thinking.toggle": ["ctrl+t"],
  "app.editor.external": ["ctrl+g"],
  "app.message.copy": ["ctrl+x"],
  "app.message.followUp": ["alt+enter"],
  "tui.input.submit": ["enter"],
  "tui.select.confirm": ["enter"],
  "tui.select.cancel": ["escape", "ctrl+c"],
  "tui.input.copy": ["ctrl+c"],
  "tui.editor.deleteToLineEnd": ["ctrl+k"],
};

/** Other keys of pi that an extension may take, with a warning. */
export const builtInKeys: Readonly<Record<string, readonly string[]>> = {
  "tui.editor.cursorLineStart": ["ctrl+a"],
  "tui.editor.cursorLineEnd": ["ctrl+e"],
  "tui.editor.deleteWordBackward": ["ctrl+w"],
  "tui.editor.deleteToLineStart": ["ctrl+u"],
  "tui.editor.yank": ["ctrl+y"],
  "tui.input.tab": ["tab"],
  "app.thinking.save": ["ctrl+s"],
  "app.session.toggleNamedFilter": ["ctrl+n"],
  "app.clipboard.pasteImage": ["ctrl+v"],
  "app.session.rename": ["ctrl+r"],
};

const actionOf = (table: Readonly<Record<string, readonly string[]>>, key: string) =>
  Object.entries(table).find(([, keys]) => keys.includes(key))?.[0];

export interface BoundShortcuts {
  readonly bound: ReadonlyMap<string, { key: string; extensionPath: string }>;
  readonly warnings: readonly string[];
}

/** The last extension wins a key; a reserved key is nobody's. */
export const bindShortcuts = (records: readonly ExtensionRecord[]): BoundShortcuts => {
  const bound = new Map<string, { key: string; extensionPath: string }>();
  const warnings: string[] = [];
  for (const record of records)
    for (const [key, { extensionPath }] of record.shortcuts) {
      const lower = key.toLowerCase();
      if (actionOf(reservedKeys, lower)) {
        warnings.push(`Extension shortcut '${key}' from ${extensionPath} conflicts with built-in shortcut. Skipping.`);
        continue;
      }
      const action = actionOf(builtInKeys, lower);
      if (action)
        warnings.push(
          `Extension shortcut conflict: '${key}' is built-in shortcut for ${action} and ${extensionPath}. Using ${extensionPath}.`,
        );
      const earlier = bound.get(lower);
      if (earlier)
        warnings.push(
          `Extension shortcut conflict: '${key}' registered by both ${earlier.extensionPath} and ${extensionPath}. Using ${extensionPath}.`,
        );
      bound.set(lower, { key: lower, extensionPath });
    }
  return { bound, warnings };
};
