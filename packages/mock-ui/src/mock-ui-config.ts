// The options of createMockUI, and the check that refuses what makes no sense.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import type { CustomHandler } from "./custom.ts";
import type { DialogConfig } from "./handler.ts";
import { MockUIError } from "./mock-ui-error.ts";
import { type MockUIMode, modes } from "./modes.ts";
import type { UICallRecord } from "./ui-call-record.ts";

/**
 * What happens to a dialog nobody answers: pi-testkit's default answer, a failure, or what the function returns:
 * `"default"`, `"error"`, or the answer itself (`undefined` dismisses).
 */
export type OnUnhandled = "default" | "error" | ((call: UICallRecord) => unknown);

/** The user's answers. Without any, `confirm` is answered `true`, `select` with its first option, `input` and `editor` with `""`. */
export interface MockUIConfig {
  /** `true`, `false`, or a function of `(title, message, dialogOptions?)`. */
  confirm?: DialogConfig<"confirm"> | undefined;
  /** One of the options, or a function of `(title, options, dialogOptions?)`. */
  select?: DialogConfig<"select"> | undefined;
  /** The text typed, or a function of `(title, placeholder?, dialogOptions?)`. */
  input?: DialogConfig<"input"> | undefined;
  /** The text left in the editor, or a function of `(title, prefill?)`. */
  editor?: DialogConfig<"editor"> | undefined;
  /**
   * A function `(screen, call)` that drives the extension's component until it calls `done()`, an array of such, or a value to
   * resolve with at once, building nothing. Without it `custom` resolves `undefined`, builds nothing and counts as unhandled.
   */
  custom?: CustomHandler | undefined;
  /** What a dialog without an answer does. Default: `"default"`. */
  onUnhandled?: OnUnhandled | undefined;
  /** Which mode of pi the user sits in front of. Default: `"tui"`. */
  mode?: MockUIMode | undefined;
  /** Told of every call once its return value is known. What it throws, or rejects with, is a failure. */
  onCall?: ((call: UICallRecord) => void) | undefined;
  /** Told of the first failure at the moment it happens, so that a harness can stop its run. */
  onFailure?: ((failure: Error) => void) | undefined;
}

const keys: Record<keyof MockUIConfig, true> = {
  confirm: true,
  select: true,
  input: true,
  editor: true,
  custom: true,
  onUnhandled: true,
  mode: true,
  onCall: true,
  onFailure: true,
};

const refuse = (happened: string, writtenAt: string | undefined, expected: string, received?: string): never => {
  const nearest = received === undefined ? undefined : nearestName(received, expected.split(", "));
  throw new MockUIError(
    "invalid-option",
    tellFailure({ happened, writtenAt, expected, received, fix: nearest ? `write "${nearest}".` : undefined }),
  );
};

const answerable = ["confirm", "select", "input", "editor", "custom"];

/** @internal Throws a MockUIError for a dialog that does not exist. */
export const checkAnswerMethod = (method: string, writtenAt: string | undefined): void => {
  if (!answerable.includes(method))
    refuse(`answer() does not know the dialog "${method}".`, writtenAt, answerable.join(", "), method);
};

/** @internal Throws a MockUIError for an unknown key, mode or policy. */
export const checkConfig = (config: MockUIConfig, writtenAt: string | undefined): void => {
  if (typeof config !== "object" || config === null || Array.isArray(config))
    refuse("createMockUI needs an object.", writtenAt, "an object, such as { confirm: true }", describeValue(config));
  for (const key of Object.keys(config))
    if (!Object.hasOwn(keys, key))
      refuse(`createMockUI does not know the option "${key}".`, writtenAt, Object.keys(keys).join(", "), key);
  const { mode, onUnhandled } = config;
  if (mode !== undefined && !modes.includes(mode))
    refuse(`createMockUI does not know the mode "${mode}".`, writtenAt, modes.join(", "), mode);
  if (onUnhandled !== undefined && typeof onUnhandled !== "function" && !["default", "error"].includes(onUnhandled))
    refuse("createMockUI does not know this onUnhandled.", writtenAt, "default, error", String(onUnhandled));
  for (const name of ["onCall", "onFailure"] as const)
    if (config[name] !== undefined && typeof config[name] !== "function")
      refuse(`createMockUI needs a function as "${name}".`, writtenAt, "a function");
};
