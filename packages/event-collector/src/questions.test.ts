// Questions to a record, on events written by hand: no pi runs here.
import { expect, it, vi } from "vitest";
import { createEventCollector, EventCollectorError, type EventCollectorOptions } from "./index.ts";

const user = (text: string): any => ({ type: "message_end", message: { role: "user", content: text, timestamp: 1 } });
const assistant = (...content: object[]): any => ({ type: "message_end", message: { role: "assistant", content } });
const toolCall = (id: string, name = "bash") => ({ type: "toolCall", id, name, arguments: {} });
const result = (toolCallId: string): any => ({
  type: "message_end",
  message: { role: "toolResult", toolCallId, toolName: "bash", content: [], isError: false },
});

const recorded = (list: any[], options?: EventCollectorOptions) => {
  const events = createEventCollector(options);
  for (const event of list) events.record(event);
  return events;
};

const messageOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    expect(EventCollectorError.isInstance(error)).toBe(true);
    return (error as Error).message.replace(/questions\.test\.ts:\d+:\d+/, "questions.test.ts");
  }
  return "did not throw";
};

it("finds what has happened, and waits for what comes", async () => {
  const events = recorded([{ type: "agent_start" }]);
  expect(await events.waitFor("agent_start")).toEqual({ type: "agent_start" });
  const waited = events.waitFor("agent_start", { from: "now" });
  const matching = events.waitFor((event) => event.type === "turn_start");
  events.record({ type: "turn_start" } as any);
  events.record({ type: "agent_start" });
  expect(await waited).toEqual({ type: "agent_start" });
  expect(await matching).toEqual({ type: "turn_start" });
});

it("says what did happen when it waited in vain, also under fake timers", async () => {
  const events = recorded([
    { type: "agent_start" },
    ...Array(12).fill({ type: "message_update" }),
    assistant(toolCall("a")),
    { type: "tool_execution_start", toolCallId: "a", toolName: "bash", args: {} },
  ]);
  vi.useFakeTimers();
  const text = await messageOf(() => events.waitFor("agent_strat" as never, { timeoutMs: 5 }));
  vi.useRealTimers();
  expect(text).toBe(`waitFor() saw no agent_strat within 5 ms.
  written at: packages/event-collector/src/questions.test.ts
  expected: agent_strat
  received: agent_start, message_update ×12, message_end, tool_execution_start
  left:
    tool bash (a) is still running
Likely cause: "agent_start" was meant
What to do: wait for something that happens, or pass { timeoutMs } if it only takes longer.`);
  expect(
    await messageOf(() => createEventCollector().waitFor(() => true, { timeoutMs: 1 })),
  ).toBe(`waitFor() saw no matching event within 1 ms.
  written at: packages/event-collector/src/questions.test.ts
  expected: matching event
  received: nothing
Likely cause: the collector is attached to nothing, or nothing was prompted
What to do: wait for something that happens, or pass { timeoutMs } if it only takes longer.`);
});

it("rejects with what the condition itself throws", async () => {
  const events = createEventCollector();
  const waited = events.waitFor(() => {
    throw new Error("my assertion");
  });
  events.record({ type: "agent_start" });
  await expect(waited).rejects.toThrow("my assertion");
});

it("counts: exactly once, and never", async () => {
  const events = recorded([{ type: "agent_start" }, { type: "agent_start" }, { type: "turn_start" }]);
  expect(events.once("turn_start")).toEqual({ type: "turn_start" });
  events.never("agent_end");
  expect(await messageOf(() => events.once("agent_start"))).toBe(`once() found agent_start 2 times.
  written at: packages/event-collector/src/questions.test.ts
  expected: exactly one
  received: agent_start ×2, turn_start
What to do: see the whole order in timeline({ format: "trace" }).`);
  expect(
    await messageOf(() => events.never((event) => event.type === "turn_start")),
  ).toBe(`never() found matching event 1 times.
  written at: packages/event-collector/src/questions.test.ts
  expected: none
  received: agent_start ×2, turn_start
What to do: see the whole order in timeline({ format: "trace" }).`);
});

it("filters by type, tool and method", () => {
  const events = recorded([
    assistant(toolCall("a"), toolCall("b", "read")),
    { type: "tool_execution_start", toolCallId: "a", toolName: "bash", args: {} },
    {
      type: "tool_execution_end",
      toolCallId: "a",
      toolName: "bash",
      result: {
        content: [
          { type: "text", text: "x" },
          { type: "text", text: "y" },
        ],
      },
      isError: false,
    },
  ]);
  events.recordUI({ method: "notify", args: ["hi"] });
  expect(events.ofType("tool_execution_start")).toHaveLength(1);
  expect(events.toolCallsFor("read").map((call) => call.toolCallId)).toEqual(["b"]);
  expect(events.toolResultsFor("bash")).toEqual([
    {
      step: undefined,
      toolName: "bash",
      toolCallId: "a",
      text: "x\ny",
      content: [
        { type: "text", text: "x" },
        { type: "text", text: "y" },
      ],
      details: undefined,
      isError: false,
      mocked: false,
    },
  ]);
  expect(events.uiCallsFor("notify")).toHaveLength(1);
  expect(events.uiCallsFor("select")).toEqual([]);
});

