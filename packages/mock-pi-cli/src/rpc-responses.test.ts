// RPC children and responses: which prompt a response is for is known once the first one has come.
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRpc } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi } from "./index.ts";

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

const start = () => startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
type Rpc = ReturnType<typeof start>;

const ask = async (rpc: Rpc, message: string): Promise<string> => {
  const from = rpc.records.length;
  rpc.send({ type: "prompt", message });
  await rpc.until((record) => record.type === "agent_settled" && rpc.records.indexOf(record) >= from);
  return rpc.records.findLast(({ type }) => type === "message_end")?.message.content[0].text;
};

test("the first prompt chooses the response, and the child keeps it", async () => {
  pi.onCall({ output: "for a plan", match: { prompt: /plan/ } });
  pi.onCall({ output: "for the exact one", match: { prompt: "exactly this" } });
  pi.onCall({ output: "for anyone" });
  const [first, second, third] = [start(), start(), start()];
  expect(await ask(first, "hi")).toBe("for anyone");
  expect(await ask(second, "exactly this")).toBe("for the exact one");
  expect(await ask(third, "make a plan")).toBe("for a plan");
  expect(await ask(third, "and now?")).toBe("for a plan");
  for (const rpc of [first, second, third]) rpc.end();
  for (const rpc of [first, second, third]) expect(await rpc.ended).toMatchObject({ code: 0, stderr: "" });
  pi.assertDone();
});

test("before it, commands are answered; with it, all of the response counts", async () => {
  pi.onCall({
    match: { prompt: /deploy/, args: ["--mode", "rpc"] },
    steps: [{ calls: "deploy", params: { to: "prod" } }, { says: "deployed" }],
    tools: { deploy: "done" },
    stderr: "careful\n",
    delay: 50,
    exitCode: 4,
  });
  const rpc = start();
  rpc.send({ id: "s", type: "get_state" });
  expect(await rpc.until(({ id }) => id === "s")).toMatchObject({ success: true });
  expect(await ask(rpc, "deploy it")).toBe("deployed");
  expect(rpc.records.find(({ type }) => type === "tool_execution_end")?.result.content).toEqual([
    { type: "text", text: "done" },
  ]);
  rpc.end();
  expect(await rpc.ended).toMatchObject({ code: 4, stderr: "careful\n" });
});

test("a child that ends without a prompt takes the response that asks for none", async () => {
  pi.onCall({ output: "planned", match: { prompt: /plan/ } });
  pi.onCall({ exitCode: 3 });
  const rpc = start();
  rpc.end();
  expect(await rpc.ended).toMatchObject({ code: 3 });
  expect(() => pi.assertDone()).toThrow(/^1 response was not claimed by any pi\./);
});

test("on guard, a prompt that no response is for ends the child", async () => {
  pi.dispose();
  pi = createMockPi({ guard: true });
  pi.onCall({ output: "planned", match: { prompt: /plan/ } });
  const rpc = start();
  rpc.send({ type: "prompt", message: "something else" });
  const ended = await rpc.ended;
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^mock-pi is on guard: pi was started, and no response is queued for it\.\n/);
});

test("a child that is to hang still ends by itself, once its input has ended", async () => {
  pi.dispose();
  pi = createMockPi({ childTimeoutMs: 300 });
  pi.onCall({ hang: true });
  const rpc = start();
  rpc.end();
  expect(await rpc.ended).toMatchObject({
    code: 1,
    stderr: "mock-pi ended by itself after 300 ms: its stdin was not closed, or its response hangs.\n",
  });
});
