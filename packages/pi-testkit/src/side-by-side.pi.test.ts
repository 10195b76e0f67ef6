// Sessions that live side by side in one process never hear each other, whatever becomes of one of them.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, expect, it } from "vitest";
import { calls, createTestSession, says, type TestSession, when } from "./index.ts";

const open: TestSession[] = [];
const start = async (name: string): Promise<TestSession> => {
  const reloads = (pi: ExtensionAPI) => {
    pi.registerCommand("again", { description: "reload", handler: (_args, ctx) => ctx.reload() });
    pi.registerCommand("fresh", {
      description: "new session",
      handler: async (_args, ctx) => void (await ctx.newSession()),
    });
  };
  const session = await createTestSession({ extensionFactories: [reloads], mockTools: { bash: `bash of ${name}` } });
  open.push(session);
  return session;
};
afterEach(async () => {
  for (const session of open.splice(0)) await session.dispose();
});

const said = (t: TestSession): string[] =>
  t.session.messages
    .filter((message) => message.role === "assistant")
    .flatMap((message) => message.content.filter((block) => block.type === "text").map((block) => block.text));

const turn = (name: string, n: number) =>
  when(`${name} ${n}`, [calls("bash", { command: `${name} ${n}` }), says(`${name} answers ${n}`)]);

it("keeps two interleaved sessions apart, one of them reloading", async () => {
  const [a, b] = [await start("a"), await start("b")];
  await a.run(turn("a", 1));
  await b.run(turn("b", 1));
  await a.run(when("/again"));
  await b.run(turn("b", 2));
  await a.run(turn("a", 2));
  await Promise.all([a.run(turn("a", 3)), b.run(turn("b", 3))]);
  expect(said(a)).toEqual(["a answers 1", "a answers 2", "a answers 3"]);
  expect(said(b)).toEqual(["b answers 1", "b answers 2", "b answers 3"]);
  expect(a.events.toolResults.map((result) => result.text)).toEqual(Array(3).fill("bash of a"));
  expect(b.events.toolResults.map((result) => result.text)).toEqual(Array(3).fill("bash of b"));
});

it("keeps a session alive when the other is replaced or disposed of", async () => {
  const [a, b] = [await start("a"), await start("b")];
  await a.run(turn("a", 1));
  await b.run(when("/fresh"));
  await a.run(turn("a", 2));
  await b.run(turn("b", 1));
  await b.dispose();
  await a.run(turn("a", 3));
  expect(said(a)).toEqual(["a answers 1", "a answers 2", "a answers 3"]);
});
