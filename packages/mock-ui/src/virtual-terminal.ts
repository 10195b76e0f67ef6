// The terminal pi-tui draws on: it keeps what was written and lets the emulator turn it into a screen when somebody looks.
// It knows nothing of components.
import type { Terminal } from "@earendil-works/pi-tui";
import type { Terminal as Emulator } from "@xterm/headless";
import { type EmulatorFactory, feedEmulator } from "./pi-seams.ts";

/** @internal */
export interface VirtualTerminal {
  /** What pi-tui writes to. */
  readonly device: Terminal;
  /** Sends bytes as the keyboard does. */
  send(data: string): void;
  resize(columns: number, rows: number): void;
  /** The emulator with everything written so far. */
  look(): Emulator;
  /** The rows a user sees, without trailing blanks and without empty rows at the end. */
  lines(): string[];
  dispose(): void;
}

/** @internal */
export const createVirtualTerminal = (
  createEmulator: EmulatorFactory,
  size: { columns: number; rows: number },
): VirtualTerminal => {
  let { columns, rows } = size;
  let written = "";
  let onInput: (data: string) => void = () => {};
  let onResize = () => {};
  let emulator: Emulator | undefined;

  const look = () => {
    if (emulator === undefined) {
      emulator = createEmulator(columns, rows);
      // The emulator answers what a component asks the terminal, as a real one does.
      emulator.onData((answer) => onInput(answer));
    }
    const data = written;
    written = "";
    if (data !== "") feedEmulator(emulator, data);
    return emulator;
  };
  const write = (data: string) => {
    written += data;
    // Frames nobody looks at must not fill the memory.
    if (written.length > 1_000_000) look();
  };

  // In a variable, so that a member of newer releases (setProgramStatus, from 1.x on) fits the type of older ones.
  const device = {
    start(input: (data: string) => void, resize: () => void) {
      onInput = input;
      onResize = resize;
    },
    stop() {},
    drainInput: async () => {},
    write,
    get columns() {
      return columns;
    },
    get rows() {
      return rows;
    },
    kittyProtocolActive: false,
    moveBy: (lines: number) => write(lines > 0 ? `\x1b[${lines}B` : lines < 0 ? `\x1b[${-lines}A` : ""),
    hideCursor: () => write("\x1b[?25l"),
    showCursor: () => write("\x1b[?25h"),
    clearLine: () => write("\x1b[K"),
    clearFromCursor: () => write("\x1b[J"),
    clearScreen: () => write("\x1b[2J\x1b[H"),
    setTitle() {},
    setProgress() {},
    setProgramStatus() {},
  };

  return {
    device,
    send: (data) => onInput(data),
    resize(nextColumns, nextRows) {
      if (emulator !== undefined || written !== "") look().resize(nextColumns, nextRows);
      columns = nextColumns;
      rows = nextRows;
      onResize();
    },
    look,
    lines() {
      const { active } = look().buffer;
      const lines = Array.from({ length: rows }, (_, row) =>
        (active.getLine(active.baseY + row)?.translateToString(true) ?? "").trimEnd(),
      );
      while (lines.at(-1) === "") lines.pop();
      return lines;
    },
    dispose() {
      emulator?.dispose();
      emulator = undefined;
    },
  };
};
