// agent_end: an extension that keeps the agent going.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { calls, says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const [major = 0, minor = 0] = (process.env.PI_VERSION ?? "").split(".").map(Number);
const keepsItBack = major === 0 && minor < 77;
const whyNot = "before 0.77 pi kept a message that was queued in agent_end until the next prompt";

/** Sends the agent on until it has ended `times` times. */
const goesOn = (times: number, ended: string[]) => (pi: ExtensionAPI) => {
  pi.on("agent_end", ({ messages }) => {
    ended.push(messages.at(-1)?.role ?? "none");
    if (ended.length < times) pi.sendUserMessage(`go on ${ended.length}`, { deliverAs: "followUp" });
  });
};

it("plays the runs that follow as steps of the same turn", async ({ skip }) => {
  skip(keepsItBack, whyNot);
  const ended: string[] = [];
  const t = await withExtension(goesOn(3, ended), { mockTools: { bash: "ok" } });
  await t.run(when("start", [says("1"), calls("bash", { command: "ls" }), says("2"), says("3")]));
  expect(ended).toEqual(["assistant", "assistant", "assistant"]);
  expect(t.playbook.requests.map((request) => request.userText())).toEqual(["start", "go on 1", "go on 1", "go on 2"]);
  expect(t.events.ofType("agent_end").length).toBeGreaterThan(0);
  await t.settled();
});

it("fails when nobody foresaw the run that follows", async ({ skip }) => {
  skip(keepsItBack, whyNot);
  const t = await withExtension(goesOn(2, []));
  await expect(t.run(when("start", [says("1")])).then(() => t.settled())).rejects.toMatchObject({
    name: "PlaybookError",
    code: "exhausted",
  });
});

it("plays the run that an extension starts once the agent has ended", async () => {
  let ended = 0;
  const t = await withExtension((pi) => {
    pi.on("agent_end", () => {
      ended++;
      if (ended === 1) setTimeout(() => pi.sendUserMessage("and another thing"), 0);
    });
  });
  await t.run(when("start", [says("1"), says("2")]));
  await t.settled();
  expect(t.playbook.requests.map((request) => request.userText())).toEqual(["start", "and another thing"]);
  expect(ended).toBe(2);
});

it("lets a message of an extension wait for the next prompt", async () => {
  const t = await withExtension((pi) => {
    let sent = false;
    pi.on("agent_end", () => {
      if (!sent)
        pi.sendMessage({ customType: "note", content: "remember me", display: false }, { deliverAs: "nextTurn" });
      sent = true;
    });
  });
  await t.run(when("one", [says("1")]));
  expect(t.playbook.requests).toHaveLength(1);
  await t.run(when("two", [says("2")]));
  expect(JSON.stringify(t.playbook.requestFor(2)?.messages)).toContain("remember me");
});
