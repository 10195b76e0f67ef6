// What a test may write down as a user's answer to one kind of dialog.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { Cancelled } from "./cancelled.ts";

/** The four dialogs that a title and a value describe; `custom` is the fifth. */
export type DialogMethod = "confirm" | "select" | "input" | "editor";

/** What the user gives back. */
export interface DialogValues {
  confirm: boolean;
  /** One of the options, or its position from 0. */
  select: string | number;
  input: string;
  editor: string;
}

/** pi's own arguments of a dialog: title first. */
export type DialogArguments<Method extends DialogMethod> = Parameters<ExtensionUIContext[Method]>;

/** A function that answers: it gets pi's arguments; returning `undefined` dismisses the dialog, as `cancelled` does. */
export type DialogFunction<Method extends DialogMethod> = (
  ...args: DialogArguments<Method>
) => DialogValues[Method] | Cancelled | undefined | Promise<DialogValues[Method] | Cancelled | undefined>;

/** One answer: the value, `cancelled`, or a function (may be async) that decides. */
export type DialogAnswer<Method extends DialogMethod> = DialogValues[Method] | Cancelled | DialogFunction<Method>;

/** An answer for every such dialog, or an array of answers used as a queue: one for each dialog, in order. */
export type DialogHandler<Method extends DialogMethod> = DialogAnswer<Method> | readonly DialogAnswer<Method>[];

/** A handler for all dialogs of this kind, or one for each title; the key `default` stands for all other titles. */
export type DialogConfig<Method extends DialogMethod> =
  | DialogHandler<Method>
  | { readonly [title: string]: DialogHandler<Method> | undefined };
