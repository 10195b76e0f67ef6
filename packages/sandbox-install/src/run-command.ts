// Runs a program of someone else in the sandbox's care: its output is kept, its children end with it.
import { spawn } from "node:child_process";
import type { SandboxFolder } from "./sandbox-folder.ts";

export interface CommandOutcome {
  /** The exit code; `undefined` when a signal or the time limit ended it. */
  readonly code: number | undefined;
  /** The last part of what it printed to each. */
  readonly stdout: string;
  readonly stderr: string;
  /** The program is not there. */
  readonly missing: boolean;
  readonly timedOut: boolean;
}

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly timeoutMs: number;
}

const keptCharacters = 20_000;

const endTree = (pid: number | undefined): void => {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It had ended by itself.
  }
};

/** Quotes a word for the shell that Windows needs to start a `.cmd` file. */
const quoted = (word: string): string => (/[\s"&|<>^]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);

/** Runs `command` and resolves when it and the output it holds have ended. Never rejects. */
export const runCommand = (
  folder: SandboxFolder,
  [program = "", ...words]: readonly string[],
  { cwd, env, timeoutMs }: CommandOptions,
): Promise<CommandOutcome> => {
  const shell = process.platform === "win32" && program !== process.execPath;
  const child = spawn(shell ? quoted(program) : program, shell ? words.map(quoted) : words, {
    cwd,
    env,
    shell,
    detached: process.platform !== "win32", // its own group, so that all of it can be ended
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const ended = folder.started(child.pid);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (text: string) => {
      output[name] = (output[name] + text).slice(-keptCharacters);
    });
  }
  return new Promise((resolve) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endTree(child.pid);
    }, timeoutMs);
    const settle = (code: number | null, missing: boolean): void => {
      clearTimeout(timer);
      endTree(child.pid); // what it left behind
      ended();
      resolve({ code: code ?? undefined, ...output, missing, timedOut });
    };
    child.once("error", (error: NodeJS.ErrnoException) => settle(null, error.code === "ENOENT"));
    child.once("exit", () => {
      // Something it started may hold its output open for ever.
      setTimeout(() => endTree(child.pid), 1000).unref();
    });
    child.once("close", (code) => settle(code, false));
  });
};

/** The end of what a program said: on its error output, or, where that is empty, on its output. */
export const lastWords = ({ stderr, stdout }: CommandOutcome): string =>
  (stderr.trim() || stdout.trim() || "(it said nothing)")
    .split("\n")
    .filter((line) => !line.includes("A complete log of this run"))
    .slice(-15)
    .join("\n");
