// Examples that stand between the user and another session.
import { says, when } from "pi-testkit";
import { expect, it } from "vitest";
import { gitRepository } from "./git-repository.ts";
import { withExample } from "./shipped.ts";

it("confirm-destructive keeps the session when the user does not confirm a new one", async () => {
  const t = await withExample("confirm-destructive.ts", { mockUI: { confirm: [false, true] } });
  await t.run(when("hi", [says("Hello.")]));
  const { session } = t;
  expect(await t.runtime.newSession()).toEqual({ cancelled: true });
  expect(t.session).toBe(session);
  expect(t.ui.notifications).toEqual([{ message: "Clear cancelled", level: "info" }]);
  expect(await t.runtime.newSession()).toEqual({ cancelled: false });
  expect(t.session).not.toBe(session);
  expect(t.events.uiCallsFor("confirm").map((call) => call.title)).toEqual(["Clear session?", "Clear session?"]);
});

it("confirm-destructive asks before it switches away from a session with messages, and before a fork", async () => {
  const t = await withExample("confirm-destructive.ts", {
    mockUI: { confirm: false, select: "No, stay in current session" },
  });
  await t.run(when("hi", [says("Hello.")]));
  const { session } = t;
  expect(await t.runtime.switchSession(session.sessionFile as string)).toEqual({ cancelled: true });
  const entry = session.sessionManager.getEntries().find((each) => each.type === "message");
  expect(await t.runtime.fork(entry?.id as string)).toMatchObject({ cancelled: true });
  expect(t.session).toBe(session);
  expect(t.ui.notifications.map(({ message }) => message)).toEqual(["Switch cancelled", "Fork cancelled"]);
});

it("dirty-repo-guard cancels the switch from a repository with changes, and allows it from a clean one", async () => {
  const repository = gitRepository();
  const t = await withExample("dirty-repo-guard.ts", {
    cwd: repository.cwd,
    mockUI: { select: "No, let me commit first" },
  });
  repository.write("a.txt", "second\n");
  expect(await t.runtime.newSession()).toEqual({ cancelled: true });
  expect(t.events.uiCallsFor("select")).toMatchObject([
    { title: "You have 1 uncommitted file(s). new session anyway?" },
  ]);
  expect(t.ui.notifications).toEqual([{ message: "Commit your changes first", level: "warning" }]);
  repository.git("commit", "-qam", "second");
  expect(await t.runtime.newSession()).toEqual({ cancelled: false });
  expect(t.events.uiCallsFor("select")).toHaveLength(1);
});

it("dirty-repo-guard cancels without asking where there is no user", async () => {
  const repository = gitRepository();
  const t = await withExample("dirty-repo-guard.ts", { cwd: repository.cwd, mode: "json" });
  repository.write("b.txt", "new\n");
  expect(await t.runtime.newSession()).toEqual({ cancelled: true });
});
