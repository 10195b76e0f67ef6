// The page is generated: every requirement must be on it, and the newest release must hold all of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newest } from "../compat/releases.ts";
import { declaredDifferences } from "./declared-differences.ts";
import { pageReleases } from "./page.ts";
import { shippedFiles } from "./shipped/examples.ts";
import { requirements } from "./suite.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/conformance.md"), "utf8");
const rows = new Map(
  [...page.matchAll(/^\| `([^`]+)` \|.*\| ([^|]+) \|$/gm)].map(([, id, last]) => [String(id), String(last).trim()]),
);

it("lists every requirement, and no other", () => {
  expect([...rows.keys()]).toEqual(Object.keys(requirements));
});

it("says that all hold on the newest release, except the declared ones", () => {
  expect(pageReleases.at(-1)).toBe(newest);
  const others = [...rows].filter(([id, state]) => state !== "✓" && !(id in declaredDifferences));
  expect(others).toEqual([]);
});

it("has at least 250 requirements", () => {
  expect(Object.keys(requirements).length).toBeGreaterThanOrEqual(250);
});

it("lists the shipped examples that have tests", () => {
  const listed = [...page.matchAll(/^\| (\S+\.ts) \|/gm)].map(([, file]) => file);
  expect(listed).toEqual([...shippedFiles]);
});
