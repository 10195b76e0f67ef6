// Gives a test run a temporary folder of its own, and removes it with whatever the tests have left there: a worker that
// vitest ends runs no clean-up of its own.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const setup = (): (() => void) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tests-")));
  const names = ["TMPDIR", "TEMP", "TMP"];
  for (const name of names) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
