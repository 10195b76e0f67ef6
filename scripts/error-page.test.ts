import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorFixes } from "./error-fixes.ts";
import { errorCodes, errorPage } from "./error-page.ts";
import { root } from "./workspace-packages.ts";

test("docs/errors.md is current (node scripts/error-page.ts writes it)", () => {
  expect(readFileSync(join(root, "docs", "errors.md"), "utf8")).toBe(errorPage());
});

test("every code is explained where it is declared, and has something to do about it", () => {
  const incomplete = errorCodes().filter(({ meaning, fix }) => !meaning || !fix);
  expect(incomplete.map(({ folder, code, meaning }) => `${folder} ${code}: no ${meaning ? "fix" : "meaning"}`)).toEqual(
    [],
  );
});

test("the table of fixes names no code that is gone", () => {
  const known = new Set(errorCodes().map(({ folder, code }) => `${folder} ${code}`));
  const named = Object.entries(errorFixes).flatMap(([folder, fixes]) =>
    Object.keys(fixes).map((code) => `${folder} ${code}`),
  );
  expect(named.filter((each) => !known.has(each))).toEqual([]);
});
