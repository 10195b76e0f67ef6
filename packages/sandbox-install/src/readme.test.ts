// The example of the README.
import { expect, test } from "vitest";
import { verifySandboxInstall } from "./index.ts";

// #region sandbox
test("the published package works", { timeout: 120_000 }, async () => {
  const { problems, loaded } = await verifySandboxInstall({
    packageDir: "examples/survives-packing/package",
    expect: { extensions: 1, tools: ["weather"] },
  });
  expect(problems).toEqual([]);
  expect(loaded.warnings).toEqual([]);
});
// #endregion sandbox
