import { expect, test } from "vitest";
import { published } from "../../../../compat/published.ts";
import { compareVersions, testedRange } from "./tested-range.ts";

test("the tested range is that of the matrix", () => {
  const versions = published.toSorted(compareVersions);
  expect(testedRange).toEqual({ oldest: versions.at(0), newest: versions.at(-1) });
});

test("versions are ordered by number", () => {
  expect(["1.6.0", "0.80.10", "0.80.9", "0.74.0"].toSorted(compareVersions)).toEqual([
    "0.74.0",
    "0.80.9",
    "0.80.10",
    "1.6.0",
  ]);
  expect(compareVersions("1.6.0-next.1", "1.6.0")).toBe(0);
});
