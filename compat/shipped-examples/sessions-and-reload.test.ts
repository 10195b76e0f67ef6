// Examples that replace or reload the session, name it, or leave marks in it.
import { calls, says, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

it("handoff has the model write a prompt, lets the user edit it, and starts a new session with it", async () => {
  const t = await withExample("handoff.ts", {
    mockUI: {
      custom: async (screen) => {
        expect(screen.text()).toContain("Generating handoff prompt...");
        await screen.closed();
      },
      editor: (_title, prefill) => `${prefill} Only for teams.`,
    },
  });
  await t.run(when("build it", [says("Built.")]));
  const first = t.session;
  await t.run(when("/handoff test it", [says("Test what was built.")]));
  expect(t.session).not.toBe(first);
  expect(t.session.messages.filter(({ role }) => role === "user")).toEqual([]);
  expect(t.session.sessionManager.getHeader()?.parentSession).toBe(first.sessionFile);
  expect(t.ui.editorText).toBe("Test what was built. Only for teams.");
  expect(t.events.uiCallsFor("editor")).toMatchObject([{ title: "Edit handoff prompt" }]);
  const request = t.playbook.requestFor(2);
  expect(request).toMatchObject({ kind: "other" });
  expect(request?.userText()).toContain("test it");
  expect(request?.userText()).toContain("Built.");
});

it("handoff stays when the user cancels, and has nothing to hand off at first", async () => {
  const t = await withExample("handoff.ts", { mockUI: { custom: null } });
  const first = t.session;
  await t.run(when("/handoff"), when("/handoff go"));
  await t.run(when("build it", [says("Built.")]), when("/handoff test it"));
  expect(t.session).toBe(first);
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    "Usage: /handoff <goal for new thread>",
    "No conversation to hand off",
    "Cancelled",
  ]);
});

it("reload-runtime reloads by its command, and by its tool once the run has settled", async () => {
  const starts: string[] = [];
  const t = await withExample("reload-runtime.ts", {
    extensionFactories: [(pi) => void pi.on("session_start", ({ reason }) => void starts.push(reason))],
  });
  await t.run(when("/reload-runtime"));
  expect(starts).toEqual(["startup", "reload"]);
  await t.run(when("reload yourself", [calls("reload_runtime")]));
  await t.settled();
  expect(starts).toEqual(["startup", "reload", "reload"]);
  expect(t.playbook.requests).toHaveLength(1);
});

it("session-name names the session", async () => {
  const t = await withExample("session-name.ts");
  await t.run(when("/session-name"), when("/session-name Fridays"), when("/session-name"));
  expect(t.session.sessionManager.getSessionName()).toBe("Fridays");
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    "No session name set",
    "Session named: Fridays",
    "Session: Fridays",
  ]);
});

it("bookmark labels the last answer, and takes the label off", async () => {
  const t = await withExample("bookmark.ts");
  const { sessionManager } = t.session;
  await t.run(when("/bookmark"), when("hi", [says("Hello.")]), when("/bookmark here"));
  const answer = sessionManager
    .getEntries()
    .findLast((entry) => entry.type === "message" && entry.message.role === "assistant");
  expect(sessionManager.getLabel(answer?.id as string)).toBe("here");
  await t.run(when("/unbookmark"));
  expect(sessionManager.getLabel(answer?.id as string)).toBeUndefined();
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    "No assistant message to bookmark",
    "Bookmarked as: here",
    "Removed bookmark: here",
  ]);
});

it("dynamic-resources brings a skill and a prompt template", async () => {
  const t = await withExample("dynamic-resources");
  const { resourceLoader } = t.runtime.services;
  expect(resourceLoader.getSkills().skills.map(({ name }) => name)).toEqual(["dynamic-resources"]);
  expect(resourceLoader.getPrompts().prompts.map(({ name }) => name)).toEqual(["dynamic"]);
  await t.run(when("/dynamic", [says("Template read.")]));
  expect(t.playbook.requestFor(1)?.userText()).not.toBe("/dynamic");
});
