// The records of pi's RPC wire that are no events of a session: what extensions ask of the user, and errors of theirs.
// pi's own document on them is docs/rpc.md ("Extension UI Protocol", "extension_error").
import type { ExtensionError } from "@earendil-works/pi-coding-agent";
import type { UICallLike } from "./ui-call.ts";

/** By the keys they may have. */
export interface WireRecord {
  type: string;
  method?: string;
  title?: string;
  message?: string;
  options?: unknown;
  placeholder?: string;
  prefill?: string;
  timeout?: number;
  notifyType?: string;
  statusKey?: string;
  statusText?: string;
  widgetKey?: string;
  widgetLines?: unknown;
  widgetPlacement?: string;
  text?: string;
  extensionPath?: string;
  event?: string;
  error?: string;
}

/** The member of `ctx.ui` behind a request, with its arguments in order. */
const calls: Readonly<Record<string, { method?: string; args(record: WireRecord): unknown[] }>> = {
  select: { args: ({ title, options, timeout }) => [title, options, timeout && { timeout }] },
  confirm: { args: ({ title, message, timeout }) => [title, message, timeout && { timeout }] },
  input: { args: ({ title, placeholder, timeout }) => [title, placeholder, timeout && { timeout }] },
  editor: { args: ({ title, prefill }) => [title, prefill] },
  notify: { args: ({ message, notifyType }) => [message, notifyType] },
  setStatus: { args: ({ statusKey, statusText }) => [statusKey, statusText] },
  setWidget: {
    args: ({ widgetKey, widgetLines, widgetPlacement: placement }) => [
      widgetKey,
      widgetLines,
      placement && { placement },
    ],
  },
  setTitle: { args: ({ title }) => [title] },
  set_editor_text: { method: "setEditorText", args: ({ text }) => [text] },
};

/** The call behind an `extension_ui_request`; `undefined` for any other record. What is answered is not in this stream. */
export const uiCallOf = (record: WireRecord): UICallLike | undefined => {
  if (record.type !== "extension_ui_request" || record.method === undefined) return undefined;
  const { method = record.method, args } = calls[record.method] ?? { args: () => [] };
  const given = args(record);
  while (given.length > 0 && given.at(-1) === undefined) given.pop();
  const { title, message, options, placeholder } = record;
  return {
    method,
    args: given,
    ...(title === undefined ? {} : { title }),
    ...(message === undefined ? {} : { message }),
    ...(options === undefined ? {} : { options }),
    ...(placeholder === undefined ? {} : { placeholder }),
    answerUnknown: true,
  };
};

/** The error behind an `extension_error`; `undefined` for any other record. */
export const extensionErrorOf = ({ type, extensionPath, event, error }: WireRecord): ExtensionError | undefined =>
  type === "extension_error" && extensionPath !== undefined && event !== undefined
    ? { extensionPath, event, error: error ?? "" }
    : undefined;
