// before_agent_start: the system prompt and messages that an extension adds to a run.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const appends = (line: string) => (pi: ExtensionAPI) =>
  void pi.on("before_agent_start", ({ systemPrompt }) => ({ systemPrompt: `${systemPrompt}\n${line}` }));

it("chains changes of the system prompt, for one run", async () => {
  let on = true;
  const t = await withExtension(
    (pi) =>
      pi.on("before_agent_start", ({ systemPrompt }) => (on ? { systemPrompt: `${systemPrompt}\nfirst` } : undefined)),
    { systemPrompt: "You are a test.", extensionFactories: [appends("second")] },
  );
  await t.run(when("one", [says("1")]));
  expect(t.playbook.requestFor(1)?.systemPrompt).toMatch(/^You are a test\.[\s\S]*\nfirst\nsecond/);
  on = false;
  await t.run(when("two", [says("2")]));
  expect(t.playbook.requestFor(2)?.systemPrompt).not.toContain("first");
  expect(t.playbook.requestFor(2)?.systemPrompt).toContain("second");
});

it("adds a message behind the prompt, which the model reads and the transcript keeps", async () => {
  const prompts: string[] = [];
  const t = await withExtension((pi) => {
    pi.on("before_agent_start", (event) => {
      prompts.push("prompt" in event ? event.prompt : "none");
      return { message: { customType: "hint", content: "mind the gap", display: false } };
    });
  });
  await t.run(when("go", [says("Gone.")]));
  expect(prompts).toEqual(["go"]);
  const texts = t.playbook.requestFor(1)?.messages.map(({ content }) => JSON.stringify(content));
  expect(texts?.at(-2)).toContain("go");
  expect(texts?.at(-1)).toContain("mind the gap");
  expect(t.session.messages).toContainEqual(
    expect.objectContaining({ role: "custom", customType: "hint", content: "mind the gap" }),
  );
});
