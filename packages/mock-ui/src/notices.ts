// What an extension tells the user in passing: notifications, status texts, the terminal's title.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { CallLog } from "./call-log.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import { plainText } from "./plain-text.ts";

/** A message the user was shown, without colours. */
export interface Notification {
  readonly message: string;
  /** `"info"` when the extension named none, as pi shows it. */
  readonly level: "info" | "warning" | "error";
}

/** @internal */
export interface Notices {
  readonly members: Pick<ExtensionUIContext, "notify" | "setStatus" | "setTitle">;
  readonly notifications: Notification[];
  readonly status: Map<string, string>;
  readonly title: string | undefined;
  /** Status texts and title are the extension's, and go with it; what the user was told was told. */
  clearStatus(): void;
  reset(): void;
}

/** @internal `changed` is called when a status text is new or gone. */
export const createNotices = (log: CallLog, mode: MockUIMode, changed: () => void): Notices => {
  const notifications: Notification[] = [];
  const status = new Map<string, string>();
  let title: string | undefined;
  const shown = hasUser(mode);

  const clearStatus = () => {
    status.clear();
    title = undefined;
  };

  return {
    members: {
      notify(...args) {
        const [message, level = "info"] = args;
        if (shown) notifications.push({ message: plainText(message), level });
        log.note(undefined, "notify", args, { message });
      },
      setStatus(...args) {
        const [key, text] = args;
        if (shown && text === undefined) status.delete(key);
        else if (shown && text !== undefined) status.set(key, plainText(text));
        log.note(undefined, "setStatus", args);
        changed();
      },
      setTitle(...args) {
        if (shown) title = plainText(args[0]);
        log.note(undefined, "setTitle", args, { title: args[0] });
      },
    },
    notifications,
    status,
    get title() {
      return title;
    },
    clearStatus,
    reset() {
      notifications.length = 0;
      clearStatus();
    },
  };
};
