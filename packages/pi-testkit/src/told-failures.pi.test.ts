// Failures name the test's own lines, wherever in the kit they come from, and none is lost between two runs.
import { afterEach, expect, it } from "vitest";
import { calls, createTestSession, says, type TestSession, type TestSessionOptions, when } from "./index.ts";

let t: TestSession | undefined;
afterEach(() => t?.dispose());

const start = async (options: TestSessionOptions): Promise<TestSession> => {
  t = await createTestSession(options);
  return t;
};

const here = /written at: packages\/pi-testkit\/src\/told-failures\.pi\.test\.ts:\d+:\d+/;

const throws = () => {
  throw new Error("boom");
};
const asks = (pi: any) =>
  pi.registerCommand("ask", { description: "a", handler: (_: any, ctx: any) => ctx.ui.select("Which?", ["a", "b"]) });

const broken = (pi: any) =>
  pi.registerTool({
    name: "broken",
    label: "b",
    description: "b",
    parameters: { type: "object", properties: {} },
    execute: throws,
  });

it.each<[string, TestSessionOptions]>([
  ["a mock that throws", { mockTools: { bash: throws } }],
  ["a queue that ran out", { mockTools: { bash: [] } }],
])("tells the place of %s", async (_what, options) => {
  await expect(
    (await start(options)).run(when("go", [calls("bash", { command: "ls" }), says("done")])),
  ).rejects.toThrow(here);
});

it("tells the place of a wrong answer of the mocked user", async () => {
  const session = await start({ extensionFactories: [asks], mockUI: { select: "neither" } });
  await expect(session.run(when("/ask"))).rejects.toThrow(here);
});

it("tells the place of a tool that threw, and of a call that was blocked", async () => {
  const blocks = (pi: any) =>
    pi.on("tool_call", ({ toolName }: any) => (toolName === "bash" ? { block: true, reason: "no" } : undefined));
  const session = await start({ extensionFactories: [broken, blocks], onBlocked: "throw", mockTools: { bash: "" } });
  await expect(session.run(when("go", [calls("broken"), says("done")]))).rejects.toThrow(here);
  await expect(session.run(when("go", [calls("bash", { command: "ls" }), says("done")]))).rejects.toThrow(here);
});

it("can go on after a tool threw with steps left", async () => {
  const session = await start({ extensionFactories: [broken] });
  await expect(session.run(when("go", [calls("broken"), says("never")]))).rejects.toMatchObject({ code: "tool-threw" });
  await session.run(when("again", [says("fine")]));
  await session.settled();
});

it("fails the next run for a handler that failed between two", async () => {
  const session = await start({ extensionFactories: [(pi: any) => pi.on("thinking_level_select", throws)] });
  await session.run(when("hi", [says("hello")]));
  session.session.setThinkingLevel("high");
  await session.events.waitFor("thinking_level_select");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(session.events.errors).toMatchObject([{ event: "thinking_level_select" }]);
  await expect(session.run(when("again", [says("fine")]))).rejects.toMatchObject({ code: "handler-failed" });
  await session.run(when("again", [says("fine")]));
});

it("fails a run whose reload does not load again", async () => {
  let loads = 0;
  const once = (pi: any) => {
    if (++loads > 1) throw new Error("only once");
    pi.registerCommand("again", { description: "a", handler: (_: any, ctx: any) => ctx.reload() });
  };
  const session = await start({ extensionFactories: [once] });
  await expect(session.run(when("/again"))).rejects.toThrow("only once");
});
