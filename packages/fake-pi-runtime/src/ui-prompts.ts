// Wraps the host's UI as pi's runner does: a shallow copy whose five dialogs announce themselves with `ui_prompt_start`
// and `ui_prompt_end`. Prompts that overlap count as one.
import type { EventHub } from "./event-hub.ts";
import type { ExtensionUIContext } from "./pi-shapes.ts";

type Kind = "select" | "confirm" | "input" | "editor" | "custom";

export const wrapUIPrompts = (
  ui: ExtensionUIContext,
  hub: EventHub,
  track: (work: Promise<unknown>) => void,
): ExtensionUIContext => {
  let open = 0;
  let outer: { kind: Kind; title: string | undefined } | undefined;

  // Nobody waits for these two events: the whole dispatch starts in a microtask.
  const announce = (type: "ui_prompt_start" | "ui_prompt_end", kind: Kind, title: string | undefined) =>
    queueMicrotask(() => track(hub.emit(type, { reason: "ui_prompt", kind, ...(title ? { title } : {}) })));

  const prompt = <T>(kind: Kind, title: string | undefined, run: () => Promise<T>): Promise<T> => {
    if (open++ === 0) {
      outer = { kind, title };
      announce("ui_prompt_start", kind, title);
    }
    const close = () => {
      if (--open > 0) return;
      open = 0;
      const closing = outer ?? { kind, title };
      outer = undefined;
      announce("ui_prompt_end", closing.kind, closing.title);
    };
    try {
      return run().finally(close);
    } catch (thrown) {
      close();
      throw thrown;
    }
  };

  return {
    ...ui,
    select: (title, options, own) => prompt("select", title, () => ui.select(title, options, own)),
    confirm: (title, message, own) => prompt("confirm", title, () => ui.confirm(title, message, own)),
    input: (title, placeholder, own) => prompt("input", title, () => ui.input(title, placeholder, own)),
    editor: (title, prefill) => prompt("editor", title, () => ui.editor(title, prefill)),
    custom: (factory, options) => prompt("custom", undefined, () => ui.custom(factory, options)),
  };
};
