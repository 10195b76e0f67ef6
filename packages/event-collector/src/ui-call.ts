// A dialog or surface call as whoever answers it records it; a mock UI's record fits. Declared here, imported from nobody.

/** A call of the user interface, as `recordUI` takes it; the records of `@pi-testkit/mock-ui` have this shape. */
export interface UICallLike {
  method: string;
  args: readonly unknown[];
  title?: string | undefined;
  message?: string | undefined;
  options?: unknown;
  placeholder?: string | undefined;
  dialogOptions?: unknown;
  returnValue?: unknown;
  /** True where whoever recorded it saw the question only. */
  answerUnknown?: true | undefined;
  /** Milliseconds since whoever recorded it was created. */
  at?: number | undefined;
}
