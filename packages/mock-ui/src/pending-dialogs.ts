// The dialogs that are open: the last one is on top.
import type { UICallRecord } from "./ui-call-record.ts";

/** @internal */
export interface PendingDialogs {
  /** True after `dispose`: a dialog opened from now on is dismissed at once. */
  closed: boolean;
  add(call: UICallRecord, dismiss: () => void): void;
  remove(call: UICallRecord): void;
  list(): UICallRecord[];
  dismissAll(): void;
}

/** @internal */
export const createPendingDialogs = (): PendingDialogs => {
  const open = new Map<UICallRecord, () => void>();
  return {
    closed: false,
    add: (call, dismiss) => void open.set(call, dismiss),
    remove: (call) => void open.delete(call),
    list: () => [...open.keys()],
    dismissAll() {
      for (const dismiss of [...open.values()].reverse()) dismiss();
    },
  };
};
