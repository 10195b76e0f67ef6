// The kit knows no runner: the same kind of test passes under `node --test`.
import { x } from "tinyexec";
import { expect, it } from "vitest";

it("passes under node --test", { timeout: 60_000 }, async () => {
  const { stdout, exitCode } = await x("node", [
    "--conditions=pi-testkit-source",
    "--test",
    "--test-reporter=tap",
    "examples/node-test/gate.node.ts",
  ]);
  expect(stdout).toMatch(/^# pass 2$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(exitCode).toBe(0);
});