it("accepts a good transcript and says what is wrong with a bad one", async () => {
  const good = [user("go"), assistant(toolCall("a"), toolCall("b")), result("a"), result("b"), assistant()];
  recorded(good).assertTranscript();
  const story = async (list: any[]) => messageOf(() => recorded(list).assertTranscript());
  expect(
    await story([user("go"), assistant(toolCall("a")), user("wait"), result("a")]),
  ).toBe(`The transcript is not one a provider accepts: 1 of the tool calls have no result before message 3 (user).
  written at: packages/event-collector/src/questions.test.ts
  expected: results of bash a
  received: message 3 (user)
Likely cause: something put a message between a call and its result, or the run was cut off
What to do: see the messages in events.messages.`);
  expect(
    await story([assistant(toolCall("a"), toolCall("b")), result("b"), result("a")]),
  ).toBe(`The transcript is not one a provider accepts: message 2 (toolResult) answers bash b out of turn.
  written at: packages/event-collector/src/questions.test.ts
  expected: the result of bash a
  received: the result of bash b
Likely cause: results are not in the order of the calls
What to do: see the messages in events.messages.`);
  expect(await story([assistant(toolCall("a")), result("a"), result("a")])).toContain(
    "Likely cause: the call was answered before",
  );
  expect(await story([assistant(toolCall("a"))])).toContain("have no result before the end.");
  expect(
    await story([{ type: "message_end", message: { role: "developer", content: "" } }]),
  ).toBe(`The transcript is not one a provider accepts: message 1 (developer) has a role nobody knows.
  written at: packages/event-collector/src/questions.test.ts
  expected: system, user, assistant, toolResult, custom, bashExecution, branchSummary, compactionSummary
  received: developer
Likely cause: an extension made the message by hand
What to do: see the messages in events.messages.`);
});

it("keeps the failure of a source: bad lines, a stream that breaks, something that is no source", async () => {
  const heard: Error[] = [];
  const events = createEventCollector({ onFailure: (failure) => heard.push(failure) });
  const waiting = events.waitFor("agent_end");
  const lines = events.attach(
    (async function* () {
      yield '{"type":"agent_start"}\r\nWarning: something\n';
      yield '{"type":"turn_';
      yield 'start"}';
    })(),
  );
  await lines.done;
  await expect(waiting).rejects.toBe(events.failure);
  expect(events.all.map((event) => event.type)).toEqual(["agent_start", "turn_start"]);
  expect(heard).toEqual([events.failure]);
  expect(await messageOf(events.assertDone)).toBe(`Line 2 of a JSONL stream is no JSON object with a "type".
  written at: packages/event-collector/src/questions.test.ts
  expected: {"type": …}, as pi --mode json and --mode rpc write them
  received: "Warning: something"
Likely cause: something else writes to the standard output of the program
What to do: keep its output on standard error.`);

  const broken = createEventCollector();
  await broken.attach(
    (async function* () {
      yield { type: "agent_start" };
      throw new Error("connection lost");
    })(),
  ).done;
  expect(await messageOf(broken.assertDone)).toBe(`A source the collector reads from failed: connection lost
  written at: packages/event-collector/src/questions.test.ts
Likely cause: the stream was destroyed or the loop behind it threw`);
  expect(broken.failure?.cause).toEqual(new Error("connection lost"));

  expect(await messageOf(() => createEventCollector().attach({} as never))).toBe(`attach() cannot read this source.
  written at: packages/event-collector/src/questions.test.ts
  expected: an AgentSession, an Agent, anything with subscribe(listener), or an async iterable of events or JSON lines
  received: {}
What to do: push single events with events.record(event) instead.`);
});

it("names the option that was meant", async () => {
  expect(
    await messageOf(() => createEventCollector({ stepof: () => 1 } as never)),
  ).toBe(`createEventCollector() has no option "stepof".
  written at: packages/event-collector/src/questions.test.ts
  expected: one of stepOf, isMocked, onFailure, now
  received: stepof
Likely cause: "stepOf" was meant
What to do: write stepOf.`);
});

it("lets go of its sources when disposed of, twice as well", () => {
  const listeners = new Set<(event: any) => void>();
  const source = {
    subscribe(listener: (event: any) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const events = createEventCollector();
  events.attach(source);
  for (const listener of listeners) listener({ type: "agent_start" });
  events.dispose();
  events.dispose();
  expect(listeners.size).toBe(0);
  expect(events.all).toHaveLength(1);
});

it("passes members unbound", () => {
  const { record, recordUI, onError, tree, toolSequence, ofType, assertTranscript } = createEventCollector();
  record({ type: "agent_start" });
  recordUI({ method: "notify", args: ["hi"] });
  onError({ extensionPath: "/somewhere/my-extension/index.ts", event: "turn_end", error: "broke" });
  expect(tree()).toBe('Agent\n  UI notify "hi"\n  Error my-extension/index.ts turn_end: "broke"');
  expect([toolSequence(), ofType("agent_start").length]).toEqual([[], 1]);
  assertTranscript();
});

it("recognises an error of another copy of the package", () => {
  const foreign = Object.assign(new Error("x"), { [Symbol.for("@pi-testkit/event-collector.error")]: true });
  expect([EventCollectorError.isInstance(foreign), EventCollectorError.isInstance(new Error("x"))]).toEqual([
    true,
    false,
  ]);
});
