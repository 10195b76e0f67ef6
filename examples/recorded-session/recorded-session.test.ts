import { createTestSession, isTurn, playbookFromSession } from "pi-testkit";
import { expect, it } from "vitest";

const recording = "examples/recorded-session/session.jsonl";

// #region recorded-session
it("plays what was recorded, and gives the same conversation", async () => {
  const { script, mockTools } = await playbookFromSession(recording);
  const session = await createTestSession({
    extensions: ["examples/recorded-session/stamp.extension.ts"],
    mockTools,
  });
  await session.run(...script.filter(isTurn));

  expect(session.events.toolResults.map(({ text, mocked }) => [text, mocked])).toEqual([
    ["README.md\nsrc", true],
    ["README.md\nsrc", true],
  ]);
  await session.dispose();
});
// #endregion recorded-session

it("fails at the first message that is another one than was recorded", async () => {
  const { script, mockTools } = await playbookFromSession(recording);
  // Without the extension the model would be sent other messages than at the time.
  const session = await createTestSession({ mockTools });
  await expect(session.run(...script.filter(isTurn))).rejects.toMatchObject({ code: "diverged" });
  await session.dispose();
});
