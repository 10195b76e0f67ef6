// The playbook on pi's bare agent loop, without any session.
import { expect, it } from "vitest";
import { messagesOf, namesOf, runLoop, tool, userMessage } from "./fixtures/bare-loop.ts";
import { calls, createPlaybook, fails, says, thinks, together, when } from "./index.ts";

const echo = tool("echo");

const resultsIn = (events: Parameters<typeof messagesOf>[0]) =>
  messagesOf(events).filter(({ role }) => role === "toolResult");

it("plays one sentence in and one out", async () => {
  const playbook = createPlaybook([says("Hello.")]);
  expect(namesOf(await runLoop(playbook, "hi"))).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "text_start",
    "text_delta",
    "text_end",
    "message_end assistant",
    "turn_end assistant",
    "agent_end",
  ]);
  playbook.assertDone();
  expect(playbook.requests).toHaveLength(1);
  expect(playbook.requests[0]).toMatchObject({
    step: 1,
    kind: "turn",
    modelId: "scripted",
    messages: [{ role: "user", content: "hi" }],
  });
  expect(playbook.lastRequest()?.userText()).toBe("hi");
});

it("plays one tool call, and hands its result to then()", async () => {
  let captured: unknown;
  const playbook = createPlaybook([
    calls("echo", { text: "a" }).then((result) => {
      captured = result;
    }),
    says("Done."),
  ]);
  expect(namesOf(await runLoop(playbook, "hi", { tools: [echo] }))).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "toolcall_start",
    "toolcall_delta",
    "toolcall_end",
    "message_end assistant",
    "tool_execution_start",
    "tool_execution_end",
    "message_start toolResult",
    "message_end toolResult",
    "turn_end assistant",
    "turn_start",
    "message_start assistant",
    "text_start",
    "text_delta",
    "text_end",
    "message_end assistant",
    "turn_end assistant",
    "agent_end",
  ]);
  playbook.assertDone();
  expect(captured).toEqual({
    step: 1,
    toolName: "echo",
    toolCallId: "call-1",
    text: "echo a",
    content: [{ type: "text", text: "echo a" }],
    details: { n: 1 },
    isError: false,
  });
  expect(playbook.stepOf("call-1")).toBe(1);
  expect(playbook.requests.map((request) => request.tools.map((tool) => tool.name))).toEqual([["echo"], ["echo"]]);
});

it("plays parallel calls of one message", async () => {
  const playbook = createPlaybook([
    together(says("Both."), calls("echo", { text: "a" }), calls("echo", { text: "b" })),
    says("Done."),
  ]);
  const events = await runLoop(playbook, "hi", { tools: [echo] });
  playbook.assertDone();
  expect(resultsIn(events).map(({ content }) => content[0].text)).toEqual(["echo a", "echo b"]);
});

it("binds params late and gives them the request", async () => {
  const playbook = createPlaybook([
    calls("echo", async ({ request, step }) => ({ text: `${step} ${request.userText()}` })),
    says("Done."),
  ]);
  const events = await runLoop(playbook, "hi", { tools: [echo] });
  expect(events.find((event) => event.type === "tool_execution_start")).toMatchObject({ args: { text: "1 hi" } });
});

it("sends no message_update with deltas: 0", async () => {
  const playbook = createPlaybook([says("Hello.", { deltas: 0 })]);
  const events = await runLoop(playbook, "hi");
  expect(namesOf(events)).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "message_end assistant",
    "turn_end assistant",
    "agent_end",
  ]);
  expect(messagesOf(events)[1].content).toEqual([{ type: "text", text: "Hello." }]);
});

it("streams thinking, text and a call of one message block by block", async () => {
  const playbook = createPlaybook([
    together(thinks("Hm."), says("Now.", { deltas: 2 }), calls("echo", { text: "a" })),
    says("Done."),
  ]);
  const names = namesOf(await runLoop(playbook, "hi", { tools: [echo] }));
  expect(names.slice(5, 15)).toEqual([
    "thinking_start",
    "thinking_delta",
    "thinking_end",
    "text_start",
    "text_delta",
    "text_delta",
    "text_end",
    "toolcall_start",
    "toolcall_delta",
    "toolcall_end",
  ]);
});

it("gives results in the order of the calls, and ends in the order of completion", async () => {
  let release = () => {};
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = tool("slow", async () => {
    await second;
    return "slow";
  });
  const quick = tool("quick", () => {
    setImmediate(release);
    return "quick";
  });
  const playbook = createPlaybook([together(calls("slow", { text: "" }), calls("quick", { text: "" })), says("Done.")]);
  const events = await runLoop(playbook, "hi", { tools: [slow, quick] });
  const ends = events.filter((event) => event.type === "tool_execution_end").map(({ toolName }) => toolName);
  expect(ends).toEqual(["quick", "slow"]);
  expect(resultsIn(events).map(({ toolCallId, content }) => [toolCallId, content[0].text])).toEqual([
    ["call-1", "slow"],
    ["call-2", "quick"],
  ]);
});

