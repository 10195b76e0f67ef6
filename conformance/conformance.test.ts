// Every requirement on both arms: the fake must have been seen to do what real pi did.
import { describe, expect, it } from "vitest";
import { declaredDifferences } from "./declared-differences.ts";
import { openFake } from "./fake-arm.ts";
import { observe } from "./observe.ts";
import { openReal } from "./real-arm.ts";
import { type RequirementId, requirements, scenarios } from "./suite.ts";

const ids = Object.keys(requirements) as RequirementId[];

describe("the fake does what real pi does", () => {
  it.each(ids)("%s", async (id) => {
    const real = await observe(scenarios[id], openReal);
    const fake = await observe(scenarios[id], openFake);
    const reason = declaredDifferences[id];
    if (reason === undefined) expect(fake).toEqual(real);
    else expect(fake, `declared as different (${reason}), but it is not`).not.toEqual(real);
  });
});

it("declares five differences at most", () => {
  expect(Object.keys(declaredDifferences).length).toBeLessThanOrEqual(5);
});
