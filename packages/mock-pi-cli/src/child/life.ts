// The beginning and the end of a child: its record, its signals, the limit of its life.

import {
  addToConversation,
  enterInvocation,
  leaveInvocation,
  type PlayedScript,
  writePlayed,
} from "../state-folder.ts";
import { endShells } from "./run-shell.ts";

export interface Life {
  /** Text that came in on stdin. */
  heard(text: string): void;
  /** Text that went out on stdout; kept in RPC mode only. */
  said(text: string): void;
  /** From here on both directions are kept as they happen, so that they can be read while the child runs. */
  keepConversation(): void;
  /** How far the script is played: told when the child ends and, where the conversation is kept, at once. */
  played(script: () => PlayedScript): void;
  /** Ends the child: what it has to tell is written before. */
  end(exitCode: number, complaint?: string): never;
  /** Ends it by a signal it sends itself. */
  endBySignal(signal: string): void;
  /** Starts the limit; outside RPC mode only. */
  limit(milliseconds: number, tell: (line: string) => void): void;
}

/** @param generation undefined for a child without a mock, such as `mock-pi-rpc`. */
export const beginLife = (generation: string | undefined): Life => {
  const path =
    generation &&
    enterInvocation(generation, {
      argv: process.argv.slice(2),
      cwd: process.cwd(),
      env: { ...process.env } as Record<string, string>,
      pid: process.pid,
      startedAt: Date.now(),
    });
  let stdin = "";
  let left = false;
  let keeps = false;
  let script: (() => PlayedScript) | undefined;
  const keep = (direction: "in" | "out", text: string): void => {
    if (path !== undefined && keeps) addToConversation(path, { direction, line: text.replace(/\n$/, "") });
  };
  const leave = (exitCode: number | null, signal: string | null, complaint?: string): void => {
    if (path === undefined || left) return;
    left = true;
    leaveInvocation(path, {
      exitCode,
      signal,
      endedAt: Date.now(),
      stdin,
      ...(complaint && { complaint }),
      ...(script && { script: script() }),
    });
  };
  const end = (exitCode: number, complaint?: string): never => {
    leave(exitCode, null, complaint);
    endShells();
    process.exit(exitCode);
  };
  // As pi: its clean-up runs and the code tells the signal. SIGINT it does not handle, so it dies by it.
  process.on("SIGTERM", () => end(143));
  if (process.platform !== "win32") process.on("SIGHUP", () => end(129));
  const endBySignal = (signal: string): void => {
    leave(null, signal);
    endShells();
    for (const each of ["SIGTERM", "SIGHUP", "SIGINT"]) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  };
  process.once("SIGINT", () => endBySignal("SIGINT"));
  process.on("exit", (code) => leave(code, null));
  return {
    heard(text) {
      stdin += text;
      keep("in", text);
    },
    said: (text) => keep("out", text),
    keepConversation() {
      keeps = true;
    },
    played(told) {
      script = told;
      if (path !== undefined && keeps) writePlayed(path, told());
    },
    end,
    endBySignal,
    limit(milliseconds, tell) {
      setTimeout(() => {
        const complaint = `mock-pi ended by itself after ${milliseconds} ms: its stdin was not closed, or its response hangs.`;
        tell(complaint);
        end(1, complaint);
      }, milliseconds).unref();
    },
  };
};
