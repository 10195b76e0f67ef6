// The folders of one test session: the working directory, and a home for pi's own state.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { safeRmSync } from "./safe-rm-sync.ts";
import { TestSessionError } from "./test-session-error.ts";

export interface Workspace {
  /** The session's working directory: the caller's, or a folder of its own. */
  readonly cwd: string;
  /** pi's agent dir: settings, keys. */
  readonly agentDir: string;
  /** Where pi writes the sessions' files. */
  readonly sessionDir: string;
  /** Removes what the workspace made; a working directory of the caller's stays. */
  remove(): void;
}

/**
 * Makes the folders and writes `files` (path relative to the working directory → text).
 * @throws TestSessionError for a path that leaves the working directory; nothing is left behind.
 */
export const createWorkspace = (cwd: string | undefined, files: Readonly<Record<string, string>> = {}): Workspace => {
  const root = mkdtempSync(join(tmpdir(), "pi-testkit-"));
  const workspace: Workspace = {
    cwd: cwd === undefined ? join(root, "cwd") : resolve(cwd),
    agentDir: join(root, "agent"),
    sessionDir: join(root, "sessions"),
    remove: () => safeRmSync(root),
  };
  try {
    for (const folder of [workspace.cwd, workspace.agentDir, workspace.sessionDir])
      mkdirSync(folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) writeInside(workspace.cwd, path, text);
    return workspace;
  } catch (error) {
    workspace.remove();
    throw error;
  }
};

const writeInside = (cwd: string, path: string, text: string): void => {
  const target = resolve(cwd, path);
  const inside = relative(cwd, target);
  if (isAbsolute(path) || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new TestSessionError(
      "invalid-option",
      tellFailure({
        happened: `createTestSession() was asked to write the file "${path}" outside the working directory.`,
        expected: "a path inside the working directory, relative to it",
        received: path,
      }),
    );
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
};
