// A failing assertion inside any callback of the author fails the test, whatever pi makes of it in between.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, expect, it } from "vitest";
import {
  answers,
  calls,
  createTestSession,
  type Step,
  says,
  type TestSession,
  type TestSessionOptions,
  when,
} from "./index.ts";

const open: TestSession[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.dispose();
});

const asks = (pi: ExtensionAPI) => {
  pi.on("tool_call", async (_event, ctx) => {
    // An extension that swallows every error cannot hide the failure either.
    await ctx.ui.confirm("Sure?", "Really").catch(() => true);
    return undefined;
  });
};

/** The error of a run in which some callback asserts what does not hold. */
const failing = async (options: TestSessionOptions, steps: Step[]): Promise<Error> => {
  const t = await createTestSession(options);
  open.push(t);
  const error = await t.run(when("go", steps)).then(
    () => new Error("the run passed"),
    (thrown: Error) => thrown,
  );
  // It is kept: a later run fails with it too, and so does the double that heard it first.
  await expect(t.run(when("again", [says("x")]))).rejects.toBe(error);
  return error;
};
const wrong = () => {
  expect("what happened").toBe("what should");
  return "never";
};
const story = "expected 'what happened' to be 'what should'";
const run = calls("bash", { command: "ls" });

it.each<[string, TestSessionOptions, Step[]]>([
  ["late-bound params", {}, [calls("bash", () => ({ command: wrong() })), says("x")]],
  [
    "a callback of then()",
    { mockTools: { bash: "ok" } },
    [calls("bash", { command: "ls" }).then(() => void wrong()), says("x")],
  ],
  [
    "an async callback of onResult()",
    { mockTools: { bash: "ok" } },
    [calls("bash", { command: "ls" }).onResult(async () => void wrong()), says("x")],
  ],
  ["answers()", {}, [answers(() => says(wrong()))]],
  ["expecting()", {}, [says("x").expecting(() => void wrong())]],
  ["a mock tool's handler", { mockTools: { bash: () => wrong() } }, [run, says("x")]],
  ["an async mock tool's handler", { mockTools: { bash: async () => wrong() } }, [run, says("x")]],
  [
    "a UI handler",
    { mockTools: { bash: "ok" }, extensionFactories: [asks], mockUI: { confirm: () => wrong() === "" } },
    [run, says("x")],
  ],
  [
    "onCall of the UI",
    { mockTools: { bash: "ok" }, extensionFactories: [asks], mockUI: { onCall: () => void wrong() } },
    [run, says("x")],
  ],
])("fails for a failing assertion in %s", async (_name, options, steps) => {
  const error = await failing(options, steps);
  expect(error.message).toContain(story);
  expect((error.cause as Error | undefined)?.message).toContain(story);
});

it("ends a run whose mock handler fails, and asks the model no more", async () => {
  const t = await createTestSession({ mockTools: { bash: () => wrong() } });
  open.push(t);
  await expect(t.run(when("go", [run, says("never said")]))).rejects.toThrow(story);
  expect(t.playbook.consumed).toBe(1);
});
