// Examples that run git, with real git in a repository of the test's own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { calls, says, type TestSession, when } from "pi-testkit";
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

it("git-checkpoint offers to bring the code back when the session is forked in the middle of a run", async () => {
  const { cwd, git, write } = gitRepository();
  const t: TestSession = await withExample("git-checkpoint.ts", {
    cwd,
    mockUI: { select: "Yes, restore code to that point" },
    // The fork itself is not wanted here; git-checkpoint has its say before it is cancelled.
    extensionFactories: [(pi) => void pi.on("session_before_fork", () => ({ cancel: true }))],
    mockTools: {
      bash: async ({ command }) => {
        if (command === "spoil") write("a.txt", "spoilt\n");
        if (command !== "fork") return "ok";
        git("checkout", "--quiet", "a.txt");
        const first = t.session.sessionManager
          .getEntries()
          .find((entry) => entry.type === "message" && entry.message.role === "assistant");
        const { cancelled } = await t.runtime.fork(first?.id as string, { position: "at" });
        return `cancelled: ${cancelled}`;
      },
    },
  });
  await t.run(when("go", [calls("bash", { command: "spoil" }), calls("bash", { command: "fork" }), says("Done.")]));
  expect(t.events.uiCallsFor("select")).toMatchObject([{ title: "Restore code state?" }]);
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("spoilt\n");
  expect(t.ui.notifications).toEqual([{ message: "Code restored to checkpoint", level: "info" }]);
});

it("git-checkpoint makes a checkpoint for every turn, and forgets them when the run has settled", async () => {
  const t = await withExample("git-checkpoint.ts", { mockExec: { git: "abc123\n" }, mockTools: { bash: "ok" } });
  await t.run(when("go", [calls("bash", { command: "ls" }), says("Done.")]));
  expect(t.exec.calls.map(({ args }) => args)).toEqual([
    ["stash", "create"],
    ["stash", "create"],
  ]);
  const [entry] = t.session.sessionManager.getEntries().filter(({ type }) => type === "message");
  await t.runtime.fork(entry?.id as string, { position: "at" });
  expect(t.events.uiCallsFor("select")).toEqual([]);
});
