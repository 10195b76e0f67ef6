import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { safeRmSync } from "./index.ts";
import { swallowsHeld } from "./safe-rm-sync.ts";

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

it("removes a folder with all it holds, and does not mind one that is gone", () => {
  const folder = mkdtempSync(join(tmpdir(), "safe-rm-"));
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a/b"), "");
  safeRmSync(folder);
  expect(existsSync(folder)).toBe(false);
  safeRmSync(folder);
});

it.each(["EPERM", "EBUSY"])("swallows %s", (code) => {
  expect(() => swallowsHeld(failing(code))).not.toThrow();
});

it("swallows what Node 24 has no code for: the words of a real mount point", () => {
  const busy = Object.assign(new Error(", Unknown error: Device or resource busy '/a/cwd'"), { code: "" });
  expect(() =>
    swallowsHeld(() => {
      throw busy;
    }),
  ).not.toThrow();
  expect(() =>
    swallowsHeld(() => {
      throw Object.assign(new Error(", Unknown error: Input/output error '/a/cwd'"), { code: "" });
    }),
  ).toThrow("Input/output");
});

it.each(["EACCES", "ENOTEMPTY", "EROFS"])("throws %s", (code) => {
  expect(() => swallowsHeld(failing(code))).toThrow(code);
});

it("throws what the system really says", () => {
  expect(() => safeRmSync("\0")).toThrow();
  rmSync(join(tmpdir(), "nothing-here"), { force: true });
});
