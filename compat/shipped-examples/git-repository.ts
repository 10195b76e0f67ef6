// A repository of real git in a temporary folder, removed when the test ends.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { safeRmSync } from "pi-testkit";
import { onTestFinished } from "vitest";

export interface GitRepository {
  readonly cwd: string;
  git(...args: string[]): string;
  write(path: string, text: string): void;
}

/** One commit that holds `a.txt`, and a clean working tree. */
export const gitRepository = (): GitRepository => {
  const cwd = mkdtempSync(join(tmpdir(), "pi-testkit-git-"));
  onTestFinished(() => safeRmSync(cwd));
  const git: GitRepository["git"] = (...args) => execFileSync("git", args, { cwd, encoding: "utf8" }).trimEnd();
  const write: GitRepository["write"] = (path, text) => writeFileSync(join(cwd, path), text);
  git("init", "--quiet");
  git("config", "user.name", "Tester");
  git("config", "user.email", "tester@example.invalid");
  git("config", "commit.gpgsign", "false");
  write("a.txt", "first\n");
  git("add", "-A");
  git("commit", "--quiet", "-m", "start");
  return { cwd, git, write };
};
