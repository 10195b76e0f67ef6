// What play() sends: texts, images and sources, and when a prompt does not reach the model.
import { afterEach, expect, it } from "vitest";
import { answersIn, closeSessions, openSession } from "./fixtures/session.ts";
import { createPlaybook, says, when } from "./index.ts";

afterEach(closeSessions);

// The smallest image that pi's own processing accepts.
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

it("sends images and the source of a prompt", async () => {
  const sources: string[] = [];
  const extension = (pi: any): void => pi.on("input", ({ source }: any) => void sources.push(source));
  const playbook = createPlaybook([
    when({ text: "look", images: [{ type: "image", data, mimeType: "image/png" }], source: "rpc" }, [says("a dot")]),
    when("plain", [says("ok")]),
  ]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text, prompt));
  const content = playbook.requests[0]?.messages.at(-1)?.content;
  expect(content.map(({ type }: any) => type)).toEqual(["text", "image"]);
  expect(playbook.requests[0]?.userText()).toBe("look");
  expect(sources).toEqual(["rpc", "interactive"]);
  playbook.assertDone();
});

it("plays a turn whose text an extension rewrites, since play() sent it", async () => {
  const extension = (pi: any): void =>
    pi.on("input", ({ text }: any) => ({ action: "transform", text: `${text}, please` }));
  const playbook = createPlaybook([when("do it", [says("done")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(playbook.lastRequest()?.userText()).toBe("do it, please");
  playbook.assertDone();
});

it("fails before the next prompt when an extension handled one whose turn has steps", async () => {
  const extension = (pi: any): void => pi.on("input", () => ({ action: "handled" }));
  const playbook = createPlaybook([when("one", [says("1")]), when("two", [says("2")])]);
  const opened = await openSession(playbook, { factories: [extension] });
  await expect(playbook.play((prompt) => opened.session.prompt(prompt.text))).rejects.toThrow(
    'The turn when("one") ended with 1 step unused.',
  );
  expect(playbook.requests).toEqual([]);
});

it("hands what send() throws to the author, and can go on", async () => {
  const playbook = createPlaybook([when("one", [says("1")])]);
  const refusal = new Error("refused");
  await expect(
    playbook.play(async () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
  expect(playbook.failure).toBeUndefined();
});

it("plays turns that were appended after it had played", async () => {
  const playbook = createPlaybook([when("one", [says("1")])]);
  const opened = await openSession(playbook);
  const send = (prompt: { text: string }) => opened.session.prompt(prompt.text);
  await playbook.play(send);
  playbook.append([when("two", [says("2")])]);
  await playbook.play(send);
  expect(answersIn(opened)).toEqual(["1", "2"]);
  expect(playbook.requests.map(({ step }) => step)).toEqual([1, 2]);
  playbook.assertDone();
});
