// Several playbooks in one process, each with a session of its own: none hears another, whatever becomes of one.
import { afterEach, expect, it } from "vitest";
import { answersIn, closeSessions, echoTool, type OpenSession, openSession } from "./fixtures/session.ts";
import { calls, createPlaybook, type Playbook, says, when } from "./index.ts";

afterEach(closeSessions);

interface Lane {
  readonly playbook: Playbook;
  readonly opened: OpenSession;
}

const lane = async (name: string): Promise<Lane> => {
  const playbook = createPlaybook([]);
  const reloading = (pi: any) =>
    pi.registerCommand("again", { description: "reload", handler: (_args: string, ctx: any) => ctx.reload() });
  const tool = {
    ...echoTool,
    execute: async (_id: string, { text }: any) => ({
      content: [{ type: "text", text: `${name}: ${text}` }],
      details: {},
    }),
  };
  return { playbook, opened: await openSession(playbook, { factories: [reloading], customTools: [tool] }) };
};

/** One turn with a tool call; fails as the playbook fails. */
const turn = async ({ playbook, opened }: Lane, text: string): Promise<void> => {
  playbook.append([when(text, [calls("echo", { text }), says(`answer to ${text}`)])]);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
};

const resultsIn = ({ opened }: Lane): string[] =>
  (opened.session.messages as any[]).filter(({ role }) => role === "toolResult").map(({ content }) => content[0].text);

const answersOf = ({ opened }: Lane): string[] => answersIn(opened).filter((text) => text !== "toolCall");

it("keeps interleaved sessions apart while one reloads", async () => {
  const [a, b] = [await lane("a"), await lane("b")];
  await turn(a, "a1");
  await turn(b, "b1");
  await a.opened.session.prompt("/again");
  await turn(b, "b2");
  await turn(a, "a2");
  await a.opened.session.prompt("/again");
  await Promise.all([turn(a, "a3"), turn(b, "b3")]);
  expect(answersOf(a)).toEqual(["answer to a1", "answer to a2", "answer to a3"]);
  expect(answersOf(b)).toEqual(["answer to b1", "answer to b2", "answer to b3"]);
  expect(resultsIn(a)).toEqual(["a: a1", "a: a2", "a: a3"]);
  expect(resultsIn(b)).toEqual(["b: b1", "b: b2", "b: b3"]);
  expect(a.playbook.requests.map((request) => request.step)).toEqual([1, 2, 3, 4, 5, 6]);
});

it("keeps a session alive when another is disposed of, also in the middle of its own turn", async () => {
  const [a, b, c] = [await lane("a"), await lane("b"), await lane("c")];
  await turn(a, "a1");
  await turn(c, "c1");
  await b.opened.dispose();
  b.playbook.dispose();
  await turn(a, "a2");
  const disposing: any = {
    ...echoTool,
    name: "disposes",
    execute: async () => {
      await c.opened.dispose();
      return { content: [{ type: "text", text: "gone" }], details: {} };
    },
  };
  const playbook = createPlaybook([when("d", [calls("disposes", { text: "" }), says("still here")])]);
  const d = await openSession(playbook, { customTools: [disposing] });
  await playbook.play((prompt) => d.session.prompt(prompt.text));
  expect(answersIn(d)).toEqual(["toolCall", "still here"]);
  await turn(a, "a3");
  expect(answersOf(a)).toEqual(["answer to a1", "answer to a2", "answer to a3"]);
});

it("keeps a session alive when one that knows no playbook reloads, which empties pi's table up to 0.79", async () => {
  const a = await lane("a");
  for (let n = 1; n <= 2; n++) await turn(a, `${"x".repeat(100_000)} ${n}`);
  const stranger = await openSession(a.playbook, { stranger: true });
  await stranger.session.reload();
  await turn(a, "a3");
  await stranger.session.reload();
  await a.opened.session.compact();
  expect(a.playbook.requests.at(-1)?.kind).toBe("summary");
  await stranger.dispose();
  await turn(a, "a4");
});

it("serves summaries from the playbook of the session that compacts, after another one reloaded", async () => {
  const [a, b] = [await lane("a"), await lane("b")];
  for (const each of [a, b]) {
    for (let n = 1; n <= 2; n++) await turn(each, `${"x".repeat(100_000)} ${n}`);
  }
  await b.opened.session.prompt("/again");
  await a.opened.session.compact();
  expect(a.playbook.requests.filter(({ kind }) => kind === "summary").length).toBeGreaterThan(0);
  expect(b.playbook.requests.filter(({ kind }) => kind === "summary")).toEqual([]);
  expect(a.playbook.failure).toBeUndefined();
});

it("tells a request that comes after its playbook was disposed of", async () => {
  const a = await lane("a");
  await turn(a, "a1");
  a.playbook.dispose();
  await a.opened.session.prompt("more");
  expect(answersIn(a.opened).at(-1)).toMatch(
    /^No playbook of this process plays the model "scripted" at http:\/\/playbook-\d+\.invalid: it was disposed of\.$/,
  );
});
