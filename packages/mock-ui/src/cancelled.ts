// What a config or a queue says for "the user dismissed it", since `undefined` means "not configured".

const mark = Symbol.for("@pi-testkit/mock-ui:cancelled");

/** The type of {@link cancelled}. */
export interface Cancelled {
  readonly cancelled: "by the user";
}

/**
 * The answer of a user who dismisses the dialog: `select`, `input`, `editor` and `custom` resolve `undefined`, `confirm` resolves `false`.
 *
 * @example
 * createMockUI({ select: { "Pick a colour": cancelled } });
 */
export const cancelled: Cancelled = Object.freeze({ cancelled: "by the user" as const, [mark]: true });

/**
 * Whether `value` is {@link cancelled}, that of another copy of this package included.
 *
 * @example
 * isCancelled(cancelled); // true
 */
export const isCancelled = (value: unknown): value is Cancelled =>
  typeof value === "object" && value !== null && mark in value;
