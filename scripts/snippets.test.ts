import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { markdownFiles, regionOf, withSnippets } from "./snippets.ts";

const root = join(import.meta.dirname, "..");

it.each(markdownFiles())("%s shows code as it runs (node scripts/snippets.ts mends it)", (file) => {
  const text = readFileSync(join(root, file), "utf8");
  expect(text).toBe(withSnippets(text));
});

it("says which region is missing", () => {
  expect(() => regionOf("scripts/snippets.ts", "none")).toThrow('scripts/snippets.ts has no region "none".');
});
