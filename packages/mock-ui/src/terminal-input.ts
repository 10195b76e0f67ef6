// The listeners an extension put in front of the keyboard.
import type { TerminalInputHandler } from "@earendil-works/pi-coding-agent";

/** @internal */
export interface TerminalInput {
  readonly size: number;
  add(handler: TerminalInputHandler): () => void;
  /** What is left of the input after all listeners, as pi-tui chains them; `undefined` when one consumed it. */
  filter(data: string): string | undefined;
  clear(): void;
}

/** @internal */
export const createTerminalInput = (): TerminalInput => {
  const handlers = new Set<TerminalInputHandler>();
  return {
    get size() {
      return handlers.size;
    },
    add(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    filter(data) {
      let current = data;
      for (const handler of handlers) {
        const result = handler(current);
        if (result?.consume) return undefined;
        current = result?.data ?? current;
      }
      return current === "" ? undefined : current;
    },
    clear: () => handlers.clear(),
  };
};
