// Two texts beside each other.
import { expect, it } from "vitest";
import { sideBySide } from "./side-by-side.ts";

it("marks the lines that differ", () => {
  expect(sideBySide("one\ntwo\nthree", "one\n2\nthree\nfour")).toBe(
    `  expected                                       | received
  one                                            | one
> two                                            | 2
  three                                          | three
>                                                | four`,
  );
});

it("spreads JSON out, and shows what only differs in white space as it came", () => {
  expect(sideBySide('{"path":"a.ts","edits":[{"from":"x"}]}', '{"path":"a.ts","edits":[{"from":"y"}]}')).toBe(
    `  expected                                       | received
  {                                              | {
    "path": "a.ts",                              |   "path": "a.ts",
    "edits": [                                   |   "edits": [
      {                                          |     {
>       "from": "x"                              |       "from": "y"
      }                                          |     }
    ]                                            |   ]
  }                                              | }`,
  );
  expect(sideBySide('{"a":1}', '{"a": 1}')).toBe(
    `  expected                                       | received
> {"a":1}                                        | {"a": 1}`,
  );
});

it("shows what cannot be seen, and leaves alone what only looks like JSON", () => {
  expect(sideBySide("a\tb\r\n[x]", "a b  \n[x] ")).toBe(
    `  expected                                       | received
> a\\tb\\r                                         | a b··
> [x]                                            | [x]·`,
  );
});

it("wraps long lines, and never makes one of more than 100 characters", () => {
  const text = sideBySide(`${"a".repeat(50)}\n😀`, "b".repeat(100));
  expect(text).toBe(
    `  expected                                       | received
> ${"a".repeat(46)} | ${"b".repeat(46)}
> aaaa                                           | ${"b".repeat(46)}
>                                                | bbbbbbbb
> 😀                                             |`,
  );
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});

it("starts shortly before the first difference, and ends after 24 lines", () => {
  const lines = (change: number) =>
    Array.from({ length: 60 }, (_, at) => (at === change ? "other" : `${at}`)).join("\n");
  const rows = sideBySide(lines(30), lines(-1)).split("\n");
  expect([rows.length, rows[1], rows[2], rows[5], rows.at(-1)]).toEqual([
    27,
    "  … 27 lines alike",
    "  27                                             | 27",
    "> other                                          | 30",
    "  … 9 more lines",
  ]);
});
