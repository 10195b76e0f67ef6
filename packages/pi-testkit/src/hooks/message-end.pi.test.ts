// message_end: an extension replaces a finished message.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, type TestSession, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const censor = (word: string) => (pi: ExtensionAPI) => {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return undefined;
    const content = message.content.map((part) =>
      part.type === "text" ? { ...part, text: part.text.replace(word, "***") } : part,
    );
    return { message: { ...message, content } };
  });
};
const said = (t: TestSession) =>
  t.session.messages.flatMap((message) => (message.role === "assistant" ? message.content : []));

it("is what the session keeps and the model reads with the next prompt", async () => {
  const t = await withExtension(censor("blast"), { extensionFactories: [censor("dash")] });
  await t.run(when("curse", [says("blast and dash it")]), when("again", [says("no")]));
  expect(said(t)[0]).toEqual({ type: "text", text: "*** and *** it" });
  const sent = t.playbook.requestFor(2)?.messages.find(({ role }) => role === "assistant");
  expect(sent?.content).toEqual([{ type: "text", text: "*** and *** it" }]);
  const entry = t.session.sessionManager
    .getEntries()
    .find((each) => each.type === "message" && each.message.role === "assistant");
  expect(entry).toMatchObject({ message: { content: [{ text: "*** and *** it" }] } });
});

it("keeps the role: a message of another one is refused and reported", async () => {
  const t = await withExtension(
    (pi) => {
      pi.on("message_end", ({ message }) =>
        message.role === "assistant" ? { message: { ...message, role: "user" } as never } : undefined,
      );
    },
    { propagateErrors: false },
  );
  await t.run(when("go", [says("Gone.")]));
  expect(t.events.errors).toMatchObject([{ event: "message_end" }]);
  expect(said(t)).toEqual([{ type: "text", text: "Gone." }]);
});
