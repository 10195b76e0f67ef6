import { expect, test } from "vitest";
import { conformanceTests } from "./run-conformance.ts";

const states = { a: "same", b: "different", c: "not on this release" } as const;
const short = (tests: ReturnType<typeof conformanceTests>) => tests.map(({ name, state }) => `${name} ${state}`);

test("what is as measured passes, or is otherwise there", () => {
  expect(short(conformanceTests(states, states))).toEqual(["a passed", "b otherwise", "c otherwise"]);
});

test("what is not as measured fails, also when it has become the same", () => {
  const measured = { a: "different", b: "same", c: "different" } as const;
  const tests = conformanceTests(states, measured, { c: "took longer than 20 s" });
  expect(short(tests)).toEqual(["a failed", "b failed", "c failed"]);
  expect(tests[0]?.reason).toBe('is "same" and was "different" (conformance/older-releases.json)');
  expect(tests[2]?.reason).toMatch(/json\): took longer than 20 s$/);
});

test("a release that nobody has measured is to be as the newest one", () => {
  expect(short(conformanceTests(states, undefined))).toEqual(["a passed", "b failed", "c failed"]);
});