it("lets a model call a tool that does not exist, when the step allows it", async () => {
  const playbook = createPlaybook([calls("nothing", {}, { allowUndeclared: true }), says("I see.")]);
  const [result] = resultsIn(await runLoop(playbook, "hi", { tools: [echo] }));
  expect(result).toMatchObject({ toolName: "nothing", isError: true });
  playbook.assertDone();
});

it("lets a model send arguments that are not valid", async () => {
  const playbook = createPlaybook([calls("echo", { txt: {} }), says("I see.")]);
  const [result] = resultsIn(await runLoop(playbook, "hi", { tools: [echo] }));
  expect(result).toMatchObject({ toolName: "echo", isError: true });
  playbook.assertDone();
});

it("answers steering and follow-up messages with its next steps", async () => {
  const steering = [[userMessage("steer")]];
  const followUp = [[userMessage("follow")]];
  const playbook = createPlaybook([calls("echo", { text: "a" }), says("Steered."), says("Followed.")]);
  let started = false;
  const config = {
    getSteeringMessages: async () => (started ? (steering.pop() ?? []) : []),
    getFollowUpMessages: async () => followUp.pop() ?? [],
  };
  const events = await runLoop(playbook, "hi", {
    tools: [echo],
    config,
    onEvent: ({ type }) => {
      started ||= type === "tool_execution_start";
    },
  });
  expect(playbook.requests.map((request) => request.userText())).toEqual(["hi", "steer", "follow"]);
  expect(messagesOf(events).at(-1).content[0].text).toBe("Followed.");
  playbook.assertDone();
});

it("ends in mid-word when the signal aborts, and eats no step afterwards", async () => {
  const abort = new AbortController();
  const playbook = createPlaybook([says("one two three", { deltas: 3 }), says("never")]);
  const events = await runLoop(playbook, "hi", {
    signal: abort.signal,
    onEvent: (event) => {
      if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") abort.abort();
    },
  });
  const last = messagesOf(events).at(-1);
  expect([last.stopReason, last.errorMessage]).toEqual(["aborted", "Request was aborted"]);
  expect(last.content[0].text).toMatch(/^one t/);
  expect(last.content[0].text).not.toBe("one two three");
  expect(playbook.remaining).toBe(1);
});

it("ends the run with an error", async () => {
  const playbook = createPlaybook([fails("no such model")]);
  const events = await runLoop(playbook, "hi");
  expect(messagesOf(events).at(-1)).toMatchObject({
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage: "no such model",
  });
  playbook.assertDone();
});

it("is not asked again when a tool terminates the run", async () => {
  const ending = tool("ending", () => ({ content: [{ type: "text", text: "over" }], details: {}, terminate: true }));
  const playbook = createPlaybook([calls("ending", { text: "" })]);
  const events = await runLoop(playbook, "hi", { tools: [ending] });
  expect(messagesOf(events).at(-1)).toMatchObject({ role: "toolResult" });
  expect(playbook.requests).toHaveLength(1);
  playbook.assertDone();
});

it("carries images of results, usage and stop reasons as the step says", async () => {
  const image = { type: "image", data: "aGk=", mimeType: "image/png" };
  const shot = tool("shot", () => ({ content: [image], details: {} }));
  let content: unknown;
  const playbook = createPlaybook([
    calls("shot", { text: "" }).then((result) => {
      content = result.content;
    }),
    says("Seen.", { usage: { input: 7, cacheRead: 3 }, stopReason: "length" }),
  ]);
  const events = await runLoop(playbook, "hi", { tools: [shot] });
  expect(content).toEqual([image]);
  expect(playbook.requests[1]?.messages.at(-1)?.content).toEqual([image]);
  expect(messagesOf(events).at(-1)).toMatchObject({
    stopReason: "length",
    usage: { input: 7, output: 32_000, cacheRead: 3, cacheWrite: 0, totalTokens: 32_010 },
  });
});

it("tells the same run the same way twice, times included", async () => {
  const run = async () => {
    const playbook = createPlaybook([
      when("hi", [together(thinks("Hm."), calls("echo", { text: "a" })), says("Done.")]),
    ]);
    return JSON.stringify(
      messagesOf(await runLoop(playbook, "hi", { tools: [echo] })).filter(({ role }) => role === "assistant"),
      (key, value) => (key === "timestamp" && value > 1e9 ? "from a tool result's clock" : value),
    );
  };
  expect(await run()).toBe(await run());
});
