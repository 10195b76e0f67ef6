// What a test sees of the screen and does at the keyboard.
import type { KeyId } from "@earendil-works/pi-tui";
import { callSite, tellFailure } from "@pi-testkit/failure-report";
import { bytesOfKey } from "./key-bytes.ts";
import { MockUIError } from "./mock-ui-error.ts";
import { focusedComponent } from "./pi-seams.ts";
import { boundedBy, oneTurn } from "./real-timers.ts";
import { drawPicture } from "./screen-picture.ts";
import type { Stage } from "./stage.ts";
import type { TerminalInput } from "./terminal-input.ts";

/** The user's screen and keyboard. Every member may be passed on unbound. */
export interface Screen {
  /**
   * Presses keys by pi's names (`"enter"`, `"down"`, `"pageUp"`, `"ctrl+c"`, `"shift+tab"`), one after the other; the screen is drawn when it returns.
   * @throws {MockUIError} `unknown-key`; `no-focus` when nothing on the screen takes keys.
   */
  press(...keys: KeyId[]): void;
  /** Types text, one key for each character; a line break is the enter key. */
  type(text: string): void;
  /** Pastes text, as a terminal does that tells pasting from typing. */
  paste(text: string): void;
  /** Changes the size of the terminal, 80 × 24 at first. */
  resize(columns: number, rows: number): void;
  /**
   * Waits for the next frame that this method has not reported yet, and returns its text. Loads pi-tui if nothing was drawn so far.
   * @throws {MockUIError} `no-frame` after five seconds.
   */
  next(): Promise<string>;
  /**
   * Waits until the text of the screen fulfils `condition`, and returns it.
   * @throws {MockUIError} `no-frame` after five seconds.
   */
  until(condition: (text: string) => boolean): Promise<string>;
  /**
   * Waits until the component on the screen calls `done()`.
   * @throws {MockUIError} `still-open` after five seconds.
   */
  closed(): Promise<void>;
  /** What the user sees, without colours, trailing blanks and empty rows at the end. */
  text(): string;
  /** The rows of `text()`. */
  readonly lines: readonly string[];
  /** The screen as a picture, colours included. */
  svg(): string;
  readonly columns: number;
  readonly rows: number;
}

/** @internal What the screen needs to know of the open components. */
export interface OpenComponents {
  readonly size: number;
  onClose(closed: () => void): () => void;
}

const patience = 5000;

const tooLate = (code: "no-frame" | "still-open", awaited: string, writtenAt: string | undefined, text: string) =>
  new MockUIError(
    code,
    tellFailure({
      happened: `The screen did not come to ${awaited} within five seconds.`,
      writtenAt,
      left: text === "" ? ["(an empty screen)"] : text.split("\n"),
      cause: "the component waits for something: a key, or fake timers that the test did not advance",
      fix: "press the key or advance the timers before waiting.",
    }),
  );

/** @internal */
export const createScreen = (stage: Stage, input: TerminalInput, open: OpenComponents): Screen => {
  let seen = 0;

  const lines = (): string[] => {
    if (stage.loaded === undefined) return [];
    stage.loaded.draw();
    return stage.terminal.lines();
  };
  const text = () => lines().join("\n");

  const send = (data: string, publicFunction: (...args: never[]) => unknown) => {
    const focused = stage.loaded && focusedComponent(stage.loaded.tui) !== null;
    if (!focused && input.size === 0)
      throw new MockUIError(
        "no-focus",
        tellFailure({
          happened: "A key was pressed and nothing on the screen takes it.",
          writtenAt: callSite(publicFunction),
          expected: "an open custom component, an extension's editor or a listener for terminal input",
          cause: stage.loaded ? "the component is already closed" : "nothing was drawn so far",
          fix: stage.loaded ? "press fewer keys." : "wait for the first frame: await screen.next().",
        }),
      );
    if (stage.loaded === undefined) return void input.filter(data);
    stage.terminal.send(data);
    // pi draws after each key that reaches a component, whether or not that asks for it.
    stage.loaded.draw(true);
  };

  const press = (...keys: KeyId[]) => {
    for (const bytes of keys.map((key) => bytesOfKey(key, press))) send(bytes, press);
  };
  const type = (typed: string) => {
    for (const character of typed) send(character === "\n" ? "\r" : character, type);
  };
  const paste = (pasted: string) => send(`\x1b[200~${pasted}\x1b[201~`, paste);

  const until = async (condition: (text: string) => boolean) => {
    const writtenAt = callSite(until);
    await stage.load();
    if (condition(text())) return text();
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        stopListening();
        stopWaiting();
      };
      const stopListening = stage.onFrame(() => {
        if (!condition(text())) return;
        end();
        resolve();
      });
      const stopWaiting = boundedBy(patience, () => {
        end();
        reject(tooLate("no-frame", "the awaited frame", writtenAt, text()));
      });
    });
    return text();
  };

  const next = async () => {
    const writtenAt = callSite(next);
    await stage.load();
    stage.loaded?.draw();
    // What a key press started may ask for its frame a moment later.
    if (stage.frames > seen) await oneTurn();
    else {
      const wanted = seen;
      await new Promise<void>((resolve, reject) => {
        const stopWaiting = boundedBy(patience, () => {
          stopListening();
          reject(tooLate("no-frame", "another frame", writtenAt, text()));
        });
        const stopListening = stage.onFrame(() => {
          if (stage.frames <= wanted) return;
          stopListening();
          stopWaiting();
          resolve();
        });
      });
    }
    const result = text();
    seen = stage.frames;
    return result;
  };

  const closed = async () => {
    const writtenAt = callSite(closed);
    if (open.size === 0) return;
    await new Promise<void>((resolve, reject) => {
      const stopListening = open.onClose(() => {
        stopListening();
        stopWaiting();
        resolve();
      });
      const stopWaiting = boundedBy(patience, () => {
        stopListening();
        reject(tooLate("still-open", "the end of its component", writtenAt, text()));
      });
    });
  };

  return {
    press,
    type,
    paste,
    resize(columns, rows) {
      stage.terminal.resize(columns, rows);
      stage.loaded?.draw(true);
    },
    next,
    until,
    closed,
    text,
    get lines() {
      return lines();
    },
    svg() {
      lines();
      return stage.loaded
        ? drawPicture(stage.terminal.look(), stage.terminal.device)
        : drawPicture(undefined, stage.terminal.device);
    },
    get columns() {
      return stage.terminal.device.columns;
    },
    get rows() {
      return stage.terminal.device.rows;
    },
  };
};
