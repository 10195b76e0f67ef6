// The dialogs that are open: the last one is on top.
import type { UICallRecord } from "./ui-call-record.ts";

/** @internal What can end a dialog from outside. */
export interface OpenDialog {
  /** The extension gets what a user who dismisses gives. */
  dismiss(): void;
  /** Takes the dialog off the screen; its promise stays open until it is dismissed. */
  abandon(): void;
}

/** @internal */
export interface PendingDialogs {
  /** True after `dispose`: a dialog opened from now on is dismissed at once. */
  closed: boolean;
  add(call: UICallRecord, dialog: OpenDialog): void;
  remove(call: UICallRecord): void;
  list(): UICallRecord[];
  /** The session is replaced: nobody will answer these any more. */
  abandonAll(): void;
  /** Also the abandoned ones, so that nothing waits for them for ever. */
  dismissAll(): void;
}

/** @internal */
export const createPendingDialogs = (): PendingDialogs => {
  const open = new Map<UICallRecord, OpenDialog>();
  const abandoned = new Set<OpenDialog>();
  return {
    closed: false,
    add: (call, dialog) => void open.set(call, dialog),
    remove: (call) => void open.delete(call),
    list: () => [...open.keys()],
    abandonAll() {
      for (const dialog of [...open.values()].reverse()) {
        dialog.abandon();
        abandoned.add(dialog);
      }
      open.clear();
    },
    dismissAll() {
      for (const dialog of [...abandoned, ...[...open.values()].reverse()]) dialog.dismiss();
      abandoned.clear();
    },
  };
};
