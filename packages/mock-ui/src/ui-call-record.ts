// The record of every call an extension makes on its UI.
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "@earendil-works/pi-coding-agent";

import { createDataCopy } from "@pi-testkit/data-copy";
/** A method of pi's `ExtensionUIContext`. */
export type UIMethod = Exclude<keyof ExtensionUIContext, "theme">;

/** One call of a method of `ctx.ui`. What was passed is copied at call time; functions and objects with a class are kept as they are. */
export interface UICallRecord {
  readonly method: UIMethod;
  readonly args: readonly unknown[];
  /** Of a dialog, and of `setTitle`. */
  readonly title?: string;
  /** Of `confirm` and `notify`. */
  readonly message?: string;
  /** What a `select` offered. */
  readonly options?: readonly string[];
  /** Of `input`. */
  readonly placeholder?: string;
  /** The `timeout` and `signal` of a dialog. */
  readonly dialogOptions?: ExtensionUIDialogOptions;
  /** Of a `custom` nobody answered: `true`, whatever `onUnhandled` made of it. */
  readonly unhandled?: true;
  /** What the extension got; of a dialog still open: `undefined`. */
  readonly returnValue: unknown;
  /** Milliseconds since `createMockUI`. */
  readonly at: number;
}

/** @internal A record whose return value is not known yet. */
export type OpenRecord = { -readonly [Key in keyof UICallRecord]: UICallRecord[Key] };

/** @internal Plain data is copied, so that a record shows what was passed and not what became of it. */
export const { copy: copyOf } = createDataCopy({ leaf: (value) => value });
