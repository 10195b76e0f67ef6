// The temporary folder a check works in. A keeper process removes it, and ends what runs in it, should this one die.
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A program of this package, run by Node: the built file, or the source where the source runs. */
export const programPath = (name: "keeper" | "pi-process"): string =>
  fileURLToPath(new URL(`./${name}.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url));

export interface SandboxFolder {
  readonly path: string;
  /** The line of the caller it was opened for, for messages. */
  readonly writtenAt: string | undefined;
  /** Notes that a process runs in the folder; call what it returns when it has ended. */
  started(pid: number | undefined): () => void;
  /** Notes a folder elsewhere that is worthless until it is complete; call what it returns when it is, or is gone. */
  staging(path: string): () => void;
  /** Removes the folder, or leaves it, and lets the keeper go. Resolves when both are done. */
  close(keep: boolean): Promise<void>;
}

/** Makes an empty folder outside of every project. */
export const openSandboxFolder = (writtenAt: string | undefined): SandboxFolder => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pi-testkit-sandbox-")));
  // Detached, so that a Ctrl-C in the terminal does not end it together with its parent.
  const keeper = spawn(process.execPath, [programPath("keeper")], {
    cwd: tmpdir(),
    detached: true,
    env: { PATH: process.env.PATH ?? "", ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}) },
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  const gone = new Promise<void>((resolve) => {
    keeper.once("exit", () => resolve());
    keeper.once("error", () => resolve());
  });
  // A keeper that could not start, or was ended by someone, is no reason to fail.
  keeper.stdin.on("error", () => {});
  const tell = (message: object): void => {
    if (keeper.stdin.writable) keeper.stdin.write(`${JSON.stringify(message)}\n`);
  };
  tell({ folder: path });
  return {
    path,
    writtenAt,
    started: (pid) => {
      if (pid === undefined) return () => {};
      tell({ started: pid });
      return () => tell({ ended: pid });
    },
    staging: (staged) => {
      tell({ folder: staged });
      return () => tell({ complete: staged });
    },
    close: async (keep) => {
      if (!keep) await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      tell({ done: true });
      keeper.stdin.end();
      await gone;
    },
  };
};
