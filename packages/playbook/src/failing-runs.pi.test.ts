// What pi makes of scripted failures and of a script that fails: retries, overflow, length stops, and never a loop.
import * as piAi from "@earendil-works/pi-ai";
import { afterEach, expect, it, vi } from "vitest";
import { answersIn, closeSessions, echoTool, openSession } from "./fixtures/session.ts";
import { calls, createPlaybook, fails, says, together, when } from "./index.ts";

afterEach(closeSessions);

const retrying = { settings: { retry: { enabled: true, maxRetries: 3, baseDelayMs: 0 } }, customTools: [echoTool] };

const stopped = "The pi-testkit playbook stopped this run; run(), play() and assertDone() throw the reason.";

it("waits for a callback before the next step, also where pi awaits no handler", async () => {
  const later = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
  let id = "";
  const playbook = createPlaybook([
    when("hi", [
      calls("echo", { text: "a" }).then(async ({ text }) => {
        await later();
        id = text;
      }),
      calls("echo", () => ({ text: id })),
      says("done"),
    ]),
  ]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(playbook.lastRequest()?.messages.at(-1)?.content).toEqual([{ type: "text", text: "echo echo a" }]);
});

it("keeps what a callback threw after the run was over", async () => {
  const ends = { ...echoTool, execute: async () => ({ content: [], details: {}, terminate: true }) };
  const playbook = createPlaybook([
    when("hi", [
      calls("echo", { text: "a" }).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error("late");
      }),
    ]),
  ]);
  const opened = await openSession(playbook, { customTools: [ends] });
  await expect(playbook.play((prompt) => opened.session.prompt(prompt.text))).rejects.toThrow("late");
});

it("throws its failure where a harness throws another error because of it", async () => {
  const playbook = createPlaybook([when("hi", [calls("echo", { text: "a" })])]);
  const opened = await openSession(playbook, retrying);
  const send = async (prompt: { text: string }) => {
    await opened.session.prompt(prompt.text);
    throw new Error(answersIn(opened).at(-1));
  };
  await expect(playbook.play(send)).rejects.toThrow('the turn when("hi") has none left.');
});

it("lets pi retry a failure that looks transient", async () => {
  const playbook = createPlaybook([when("hi", [fails("529 overloaded"), fails("fetch failed"), says("at last")])]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(answersIn(opened).at(-1)).toBe("at last");
  playbook.assertDone();
});

it("ends the run with a failure that pi does not retry", async () => {
  const playbook = createPlaybook([when("hi", [fails("invalid key")])]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(opened.session.messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "invalid key" });
  playbook.assertDone();
});

it("ends the run with a scripted abort", async () => {
  const playbook = createPlaybook([when("hi", [fails("stop it", { reason: "aborted" })])]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(opened.session.messages.at(-1)).toMatchObject({ stopReason: "aborted", errorMessage: "stop it" });
  playbook.assertDone();
});

it("asks once and no more when the script ran dry, though pi's retries are on", async () => {
  const playbook = createPlaybook([when("hi", [calls("echo", { text: "a" })])]);
  const opened = await openSession(playbook, retrying);
  await expect(playbook.play((prompt) => opened.session.prompt(prompt.text))).rejects.toThrow(
    'The model was asked for step 2, and the turn when("hi") has none left.',
  );
  expect(playbook.requests.map(({ step }) => step)).toEqual([1, undefined]);
  expect(answersIn(opened)).toEqual(["toolCall", stopped]);
});

it("refuses further prompts of a session whose script failed, without a request more", async () => {
  const playbook = createPlaybook([when("hi", [says("a")])]);
  const opened = await openSession(playbook, retrying);
  await opened.session.prompt("hi");
  await opened.session.prompt("more");
  await opened.session.prompt("and more");
  expect(answersIn(opened)).toEqual(["a", stopped, stopped]);
  expect(playbook.requests).toHaveLength(2);
  expect(() => playbook.assertDone()).toThrow('The model was asked for step 2, and the turn when("hi") has none left.');
});

it("compacts and retries after a failure that says the context is full", async () => {
  const long = "x".repeat(100_000);
  const playbook = createPlaybook([
    when(`${long} 1`, [says("one")]),
    when(`${long} 2`, [says("two")]),
    when(`${long} 3`, [fails("prompt is too long: 201000 tokens > 200000 maximum"), says("three")]),
  ]);
  const opened = await openSession(playbook, retrying);
  await playbook.play(async (prompt) => {
    await opened.session.prompt(prompt.text);
    // Up to 0.79 pi goes on after prompt() has resolved.
    if (prompt.text.endsWith("3")) await vi.waitFor(() => expect(answersIn(opened).at(-1)).toBe("three"));
  });
  expect(playbook.requests.map(({ kind }) => kind)).toContain("summary");
  expect(answersIn(opened).at(-1)).toBe("three");
  playbook.assertDone();
});

it("sees a length stop as the model's own limit by default, and the run ends", async () => {
  const playbook = createPlaybook([when("hi", [says("cut o", { stopReason: "length" })])]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(opened.session.messages.at(-1)).toMatchObject({ stopReason: "length", usage: { output: 32_000 } });
  playbook.assertDone();
});

it("sees a length stop below the limit as a full context, from 0.84 on, and asks again after a compaction", async () => {
  const long = "x".repeat(100_000);
  const playbook = createPlaybook([
    when(`${long} 1`, [says("one")]),
    when(`${long} 2`, [says("two")]),
    when(`${long} 3`, [says("cut o", { stopReason: "length", usage: { output: 5 } }), says("three")]),
  ]);
  const opened = await openSession(playbook, retrying);
  const played = playbook.play((prompt) => opened.session.prompt(prompt.text));
  if (!("isRecoverableLength" in piAi)) return void (await expect(played).rejects.toThrow("ended with 1 step unused"));
  await played;
  expect(answersIn(opened).at(-1)).toBe("three");
});

it("stops a call in mid-message with a length stop, which pi does not run from 0.80.4 on", async () => {
  const playbook = createPlaybook([
    when("hi", [together(says("now"), calls("echo", { text: "a" }, { stopReason: "length" })), says("done")]),
  ]);
  const opened = await openSession(playbook, retrying);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const result = (opened.session.messages as any[]).find(({ role }) => role === "toolResult");
  expect(result.isError).toBe(!/^0\.(7|80\.[0-3]$)/.test(process.env.PI_VERSION ?? ""));
});

it("aborts in mid-word when the session is aborted, and keeps what was said until then", async () => {
  const playbook = createPlaybook([when("hi", [says("one two three four", { deltas: 4 })])]);
  const abort = (pi: any): void =>
    pi.on("message_update", ({ assistantMessageEvent }: any, ctx: any) => {
      if (assistantMessageEvent.type === "text_delta") ctx.abort();
    });
  const opened = await openSession(playbook, { factories: [abort] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const last: any = opened.session.messages.at(-1);
  expect([last.stopReason, last.errorMessage]).toEqual(["aborted", "Request was aborted"]);
  expect("one two three four".startsWith(last.content[0].text)).toBe(true);
  expect(last.content[0].text).not.toBe("one two three four");
  playbook.assertDone();
});
