// The playbook on pi's bare agent loop, without any session.
import { type AgentEvent, type AgentTool, agentLoop } from "@earendil-works/pi-agent-core";
import { expect, it } from "vitest";
import { calls, createPlaybook, type Playbook, says, together } from "./index.ts";

const user = (text: string) => ({ role: "user" as const, content: text, timestamp: 1 });

const echo: AgentTool<any, any> = {
  name: "echo",
  label: "Echo",
  description: "Says it back",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as any,
  execute: async (_id: string, params: any) => ({
    content: [{ type: "text", text: `echo ${params.text}` }],
    details: { n: 1 },
  }),
};

const runLoop = async (playbook: Playbook, text: string, tools: AgentTool<any, any>[] = []) => {
  const context: any = { systemPrompt: "You test.", messages: [], tools };
  const config: any = { model: playbook.model, convertToLlm: (messages: any) => messages };
  const events: AgentEvent[] = [];
  for await (const event of agentLoop([user(text)], context, config, undefined, playbook.streamFn as any))
    events.push(event);
  return events;
};

const names = (events: AgentEvent[]) =>
  events
    // From 0.86 on a transcript opens with a system message.
    .filter((event) => !("message" in event && (event.message as any)?.role === "system"))
    .map((event) => {
      if (event.type === "message_update") return event.assistantMessageEvent.type;
      if ("message" in event) return `${event.type} ${(event.message as any).role}`;
      return event.type;
    });

it("plays one sentence in and one out", async () => {
  const playbook = createPlaybook([says("Hello.")]);
  expect(names(await runLoop(playbook, "hi"))).toEqual([
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
  expect(names(await runLoop(playbook, "hi", [echo]))).toEqual([
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
  const events = await runLoop(playbook, "hi", [echo]);
  playbook.assertDone();
  const end = events.at(-1) as { messages: { role: string; content: any }[] };
  expect(
    end.messages.filter((message) => message.role === "toolResult").map((message) => message.content[0].text),
  ).toEqual(["echo a", "echo b"]);
});

it("binds params late and gives them the request", async () => {
  const playbook = createPlaybook([
    calls("echo", async ({ request, step }) => ({ text: `${step} ${request.userText()}` })),
    says("Done."),
  ]);
  const events = await runLoop(playbook, "hi", [echo]);
  expect(events.find((event) => event.type === "tool_execution_start")).toMatchObject({ args: { text: "1 hi" } });
});
