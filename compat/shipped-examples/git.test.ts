// Examples that run git, with real git in a repository of the test's own.

import { calls, says, when } from "pi-testkit";
import { expect, it } from "vitest";
import { gitRepository } from "./git-repository.ts";
import { withExample } from "./shipped.ts";

it("auto-commit-on-exit commits what is left over, in the words of the last answer", async () => {
  const { cwd, git } = gitRepository();
  const t = await withExample("auto-commit-on-exit.ts", { cwd });
  await t.run(when("mend it", [calls("write", { path: "a.txt", content: "mended\n" }), says("Mended a.txt.\nBye.")]));
  expect(git("log", "--format=%s")).toBe("start");
  await t.dispose();
  expect(git("log", "--format=%s")).toBe("[pi] Mended a.txt.\nstart");
  expect(git("status", "--porcelain")).toBe("");
  expect(t.ui.notifications).toEqual([{ message: "Auto-committed: [pi] Mended a.txt.", level: "info" }]);
});

it("auto-commit-on-exit makes no commit when nothing changed", async () => {
  const { cwd, git } = gitRepository();
  const t = await withExample("auto-commit-on-exit.ts", { cwd });
  await t.run(when("hi", [says("Hello.")]));
  await t.dispose();
  expect(git("log", "--format=%s")).toBe("start");
});
