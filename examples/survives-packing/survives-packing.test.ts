import { calls, says, verifySandboxInstall, when } from "pi-testkit";
import { expect, it } from "vitest";

// #region survives-packing
it("works for whoever installs it", { timeout: 120_000 }, async () => {
  const { problems, loaded, smoke } = await verifySandboxInstall({
    packageDir: "examples/survives-packing/package",
    expect: { extensions: 1, tools: ["weather"] },
    // What was packed and installed, in a scripted session.
    smoke: { script: [when("the weather?", [calls("weather", { city: "Rome" }), says("Take a coat.")])] },
  });

  expect(problems).toEqual([]);
  expect(loaded.warnings).toEqual([]);
  expect(smoke?.events.toolResultsFor("weather")[0]?.text).toBe("Rain in Rome");
});
// #endregion survives-packing
