// The table of dated changes: versions are compared by number, and no change is younger than the release that is the default.
import { expect, test } from "vitest";
import { isAtLeast, newestKnown, profileOf, type WireChange, wireChanges } from "./wire-changes.ts";

test("a release has the changes that are not younger than it", () => {
  const old = profileOf("0.84.3");
  expect([old("deltaOnly"), old("doubleDash"), old("clearQueue"), old("systemMessages")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(profileOf("1.10.0")("lengthFails")).toBe(true);
  expect(profileOf("1.1.0-beta.1")("settledAborted")).toBe(true);
});

test("the default release has every change", () => {
  const has = profileOf(newestKnown);
  for (const [change, since] of Object.entries(wireChanges)) {
    expect([change, isAtLeast(newestKnown, since)]).toEqual([change, true]);
    expect(has(change as WireChange)).toBe(true);
  }
});
