// One record over the sessions that follow each other: each boundary by its reason, and the old session let go of.
import { expect, it } from "vitest";
import { bareSession } from "./fixtures/bare-session.ts";
import { recordedSession } from "./fixtures/recorded-session.ts";
import { createEventCollector } from "./index.ts";

const replies = [{ text: "one" }, { text: "two" }];

const ways: Record<string, (t: any) => Promise<unknown>> = {
  reload: ({ session }) => session.reload(),
  new: ({ runtime }) => runtime.newSession(),
  fork: ({ session, runtime }) =>
    runtime.fork(session.sessionManager.getEntries().find((entry: any) => entry.message?.role === "user").id),
  resume: ({ session, runtime }) => runtime.switchSession(session.sessionFile),
};

for (const [reason, replace] of Object.entries(ways)) {
  it(`marks the boundary of a ${reason}, and records what comes behind it`, async () => {
    const t = await recordedSession({ replies });
    await t.prompt("first");
    await replace(t.host);
    await t.prompt("second");
    expect(t.events.tree()).toBe(`Agent
  Turn 1
    Message user "first"
    Message assistant "one"
Session ${reason}
Agent
  Turn 1
    Message user "second"
    Message assistant "two"`);
    await t.dispose();
  });

  it(`${reason === "reload" ? "keeps" : "lets go of"} the session at a ${reason}`, async () => {
    const t = await recordedSession({ replies });
    await t.prompt("first");
    const { session } = t.host;
    const detach = t.events.attach(session);
    await replace(t.host);
    // What is still attached gives the undo it gave before.
    expect(t.events.attach(session) === detach).toBe(reason === "reload");
    await t.dispose();
  });
}

it("marks the boundary where its extension is not loaded, without the reason", async () => {
  const events = createEventCollector();
  const t = await bareSession({ replies, onSession: events.attach });
  await t.session.prompt("first");
  await t.runtime.newSession();
  await t.session.prompt("second");
  expect(events.tree()).toBe(`Agent
  Turn 1
    Message user "first"
    Message assistant "one"
Session replaced
Agent
  Turn 1
    Message user "second"
    Message assistant "two"`);
  await t.dispose();
});
