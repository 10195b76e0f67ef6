// Copies and comparisons of plain data.
import fc from "fast-check";
import { expect, it } from "vitest";
import { createDataCopy } from "./index.ts";

const { copy, isCopy } = createDataCopy({ leaf: (value) => value });
const json = fc.jsonValue();

it("makes an equal value that shares no object with the original", () => {
  const original = { list: [1, { deep: [null, undefined, "text"] }], none: undefined };
  const copied = copy(original);
  expect(copied).toStrictEqual(original);
  expect(copied.list).not.toBe(original.list);
  expect(copied.list[1]).not.toBe(original.list[1]);
});

it("leaves keys out whose copy is undefined, if it is told to", () => {
  const dropping = createDataCopy({ leaf: () => undefined, omitUndefined: true });
  const original = { kept: 1, none: undefined, run: () => {}, when: new Date(0) };
  expect(dropping.copy(original)).toStrictEqual({ kept: 1 });
  // What is no plain data is copied again, since nobody knows what it holds now.
  expect(dropping.isCopy({ kept: 1 }, { kept: 1, none: undefined })).toBe(true);
  expect(dropping.isCopy({ kept: 1 }, original)).toBe(false);
});

it("asks what stands for a function or an object of a class, and copies what is inside it", () => {
  const { copy: named } = createDataCopy({
    leaf: (value, inner) => (typeof value === "function" ? "a function" : inner({ ...value })),
  });
  class Point {
    place = { x: 1 };
  }
  const point = new Point();
  const copied: any = named({ point, run() {} });
  expect(copied).toStrictEqual({ point: { place: { x: 1 } }, run: "a function" });
  expect(copied.point.place).not.toBe(point.place);
});

it("says where a value holds itself, however often it does", () => {
  const tree: any = { children: Array.from({ length: 20 }, (_, name) => ({ name })) };
  for (const child of tree.children) Object.assign(child, { tree, siblings: tree.children });
  const copied: any = copy(tree);
  expect(copied.children[3]).toEqual({ name: 3, tree: "[circular]", siblings: "[circular]" });
  expect(isCopy(copied, tree)).toBe(false);
});

it("keeps an own key that is called __proto__ a key", () => {
  const original = JSON.parse('{ "__proto__": { "a": 1 } }');
  const copied = copy(original);
  expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  expect(JSON.stringify(copied)).toBe('{"__proto__":{"a":1}}');
});

it("knows a copy from anything else", () => {
  fc.assert(
    fc.property(json, json, (original, other) => {
      expect(isCopy(copy(original), original)).toBe(true);
      expect(isCopy(copy(original), other)).toBe(JSON.stringify(original) === JSON.stringify(other));
    }),
  );
  for (const [copied, original] of [
    [[], {}],
    [{}, []],
    [new Date(0), {}],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [undefined, {}],
  ])
    expect(isCopy(copied, original)).toBe(false);
});
