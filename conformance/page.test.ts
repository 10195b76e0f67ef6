// The page is generated, and the newest release must hold every requirement of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newest } from "../compat/releases.ts";
import { declaredDifferences } from "./declared-differences.ts";
import { measuredStates, olderReleases } from "./older-releases.ts";
import { conformancePage } from "./page.ts";
import { shippedFiles } from "./shipped/examples.ts";
import { requirements } from "./suite.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/conformance.md"), "utf8");
const ids = Object.keys(requirements);

it("is what the requirements and the measurements give", () => {
  expect(page).toBe(conformancePage());
});

it("says that all hold on the newest release, except the declared ones", () => {
  const states = Object.entries(measuredStates(newest, ids) ?? {});
  expect(states.map(([id]) => id)).toEqual(ids);
  expect(states.filter(([id, state]) => state !== "same" && !(id in declaredDifferences))).toEqual([]);
});

it("knows no requirement that there is not", () => {
  expect(Object.keys(olderReleases()).filter((id) => !ids.includes(id))).toEqual([]);
});

it("has at least 250 requirements", () => {
  expect(Object.keys(requirements).length).toBeGreaterThanOrEqual(250);
});

it("lists the shipped examples that have tests", () => {
  const listed = [...page.matchAll(/^\| (\S+\.ts) \|/gm)].map(([, file]) => file);
  expect(listed).toEqual([...shippedFiles]);
});
