// Who asked the model, in real sessions: the agent, a compaction, a branch summary, an extension's own completion.
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  answersIn,
  closeSessions,
  echoTool,
  type OpenSession,
  openSession,
  spyOn,
  writeInto,
} from "./fixtures/session.ts";
import { calls, createPlaybook, type Playbook, type PlaybookOptions, says, when } from "./index.ts";

afterEach(closeSessions);

const long = "x".repeat(100_000);
const examples = join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent/examples/extensions");

const play = ({ session }: OpenSession, playbook: Playbook) => playbook.play((prompt) => session.prompt(prompt.text));

const kinds = (playbook: Playbook) => playbook.requests.map(({ kind, step }) => (step ? `${kind} ${step}` : kind));

/** Two long turns, ready to be compacted. */
const longSession = async (options: PlaybookOptions = {}, setting: Parameters<typeof openSession>[1] = {}) => {
  const playbook = createPlaybook([when(`${long} 1`, [says("one")]), when(`${long} 2`, [says("two")])], options);
  const seen = spyOn(playbook);
  const opened = await openSession(playbook, setting);
  await play(opened, playbook);
  return { playbook, seen, opened };
};

it("agrees on a turn by three signs: the loop's keys, the hook's callback, the session's id", async () => {
  const playbook = createPlaybook([when("a", [calls("echo", { text: "a" }), says("b")]), when("again", [says("c")])]);
  const seen = spyOn(playbook);
  const opened = await openSession(playbook, { customTools: [echoTool] });
  await play(opened, playbook);
  await opened.session.compact().catch(() => {});
  const signs = seen.map((options, index) => [
    playbook.requests[index]?.kind === "turn",
    typeof options.convertToLlm === "function",
    typeof options.onPayload === "function",
    options.sessionId === opened.session.sessionId,
  ]);
  for (const each of signs) expect(new Set(each).size, JSON.stringify(signs)).toBe(1);
  expect(kinds(playbook).slice(0, 3)).toEqual(["turn 1", "turn 2", "turn 3"]);
  expect(playbook.failure).toBeUndefined();
});

it("answers a compaction from the summaries, and it eats no step", async () => {
  const { playbook, seen, opened } = await longSession({ summaries: ["first", "second", "third"] });
  const { summary } = await opened.session.compact();
  const summaries = playbook.requests.filter(({ kind }) => kind === "summary");
  expect(summaries.length).toBeGreaterThan(0);
  expect(summary).toContain("first");
  expect(summaries.every(({ step }) => step === undefined)).toBe(true);
  expect(summaries[0]?.userText()).toContain("xxx");
  for (const [index, options] of seen.entries()) {
    const turn = playbook.requests[index]?.kind === "turn";
    expect([typeof options.convertToLlm === "function", typeof options.onPayload === "function"]).toEqual([turn, turn]);
    expect(options.sessionId === opened.session.sessionId).toBe(turn);
  }
  playbook.append([when("go on", [says("three")])]);
  await play(opened, playbook);
  expect(answersIn(opened).at(-1)).toBe("three");
});

it("gives one fixed text to all summaries by default", async () => {
  const { opened } = await longSession();
  expect((await opened.session.compact()).summary).toContain("A summary of the conversation so far.");
});

it("makes a summary with a function of the request, and stops when it throws", async () => {
  const asked: number[] = [];
  const { playbook, opened } = await longSession({
    summaries: (request) => {
      asked.push(request.messages.length);
      if (asked.length > 2) throw new Error("no more");
      return `made of ${request.messages.length}`;
    },
  });
  expect((await opened.session.compact()).summary).toContain("made of 1");
  expect(playbook.failure).toBeUndefined();
});

it("fails when the list of summaries has run out, and says so when some are left", async () => {
  const { playbook, opened } = await longSession({ summaries: [] });
  await expect(opened.session.compact()).rejects.toThrow();
  expect(() => playbook.assertDone()).toThrow("pi asked for summary 1, and `summaries` has 0.");
  const spare = await longSession({ summaries: ["never asked for"] });
  expect(() => spare.playbook.assertDone()).toThrow("The script ended with 1 of 1 summaries unused.");
});

it("answers a branch summary from the summaries", async () => {
  const playbook = createPlaybook([when("one", [says("1")]), when("two", [says("2")])], {
    summaries: ["of the branch"],
  });
  const opened = await openSession(playbook);
  await play(opened, playbook);
  const [first] = (opened.session.sessionManager.getEntries() as any[]).filter(
    ({ type, message }) => type === "message" && message.role === "assistant",
  );
  const result: any = await opened.session.navigateTree(first.id, { summarize: true });
  expect(result.summaryEntry.summary).toContain("of the branch");
  expect(kinds(playbook)).toEqual(["turn 1", "turn 2", "summary"]);
  playbook.assertDone();
});

