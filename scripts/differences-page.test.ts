import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differencesPage } from "./differences-page.ts";
import { publishedPackages, root } from "./workspace-packages.ts";

test("docs/differences.md is current (node scripts/differences-page.ts writes it)", () => {
  expect(readFileSync(join(root, "docs", "differences.md"), "utf8")).toBe(differencesPage());
});

test("every published package says where it differs", () => {
  const page = differencesPage();
  expect(publishedPackages().filter(({ manifest }) => !page.includes(`\n## ${manifest.name}\n`))).toEqual([]);
});
