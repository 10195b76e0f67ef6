import { calls, cancelled, says, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { expect, it } from "vitest";

const extensions = ["examples/ask-before-delete/ask-before-delete.extension.ts"];
const remove = (folder: string) => calls("bash", { command: `rm -rf ${folder}` });

// #region answers
it("does what the user answers, each time anew", async () => {
  const session = await createTestSession({
    extensions,
    mockTools: { bash: "deleted" },
    // A queue: one answer a dialog. One too few or one too many fails the test.
    mockUI: { select: ["Once", "Never", cancelled] },
  });
  await session.run(when("clean up", [remove("build"), remove("dist"), remove("tmp"), says("One of three is gone.")]));

  expect(session.events.toolCalls.map(({ outcome, blockReason }) => blockReason ?? outcome)).toEqual([
    "ok",
    "The user said never",
    "The user closed the question",
  ]);
  expect(session.events.uiCallsFor("select")[0]?.options).toEqual(["Once", "Never"]);
});
// #endregion answers

it.each(["print", "json"] as const)("refuses where nobody can be asked: mode %s", async (mode) => {
  const session = await createTestSession({ extensions, mode, mockTools: { bash: "deleted" } });
  await session.run(when("clean up", [remove("build"), says("I may not.")]));
  expect(session).toHaveBlocked("bash", "Nobody is there to ask");
});

it("asks nothing about other commands", async () => {
  const session = await createTestSession({ extensions, mockTools: { bash: "ok" }, mockUI: { onUnhandled: "error" } });
  await session.run(when("look", [calls("bash", { command: "ls" }), says("Empty.")]));
  expect(session.events.ui).toEqual([]);
});
