// What a mock of a program can get wrong, and what the author reads then.
import childProcess from "node:child_process";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { execOutOfReach } from "../exec-failures.ts";
import { type ExecMockOption, says, TestSessionError, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const runsGit = (pi: ExtensionAPI) => {
  pi.on("input", async () => {
    await pi.exec("git", ["status", "--porcelain"]);
    return { action: "continue" };
  });
};

const failing = async (mockExec: ExecMockOption, prompt = "go") => {
  const t = await withExtension(runsGit, { mockExec });
  const error = await t.run(when(prompt, [says("x")])).then(
    () => new Error("the run passed"),
    (thrown: Error) => thrown,
  );
  expect(TestSessionError.isInstance(error)).toBe(true);
  // It is kept.
  await expect(t.run(when("again", [says("x")]))).rejects.toBe(error);
  expect(t.exec.failure).toBe(error);
  expect(() => t.exec.assertDone()).toThrow(error);
  return error.message;
};

it("tells what a handler threw", async () => {
  const wrong = () => {
    throw new Error("expected add, got status");
  };
  expect(await failing({ git: wrong })).toMatchInlineSnapshot(`
    "The mock of the command "git" threw: expected add, got status
      received: the call git status --porcelain
    Likely cause: an assertion in the handler failed, or the handler has a mistake.
    What to do: return { code: 1, stderr: … } where the program is meant to fail, throwsError(…) where it cannot be started."
  `);
});

it("tells an outcome that is none", async () => {
  expect(await failing({ git: { killed: true } as object })).toMatchInlineSnapshot(`
    "The mock of the command "git" gave no outcome.
      expected: a string, { stdout?, stderr?, code? }, throwsError(message) or passthrough()
      received: {"killed":true} for the call git status --porcelain
    Likely cause: a key or a value that no outcome has.
    What to do: for a command that pi kills, return a promise that does not resolve: pi's own timeout or abort ends it."
  `);
  expect(await failing({ git: (() => undefined) as never })).toMatchInlineSnapshot(`
    "The mock of the command "git" gave no outcome.
      expected: a string, { stdout?, stderr?, code? }, throwsError(message) or passthrough()
      received: undefined for the call git status --porcelain
    Likely cause: the handler has no return on this path.
    What to do: for a command that pi kills, return a promise that does not resolve: pi's own timeout or abort ends it."
  `);
});

it("tells that a queue ran out", async () => {
  expect(await failing({ git: [] })).toMatchInlineSnapshot(`
    "The queue of the command "git" ran out.
      received: the call git status --porcelain
    Likely cause: an extension ran the command once more than the test foresees.
    What to do: queue another outcome, or give one that answers every call."
  `);
});

it("tells the same of a command of the user", async () => {
  const t = await withExtension(() => {}, { mockExec: { ls: (() => 7) as never } });
  await expect(t.run(when("!ls -l"))).rejects.toThrowErrorMatchingInlineSnapshot(`
    [TestSessionError: The mock of the command "ls" gave no outcome.
      expected: a string, { stdout?, stderr?, code? }, throwsError(message) or passthrough()
      received: 7 for the call !ls -l
    Likely cause: a key or a value that no outcome has.
    What to do: for a command that pi kills, return a promise that does not resolve: pi's own timeout or abort ends it.]
  `);
});

it("refuses an option of the wrong shape", async () => {
  await expect(withExtension(() => {}, { mockExec: "git" as never })).rejects.toThrow(
    'createTestSession() cannot use the option "mockExec".',
  );
});

it("tells that a pi is out of reach, before any program runs", () => {
  expect(execOutOfReach().message).toMatchInlineSnapshot(`
    "mockExec cannot hold: pi.exec of the installed pi does not run programs in the way the kit knows.
      expected: that pi.exec calls child_process.spawn from a function named execCommand
    Likely cause: a release of pi that is newer than this release of pi-testkit.
    What to do: update pi-testkit, or put a folder with a stand-in for the program first in PATH."
  `);
});

it("lets go of child_process when the session cannot be started", async () => {
  const before = childProcess.spawn;
  const breaks = () => {
    throw new Error("no");
  };
  await expect(withExtension(breaks, { mockExec: {} })).rejects.toMatchObject({ code: "extension-failed" });
  expect(childProcess.spawn).toBe(before);
});
