import { calls, createMockPi, says, together, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { afterEach, beforeEach, expect, it } from "vitest";

const extensions = ["examples/spawns-pi/reviewer.extension.ts"];

// #region spawns-pi
const pi = createMockPi();
beforeEach(() => pi.install());
afterEach(() => {
  pi.uninstall();
  pi.reset();
});

it("asks a second pi for each file and hands its answer to the model", async () => {
  pi.onCall({
    match: { prompt: "Review a.ts" },
    steps: [{ calls: "read", params: { path: "a.ts" } }, { says: "Fine." }],
  });
  pi.onCall({ match: { prompt: "Review b.ts" }, output: "Line 1 is wrong." });
  const session = await createTestSession({ extensions, files: { "a.ts": "export {}", "b.ts": "export" } });
  await session.run(
    when("review both", [
      together(calls("review", { path: "a.ts" }), calls("review", { path: "b.ts" })),
      says("Seen."),
    ]),
  );

  const texts = session.events.toolResultsFor("review").map(({ text }) => text);
  expect(texts.toSorted()).toEqual(["Fine.", "Line 1 is wrong."]);
  expect(pi.invocations().map(({ argv, cwd }) => [argv.slice(0, 3), cwd])).toEqual([
    [["--mode", "json", "--no-session"], session.cwd],
    [["--mode", "json", "--no-session"], session.cwd],
  ]);
  pi.assertDone();
});
// #endregion spawns-pi

it("reports a pi that fails", async () => {
  pi.onCall({ exitCode: 1, stderr: "no API key" });
  const session = await createTestSession({ extensions, propagateErrors: false });
  await session.run(when("review", [calls("review", { path: "a.ts" }), says("It cannot be reached.")]));
  expect(session.events.toolResults).toMatchObject([{ isError: true, text: "pi ended with 1: no API key" }]);
});
