import fc from "fast-check";
import { expect, test } from "vitest";
import { published } from "./published.ts";
import { inRanges, ranges } from "./ranges.ts";

test("neighbours become one range", () => {
  expect(ranges(["0.74.0", "0.74.1", "0.74.2", "1.3.0", "1.6.0"], published)).toBe("0.74.0 to 0.74.2, 1.3.0, 1.6.0");
  expect(ranges([], published)).toBe("");
});

test("every choice of versions comes back", () => {
  fc.assert(
    fc.property(fc.subarray([...published]), (versions) => {
      expect(inRanges(ranges(versions, published), published)).toEqual(versions);
    }),
  );
});

test("a version that there is not is refused", () => {
  expect(() => inRanges("0.74.0 to 0.74.9", published)).toThrow(
    new Error('"0.74.0 to 0.74.9" names pi 0.74.9, which is none of the versions there are.'),
  );
});
