// context: what the model is sent differs from what the session keeps.
import { expect, it } from "vitest";
import { calls, says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

it("drops messages for the model and leaves the transcript alone", async () => {
  const t = await withExtension((pi) => {
    pi.on("context", ({ messages }) => ({ messages: messages.filter((_each, index) => index >= messages.length - 1) }));
  });
  await t.run(when("one", [says("1")]), when("two", [says("2")]));
  expect(t.playbook.requestFor(2)?.messages.map(({ role }) => role)).toEqual(["user"]);
  expect(t.playbook.requestFor(2)?.userText()).toBe("two");
  expect(t.session.messages.filter(({ role }) => role === "user")).toHaveLength(2);
});

it("is asked before every request, with copies: changing them changes nothing that is kept", async () => {
  let asked = 0;
  const t = await withExtension(
    (pi) => {
      pi.on("context", ({ messages }) => {
        asked++;
        for (const message of messages)
          if (message.role === "toolResult") message.content = [{ type: "text", text: "(left out)" }];
        return { messages };
      });
    },
    { mockTools: { bash: "a secret" } },
  );
  await t.run(when("go", [calls("bash", { command: "cat" }), says("Read.")]));
  expect(asked).toBe(2);
  expect(t.playbook.requestFor(2)?.messages.at(-1)?.content).toEqual([{ type: "text", text: "(left out)" }]);
  expect(t.events.toolResults).toMatchObject([{ text: "a secret" }]);
  const kept = t.session.messages.find(({ role }) => role === "toolResult");
  expect(kept).toMatchObject({ content: [{ text: "a secret" }] });
  t.events.assertTranscript();
});
