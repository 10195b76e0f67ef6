// Runs a command line in a shell of its own group, so that an abort ends all of it.
import { existsSync } from "node:fs";
import type { AbortFlag } from "./abort.ts";

export interface ShellOutcome {
  readonly output: string;
  /** Undefined when it was ended by an abort. */
  readonly exitCode: number | undefined;
}

// Loaded when a shell is wanted: most children start none, and it takes a fifth of an empty Node's start.
const processes = (): typeof import("node:child_process") => process.getBuiltinModule("node:child_process");

const shells = new Set<number>();

const endGroup = (pid: number): void => {
  try {
    if (process.platform === "win32")
      processes().spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
};

/** Ends every shell that still runs. */
export const endShells = (): void => {
  for (const pid of shells) endGroup(pid);
};

const shell = (): readonly [string, string] =>
  existsSync("/bin/bash") ? ["/bin/bash", "-c"] : process.platform === "win32" ? ["bash.exe", "-c"] : ["sh", "-c"];

/** Resolves when the shell and its output have ended, or at once when it is aborted. */
export const runShell = (
  command: string,
  cwd: string,
  signal: AbortFlag,
  onOutput: (text: string) => void,
): Promise<ShellOutcome> =>
  new Promise((resolve) => {
    const [program, flag] = shell();
    const child = processes().spawn(program, [flag, command], {
      cwd,
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const pid = child.pid;
    if (pid !== undefined) shells.add(pid);
    let output = "";
    let aborted = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        onOutput(text);
      });
    const abort = (): void => {
      aborted = true;
      if (pid !== undefined) endGroup(pid);
    };
    const forget = signal.onAbort(abort);
    const settle = (exitCode: number | undefined): void => {
      if (pid !== undefined) shells.delete(pid);
      forget();
      resolve({ output, exitCode: aborted ? undefined : exitCode });
    };
    child.once("error", (error) => {
      output += error.message;
      settle(127);
    });
    child.once("close", (code) => settle(code ?? 1));
  });
