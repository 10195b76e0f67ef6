// The timeline as data and as a trace: who pushed, through what, who took it, and when.
import { expect, it } from "vitest";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";

it("tells which hook and which tool had a call, and what became of it", async () => {
  const t = await recordedSession({
    factories: [
      (pi: any) => {
        pi.registerTool(tool("fine", () => "fine"));
        pi.on("tool_call", (event: any) => (event.toolName === "bash" ? { block: true, reason: "no" } : undefined));
        pi.on("tool_result", () => ({ details: { seen: true } }));
      },
      (pi: any) => pi.on("tool_call", () => undefined),
    ],
    replies: [{ calls: [call("a", "bash", { command: "x" }), call("b", "fine")] }, { text: "done" }],
  });
  await t.prompt();
  const hooks = t.events.timeline().flatMap((entry) => (entry.source === "hook" ? [entry.handover] : []));
  expect(hooks.map(({ queue, consumer, toolCallId, came }) => [queue, consumer, toolCallId, came])).toEqual([
    ["tool_call", "<inline:1>", "a", "blocked"],
    ["tool_call", "<inline:1>", "b", "passed on"],
    ["tool_call", "<inline:2>", "b", "passed on"],
    ["execute", "fine", "b", "returned"],
    ["tool_result", "<inline:1>", "b", "changed"],
  ]);
  for (const { from, until } of hooks) expect(until).toBeGreaterThanOrEqual(from);
  const trace = t.events.timeline({ format: "trace" }).replace(/\d+\.\d/g, "0.0");
  expect(trace).toContain("0.0  agent → tool_call → <inline:1>  bash a blocked after 0.0 ms");
  expect(trace).toContain("0.0  agent → execute → fine  fine b returned after 0.0 ms");
  expect(trace).toContain("0.0  pi → extension events → collector  session_start startup");
  expect(trace).toContain("0.0  agent → session events → collector  tool_execution_end fine b");
  expect(trace).not.toMatch(/message_update.*\n.*message_update/);
  const times = t.events.timeline().map((entry) => entry.index);
  expect(times).toEqual(times.map((_, index) => index));
  await t.dispose();
});

it("has the events that only extensions get", async () => {
  const t = await recordedSession({ replies: [{ text: "hi" }] });
  await t.prompt("hello");
  expect(t.events.once("session_start")).toMatchObject({ reason: "startup" });
  expect(t.events.once("input")).toMatchObject({ text: "hello" });
  expect(t.events.all.some((event) => (event.type as string) === "input")).toBe(false);
  expect(await t.events.waitFor("before_agent_start")).toMatchObject({ prompt: "hello" });
  await t.dispose();
  expect(t.events.once("session_shutdown")).toMatchObject({ reason: "quit" });
});
