// The kit knows no runner: the same suite passes under vitest and under `node --test`.
import { x } from "tinyexec";
import { expect, it } from "vitest";
import { scenarios } from "./scenarios.mjs";

it.each(scenarios)("%s", (_title, run) => run());

it("passes under node --test", { timeout: 60_000 }, async () => {
  const { stdout, exitCode } = await x("node", [
    "--conditions=pi-testkit-source",
    "--test",
    "--test-reporter=tap",
    "examples/every-runner/scenarios.node.mjs",
  ]);
  expect(stdout).toMatch(new RegExp(`^# pass ${scenarios.length}$`, "m"));
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(exitCode).toBe(0);
});
