// How pi looks while it works: the working row, the label of hidden thoughts, the theme, whether tools are expanded.
import type { ExtensionUIContext, WorkingIndicatorOptions } from "@earendil-works/pi-coding-agent";
import type { CallLog } from "./call-log.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import type { ThemeChoice } from "./theme-choice.ts";

/** The row pi shows while the agent works. Absent keys: pi's own. */
export interface WorkingRow {
  readonly visible: boolean;
  readonly message?: string;
  readonly indicator?: WorkingIndicatorOptions;
}

/** @internal */
export interface Looks {
  readonly members: Omit<
    Pick<
      ExtensionUIContext,
      | "setWorkingMessage"
      | "setWorkingVisible"
      | "setWorkingIndicator"
      | "setHiddenThinkingLabel"
      | "getAllThemes"
      | "getTheme"
      | "setTheme"
      | "getToolsExpanded"
      | "setToolsExpanded"
    >,
    never
  >;
  readonly working: WorkingRow;
  readonly hiddenThinkingLabel: string | undefined;
  readonly toolsExpanded: boolean;
  /** The working row and the label of hidden thoughts as pi has them. */
  resetWorking(): void;
  reset(): void;
}

const refusedTheme: Readonly<Record<MockUIMode, string>> = {
  tui: "",
  rpc: "Theme switching not supported in RPC mode",
  json: "UI not available",
  print: "UI not available",
};

/** @internal */
export const createLooks = (log: CallLog, mode: MockUIMode, theme: ThemeChoice, changed: () => void): Looks => {
  const terminal = mode === "tui";
  let working: WorkingRow = { visible: true };
  let hiddenThinkingLabel: string | undefined;
  let toolsExpanded = false;

  const setWorking = (key: "message" | "indicator" | "visible", value: unknown) => {
    if (!terminal) return;
    const { [key]: _, ...rest } = working;
    working = (value === undefined ? rest : { ...rest, [key]: value }) as WorkingRow;
  };

  const resetWorking = () => {
    working = { visible: true };
    hiddenThinkingLabel = undefined;
  };

  return {
    members: {
      setWorkingMessage(...args) {
        setWorking("message", args[0]);
        log.note(undefined, "setWorkingMessage", args);
      },
      setWorkingVisible(...args) {
        setWorking("visible", args[0]);
        log.note(undefined, "setWorkingVisible", args);
      },
      setWorkingIndicator(...args) {
        setWorking("indicator", args[0]);
        log.note(undefined, "setWorkingIndicator", args);
      },
      setHiddenThinkingLabel(...args) {
        if (terminal) hiddenThinkingLabel = args[0];
        log.note(undefined, "setHiddenThinkingLabel", args);
      },
      getAllThemes: (...args) => log.note(terminal ? theme.all() : [], "getAllThemes", args),
      getTheme: (...args) => log.note(terminal ? theme.get(args[0]) : undefined, "getTheme", args),
      setTheme(...args) {
        const result = terminal ? theme.set(args[0]) : { success: false, error: refusedTheme[mode] };
        changed();
        return log.note(result, "setTheme", args);
      },
      getToolsExpanded: (...args) => log.note(toolsExpanded, "getToolsExpanded", args),
      setToolsExpanded(...args) {
        if (terminal) toolsExpanded = args[0];
        log.note(undefined, "setToolsExpanded", args);
        changed();
      },
    },
    get working() {
      return working;
    },
    get hiddenThinkingLabel() {
      return hiddenThinkingLabel;
    },
    get toolsExpanded() {
      return hasUser(mode) && toolsExpanded;
    },
    resetWorking,
    reset() {
      resetWorking();
      toolsExpanded = false;
    },
  };
};
