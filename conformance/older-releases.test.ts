import { expect, it } from "vitest";
import { published } from "../compat/published.ts";
import { inRanges } from "../compat/ranges.ts";
import { measuredStates, olderReleases } from "./older-releases.ts";

it("has a rule that is the same on a release the same on every later one", () => {
  const otherwise = Object.values(olderReleases()).map((older) => {
    const ranges = [older.different, older["not on this release"]].flatMap((text) => inRanges(text ?? "", published));
    return published.filter((version) => ranges.includes(version));
  });
  expect(otherwise.length).toBeGreaterThan(100);
  for (const versions of otherwise) expect(versions).toEqual(published.slice(0, versions.length));
});

it("knows the state of a requirement on a release, and nothing of a release that was not measured", () => {
  const ids = ["load.in-order", "load.throwing-stubs", "load.buffered-mcp"];
  expect(measuredStates("0.87.1", ids)).toEqual({
    "load.in-order": "same",
    "load.throwing-stubs": "different",
    "load.buffered-mcp": "not on this release",
  });
  expect(measuredStates("0.0.1", ids)).toBeUndefined();
});
