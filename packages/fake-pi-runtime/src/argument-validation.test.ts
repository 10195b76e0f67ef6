// The check that stands in when pi-ai is not installed: what it refuses pi-ai refuses too, in the same layout.
import { expect, it } from "vitest";
import { argumentValidator, fallbackValidator } from "./argument-validation.ts";

const parameters = {
  type: "object",
  required: ["path", "count"],
  properties: {
    path: { type: "string" },
    count: { type: "number" },
    mode: { enum: ["fast", "slow"] },
    list: { type: "array", items: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
    either: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
};
const tool = { name: "t", parameters };

const refusal = (validate: typeof fallbackValidator.validate, args: unknown) => {
  try {
    validate(tool, args);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return undefined;
};

it("says what is missing and what has the wrong type, in pi's layout", () => {
  expect(refusal(fallbackValidator.validate, { count: {}, mode: "odd", list: [{}], either: 5 })).toBe(
    `Validation failed for tool "t":
  - path: missing
  - count: expected number, got object
  - mode: expected one of "fast", "slow"
  - list.0.id: missing
  - either: no alternative matches

Received arguments:
${JSON.stringify({ count: {}, mode: "odd", list: [{}], either: 5 }, null, 2)}`,
  );
});

it("hands out a copy of what fits, unknown keys kept", () => {
  const args = { path: "a", count: 1, other: true, list: [{ id: 2 }], either: null };
  const copy = fallbackValidator.validate(tool, args);
  expect(copy).toEqual(args);
  expect(copy).not.toBe(args);
});

it.each([{}, { path: "a" }, { path: "a", count: {} }, { path: "a", count: 1, list: [{ id: "x" }] }])(
  "agrees with pi-ai that %j is refused",
  async (args) => {
    const piAi = await argumentValidator();
    expect(piAi.name).toBe("pi-ai");
    const first = (text: string | undefined) => text?.split("\n")[0];
    expect(first(refusal(fallbackValidator.validate, args))).toBe('Validation failed for tool "t":');
    expect(first(refusal(piAi.validate, args))).toBe('Validation failed for tool "t":');
  },
);

it("agrees with pi-ai on the whole text where only types and keys are wrong", async () => {
  const piAi = await argumentValidator();
  const args = { count: {} };
  expect(refusal(fallbackValidator.validate, args)).toBe(refusal(piAi.validate, args));
});
