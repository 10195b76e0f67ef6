// What real pi loses without a word, in the order it happened. A loss that is reported after all is taken off again.
import type { SilentEntry } from "./fake-host.ts";

export interface SilentLosses {
  readonly list: SilentEntry[];
  note(entry: SilentEntry): void;
  /** pi reports `thrown`, so it is no longer lost. */
  reported(thrown: unknown): void;
  /** Notes what a promise rejects with that pi does not wait for. In pi it ends as an unhandled rejection of the process. */
  unawaited(returned: unknown, entry: Omit<SilentEntry, "detail">): Promise<void>;
}

export const createSilentLosses = (): SilentLosses => {
  const list: SilentEntry[] = [];
  const losses: SilentLosses = {
    list,
    note: (entry) => void list.push(entry),
    reported: (thrown) => {
      if (!(thrown instanceof Error)) return;
      const index = list.findIndex(({ detail }) => detail === thrown);
      if (index >= 0) list.splice(index, 1);
    },
    unawaited: async (returned, entry) => {
      try {
        await returned;
      } catch (detail) {
        losses.note({ ...entry, detail });
      }
    },
  };
  return losses;
};

export const lateUpdate = (partial: unknown): SilentEntry => ({
  kind: "onUpdate was called after the tool had settled",
  event: "tool_execution_update",
  extensionPath: "",
  detail: partial,
});