it("answers a compaction from the summaries where somebody else registers the provider alone", async () => {
  const playbook = createPlaybook([when(`${long} 1`, [says("one")]), when(`${long} 2`, [says("two")])]);
  const { id, config } = playbook.provider;
  const opened = await openSession(playbook, { stranger: true, factories: [(pi) => pi.registerProvider(id, config)] });
  await play(opened, playbook);
  expect((await opened.session.compact()).summary).toContain("A summary of the conversation so far.");
  expect(new Set(kinds(playbook).slice(2))).toEqual(new Set(["summary"]));
  playbook.assertDone();
});

it("answers a compaction that the size of a response sets off, and the run goes on", async () => {
  const playbook = createPlaybook([
    when(`${long} 1`, [says("one")]),
    when(`${long} 2`, [says("two", { usage: { input: 199_000 } })]),
    when("three", [says("3")]),
  ]);
  const opened = await openSession(playbook, { settings: { compaction: { enabled: true } } });
  await play(opened, playbook);
  expect(kinds(playbook).filter((kind) => kind !== "summary")).toEqual(["turn 1", "turn 2", "turn 3"]);
  expect(kinds(playbook)).toContain("summary");
  playbook.assertDone();
});

it("takes an extension's completion inside its own compaction handler for what it is, with pi's signal too", async () => {
  const asking: any[] = [];
  const extension = (pi: any) =>
    pi.on("session_before_compact", async (event: any, ctx: any) => {
      const options = { signal: event.signal };
      const stream = asking[0](ctx.model, { messages: [{ role: "user", content: "mine", timestamp: 1 }] }, options);
      await stream.result();
    });
  const { playbook, opened } = await longSession({}, { factories: [extension] });
  asking.push(playbook.provider.config.streamSimple);
  playbook.append([says("for the extension")]);
  await opened.session.compact();
  expect(kinds(playbook).slice(2, 4)).toEqual(["other 3", "summary"]);
  expect(playbook.requests[2]?.userText()).toBe("mine");
});

const completing = `
import * as ai from "@earendil-works/pi-ai";
export default (pi) => {
  pi.registerCommand("ask", { description: "asks", handler: async (text, ctx) => {
    const context = { systemPrompt: "Be brief.", messages: [{ role: "user", content: text, timestamp: 1 }] };
    const ways = {
      complete: () => ai.complete(ctx.model, context, { apiKey: "x" }),
      completeSimple: () => ai.completeSimple(ctx.model, context, { apiKey: "x" }),
      registry: () => ctx.modelRegistry.complete(ctx.model, context, {}),
    };
    for (const [way, ask] of Object.entries(ways)) {
      if (way === "registry" && !ctx.modelRegistry.complete) continue;
      const answer = await ask();
      ctx.ui.notify(way + ": " + (answer.errorMessage ?? answer.content[0].text));
    }
  } });
};
`;

it("serves extensions' own completions from the script, by every route, also after a reload and in a new session", async () => {
  const playbook = createPlaybook([when("hi", [says("hello")])]);
  const home = await openSession(createPlaybook([]));
  writeInto(home, "asking.ts", completing);
  const opened = await openSession(playbook, { extensions: [join(home.cwd, "asking.ts")] });
  await play(opened, playbook);
  const ask = async (): Promise<void> => {
    playbook.append([says("first"), says("second"), says("third")]);
    await opened.session.prompt("/ask what?");
    if (!opened.notes.at(-1)?.startsWith("registry")) playbook.discard();
  };
  const expected = ["complete: first", "completeSimple: second", "registry: third"];
  await ask();
  await opened.session.reload();
  await ask();
  await opened.runtime.newSession();
  await ask();
  expect(opened.errors).toEqual([]);
  const rounds = opened.notes.length / 3 === 3 ? expected : expected.slice(0, 2);
  expect(opened.notes).toEqual([...rounds, ...rounds, ...rounds]);
  expect(playbook.requests[1]).toMatchObject({
    kind: "other",
    systemPrompt: "Be brief.",
    messages: [{ content: "what?" }],
  });
  expect(opened.errors).toEqual([]);
});

it("runs pi's own qna and handoff examples, whose questions to the model are scripted like any step", async () => {
  const playbook = createPlaybook([when("hi", [says("Which database? Tests first?")])]);
  const opened = await openSession(playbook, {
    extensions: [join(examples, "qna.ts"), join(examples, "handoff.ts")],
  });
  await play(opened, playbook);
  playbook.append([says("Q: Which database?\nA:")]);
  await opened.session.prompt("/qna");
  expect(opened.errors).toEqual([]);
  expect(opened.notes).toContain("editor: Q: Which database?\nA:");
  expect(playbook.lastRequest()).toMatchObject({ kind: "other", step: 2 });
  expect(playbook.lastRequest()?.userText()).toBe("Which database? Tests first?");
  const before = opened.session.sessionId;
  playbook.append([says("## Task\nGo on.")]);
  await opened.session.prompt("/handoff go on with tests");
  expect(playbook.lastRequest()?.userText()).toContain("go on with tests");
  expect(opened.notes).toContain("editor: ## Task\nGo on.");
  expect(opened.session.sessionId).not.toBe(before);
  expect(opened.errors).toEqual([]);
  playbook.assertDone();
});
