import { expect, it } from "vitest";
import { published } from "../compat/published.ts";
import { inRanges } from "../compat/ranges.ts";
import { measuredStates, merged, olderReleases, type States } from "./older-releases.ts";
import { requirements } from "./suite.ts";

const ids = Object.keys(requirements);
const kept = (version: string): States => measuredStates(version, ids) as States;

it("has a rule that is the same on a release the same on every later one", () => {
  const otherwise = Object.values(olderReleases()).map((older) => {
    const ranges = [older.different, older["not on this release"]].flatMap((text) => inRanges(text ?? "", published));
    return published.filter((version) => ranges.includes(version));
  });
  expect(otherwise.length).toBeGreaterThan(100);
  for (const versions of otherwise) expect(versions).toEqual(published.slice(0, versions.length));
});

it("knows the state of a requirement on a release, and nothing of a release that was not measured", () => {
  expect(measuredStates("0.87.1", ["load.in-order", "load.throwing-stubs", "load.buffered-mcp"])).toEqual({
    "load.in-order": "same",
    "load.throwing-stubs": "different",
    "load.buffered-mcp": "not on this release",
  });
  expect(measuredStates("0.0.1", ids)).toBeUndefined();
});

it("stays as it is when a release is measured again and shows the same", () => {
  expect(merged({ "0.84.4": kept("0.84.4") })).toEqual(olderReleases());
});

it("takes over what another measurement of one release shows, and keeps the others", () => {
  const changed: States = { ...kept("0.87.1"), "load.throwing-stubs": "same", "load.in-order": "different" };
  const result = merged({ "0.87.1": changed });
  expect(result["load.throwing-stubs"]).toEqual({ different: "0.74.0 to 0.87.0" });
  expect(result["load.in-order"]).toEqual({ different: "0.87.1" });
  expect(result["load.buffered-mcp"]).toEqual(olderReleases()["load.buffered-mcp"]);
});
