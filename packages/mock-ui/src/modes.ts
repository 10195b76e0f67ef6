// pi's four modes and what each gives an extension of `ctx.ui` (measured: see docs/decisions/mock-ui-modes.md).

/** How pi runs: `"tui"` and `"rpc"` have a user, `"json"` and `"print"` have none. */
export type MockUIMode = "tui" | "rpc" | "json" | "print";

/**
 * The four modes, for a table of tests.
 *
 * @example
 * describe.each(modes)("in %s mode", (mode) => {
 *   const ui = createMockUI({ mode });
 *   test("has a user or not", () => expect(ui.hasUI).toBe(mode === "tui" || mode === "rpc"));
 * });
 */
export const modes = ["tui", "rpc", "json", "print"] as const satisfies readonly MockUIMode[];

/** Whether there is a user in this mode, which is what an extension reads as `ctx.hasUI`. */
export const hasUser = (mode: MockUIMode): boolean => mode === "tui" || mode === "rpc";
