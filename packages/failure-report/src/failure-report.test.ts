import { expect, it } from "vitest";
import { callSite, createFailureKeeper, describeValue, lazyCallSite, nearestName, tellFailure } from "./index.ts";

const publicFunction = () => callSite(publicFunction);

it("names the line that called the public function", () => {
  expect(publicFunction()).toMatch(/^packages\/failure-report\/src\/failure-report\.test\.ts:\d+:\d+$/);
});

it("names the line of a caller inside a named function and an async one", async () => {
  const named = () => publicFunction();
  expect(named()).toMatch(/failure-report\.test\.ts:\d+:\d+$/);
  expect(await (async () => publicFunction())()).toMatch(/failure-report\.test\.ts:\d+:\d+$/);
});

it("names the line later, when it is asked for", () => {
  const lazily = () => lazyCallSite(lazily);
  const place = lazily();
  expect(place()).toMatch(/^packages\/failure-report\/src\/failure-report\.test\.ts:\d+:\d+$/);
  expect(place()).toBe(place());
});

it("renders what JSON cannot", () => {
  const cycle: Record<string, unknown> = { same: { a: 1 } };
  cycle.self = cycle;
  cycle.again = cycle.same;
  expect(describeValue(cycle)).toBe('{"same":{"a":1},"self":"[circular]","again":{"a":1}}');
  expect(describeValue({ run() {}, big: 3n })).toBe('{"run":"[function run]","big":"3"}');
  expect(describeValue("x".repeat(300))).toBe(`"${"x".repeat(199)}… (302 characters)`);
  expect(describeValue(undefined)).toBe("undefined");
  expect(describeValue(new TypeError("no"))).toBe("TypeError: no");
});

it("finds a typo's name, and none for a stranger", () => {
  expect(nearestName("bsah", ["read", "bash"])).toBe("bash");
  expect(nearestName("mokTools", ["mockTools", "mockUI"])).toBe("mockTools");
  expect(nearestName("deploy", ["read", "bash"])).toBeUndefined();
});

it("tells a whole story and leaves out what is not known", () => {
  expect(
    tellFailure({
      happened: "It broke.",
      writtenAt: "a.ts:1:2",
      expected: "1",
      received: "2",
      left: ["x"],
      cause: "c.",
      fix: "f.",
    }),
  ).toBe(
    "It broke.\n  written at: a.ts:1:2\n  expected: 1\n  received: 2\n  left:\n    x\nLikely cause: c.\nWhat to do: f.",
  );
  expect(tellFailure({ happened: "It broke." })).toBe("It broke.");
});

it("keeps the first failure and tells the listener once", () => {
  const heard: Error[] = [];
  const keeper = createFailureKeeper((failure) => heard.push(failure));
  keeper.throwFirst();
  const first = keeper.keep(new Error("one"));
  keeper.keep(new Error("two"));
  expect(heard).toEqual([first]);
  expect(() => keeper.throwFirst()).toThrow(first);
  keeper.reset();
  expect(keeper.first).toBeUndefined();
});
