// The editor the user types prompts into: its text, an extension's own editor in its place, and its completions.
import type {
  AutocompleteProviderFactory,
  ExtensionUIContext,
  KeybindingsManager,
} from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem, AutocompleteProvider } from "@earendil-works/pi-tui";
import type { CallLog } from "./call-log.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import type { ComponentSite } from "./widgets.ts";

type EditorFactory = NonNullable<ReturnType<ExtensionUIContext["getEditorComponent"]>>;
type EditorComponent = ReturnType<EditorFactory>;
type EditorTheme = Parameters<EditorFactory>[1];

/** @internal */
export interface UserEditor {
  readonly members: Pick<
    ExtensionUIContext,
    | "pasteToEditor"
    | "setEditorText"
    | "getEditorText"
    | "addAutocompleteProvider"
    | "setEditorComponent"
    | "getEditorComponent"
  >;
  readonly text: string;
  readonly component: EditorComponent | undefined;
  readonly submitted: string[];
  complete(text: string): Promise<AutocompleteItem[]>;
  /** pi's own editor again, with the text that is there, and no completions. */
  replaceExtensions(): void;
  reset(): void;
}

/** What pi's editor makes of text that is put into it. */
const normalized = (text: string) => text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ");

/** What pi's editor makes of pasted text, after the text before the cursor. */
const pasted = (before: string, text: string): string => {
  const printable = [...normalized(text)].filter((character) => character === "\n" || character >= " ").join("");
  return /^[/~.]/.test(printable) && /\w$/.test(before) ? ` ${printable}` : printable;
};

const nothing: AutocompleteProvider = {
  getSuggestions: async () => null,
  applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
};

/** @internal */
export const createUserEditor = (
  log: CallLog,
  mode: MockUIMode,
  site: ComponentSite & { readonly keybindings: KeybindingsManager; refocus(): void },
): UserEditor => {
  let text = "";
  let factory: EditorFactory | undefined;
  let component: EditorComponent | undefined;
  let provider = nothing;
  const wrappers: AutocompleteProviderFactory[] = [];
  const submitted: string[] = [];
  const terminal = mode === "tui";
  const accent = (styled: string) => site.theme.fg("accent", styled);
  const muted = (styled: string) => site.theme.fg("muted", styled);
  const editorTheme: EditorTheme = {
    borderColor: (styled) => site.theme.fg("borderMuted", styled),
    selectList: { selectedPrefix: accent, selectedText: accent, description: muted, scrollInfo: muted, noMatch: muted },
  };

  const read = () => (component ? (component.getExpandedText?.() ?? component.getText()) : text);
  const write = (next: string) => {
    // An RPC host gets the text as it is; pi's editor normalizes it.
    if (component) component.setText(next);
    else if (hasUser(mode)) text = terminal ? normalized(next) : next;
    site.changed();
  };
  const useComponent = (next: EditorFactory | undefined) => {
    const current = read();
    factory = next;
    component = next?.(site.tui, editorTheme, site.keybindings);
    if (component) {
      component.onSubmit = (prompt) => void submitted.push(prompt);
      if (wrappers.length > 0) component.setAutocompleteProvider?.(provider);
    }
    write(current);
    site.refocus();
  };

  const replaceExtensions = () => {
    provider = nothing;
    wrappers.length = 0;
    if (component) useComponent(undefined);
  };

  return {
    members: {
      pasteToEditor(...args) {
        if (component) component.handleInput(`\x1b[200~${args[0]}\x1b[201~`);
        else write(terminal ? text + pasted(text, args[0]) : args[0]);
        site.changed();
        log.note(undefined, "pasteToEditor", args);
      },
      setEditorText(...args) {
        write(args[0]);
        log.note(undefined, "setEditorText", args);
      },
      getEditorText: (...args) => log.note(terminal ? read() : "", "getEditorText", args),
      addAutocompleteProvider(...args) {
        const record = log.open("addAutocompleteProvider", args);
        if (terminal) {
          wrappers.push(args[0]);
          // pi runs every wrapper again for each new one.
          provider = wrappers.reduce((inner, wrap) => wrap(inner), nothing);
          component?.setAutocompleteProvider?.(provider);
        }
        log.close(record, undefined);
      },
      setEditorComponent(...args) {
        const record = log.open("setEditorComponent", args);
        if (terminal) useComponent(args[0]);
        log.close(record, undefined);
      },
      getEditorComponent: (...args) => log.note(factory, "getEditorComponent", args),
    },
    get text() {
      return read();
    },
    get component() {
      return component;
    },
    submitted,
    async complete(typed) {
      const lines = typed.split("\n");
      const last = lines.length - 1;
      const { signal } = new AbortController();
      const suggestions = await provider.getSuggestions(lines, last, lines[last]?.length ?? 0, { signal });
      return suggestions?.items ?? [];
    },
    replaceExtensions,
    reset() {
      replaceExtensions();
      text = "";
      submitted.length = 0;
    },
  };
};
