// Each kind of source, on real pi: what it can tell and what it cannot.
import { Readable } from "node:stream";
import { Agent, agentLoop } from "@earendil-works/pi-agent-core";
import { createToolMocks } from "@pi-testkit/mock-tools";
import { calls, createPlaybook, says, together } from "@pi-testkit/playbook";
import { expect, it, vi } from "vitest";
import { runPi } from "../../playbook/src/fixtures/pi-process.ts";
import { createEventCollector, type EventCollector } from "./index.ts";

const bash = {
  name: "bash",
  label: "bash",
  description: "bash",
  parameters: { type: "object", properties: { command: { type: "string" } } } as any,
  execute: async (_id: string, { command }: any) => {
    if (command === "fail") throw new Error("blocked by the firewall");
    return { content: [{ type: "text" as const, text: `ran ${command}` }], details: {} };
  },
};

const script = () =>
  createPlaybook([
    together(says("working"), calls("bash", { command: "ls" }), calls("bash", { command: "fail" })),
    says("done"),
  ]);

const outcomes = (events: EventCollector) => events.toolCalls.map((call) => `${call.toolName} ${call.outcome}`);

const tree = `Agent
  Turn 1
    Message user "go"
    Message assistant "working"
    Tool bash {"command":"ls"} → ok: "ran ls"
    Tool bash {"command":"fail"} → unknown
  Turn 2
    Message assistant "done"`;

const loopOf = (playbook: ReturnType<typeof createPlaybook>, tools: any[]) => {
  const context = { systemPrompt: "", messages: [], tools } as any;
  const config = { model: playbook.model, convertToLlm: (messages: any) => messages } as any;
  return agentLoop(
    [{ role: "user", content: "go", timestamp: 1 }],
    context,
    config,
    undefined,
    playbook.streamFn as any,
  );
};

it("reads an Agent", async () => {
  const playbook = script();
  const events = createEventCollector({ stepOf: playbook.stepOf });
  const agent = new Agent({
    streamFn: playbook.streamFn,
    initialState: { model: playbook.model, tools: [bash] },
  } as any);
  const detach = events.attach(agent);
  expect(events.attach(agent)).toBe(detach);
  await agent.prompt("go");
  // What kept a call from succeeding is in no event of an agent.
  expect(outcomes(events)).toEqual(["bash ok", "bash unknown"]);
  expect(events.toolCalls.map((call) => call.step)).toEqual([1, 1]);
  expect(events.tree()).toBe(tree);
  events.assertTranscript();
  const before = events.all.length;
  detach();
  playbook.append([says("more")]);
  await agent.prompt("again");
  expect(events.all).toHaveLength(before);
});

it("reads the stream of a bare agent loop", async () => {
  const playbook = script();
  const events = createEventCollector();
  await events.attach(loopOf(playbook, [bash])).done;
  expect(events.tree()).toBe(tree);
  expect(events.toolSequence()).toEqual(["bash", "bash"]);
  events.assertTranscript();
});

it("knows of a mock on a bare loop that it ran", async () => {
  const playbook = script();
  const mocks = createToolMocks({ bash: ({ command }) => (command === "fail" ? { isError: true, content: [] } : "") });
  const events = createEventCollector({ isMocked: mocks.isMocked });
  await events.attach(loopOf(playbook, [mocks.wrap(bash)])).done;
  const [ok, failed] = outcomes(events);
  expect(ok).toBe("bash ok");
  // An error result without a text counts on a bare loop from 0.99 on.
  expect(["bash error", "bash ok"]).toContain(failed);
  expect(events.toolResults.filter((result) => result.mocked).map((result) => result.toolName)).toEqual([
    "bash",
    "bash",
  ]);
});

it("takes single events by hand", async () => {
  const events = createEventCollector();
  for await (const event of loopOf(script(), [bash])) events.record(event);
  expect(events.tree()).toBe(tree);
});

vi.setConfig({ testTimeout: 60_000 });

it("reads the JSON lines of a pi process, however they are cut", async () => {
  const { stdout } = await runPi(
    [
      {
        when: "go",
        steps: [
          {
            together: [
              { says: "working" },
              { calls: "bash", params: { command: "echo hi" } },
              { calls: "read", params: { path: "nowhere" } },
            ],
          },
          { says: "done – bye" },
        ],
      },
    ],
    ["--mode", "json", "go"],
  );
  const bytes = Buffer.from(stdout);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(index * 7, index * 7 + 7),
  );
  const events = createEventCollector();
  await events.attach(Readable.from(chunks)).done;
  expect(events.failure).toBeUndefined();
  expect(outcomes(events)).toEqual(["bash ok", "read unknown"]);
  expect(events.toolResultsFor("bash")[0]).toMatchObject({ text: "hi\n", isError: false, mocked: false });
  expect(events.tree()).toBe(`Agent
  Turn 1
    Message user "go"
    Message assistant "working"
    Tool bash {"command":"echo hi"} → ok: "hi\\n"
    Tool read {"path":"nowhere"} → unknown
  Turn 2
    Message assistant "done – bye"`);
  events.assertTranscript();
});

it("finds what extensions asked of the user, and their errors, on the wire of rpc", async () => {
  const { stdout } = await runPi([], ["--mode", "rpc", "-e", `${import.meta.dirname}/fixtures/asks.extension.ts`], {
    talk: [{ send: { id: "1", type: "prompt", message: "/ask" }, until: '"type":"response"' }],
  });
  const events = createEventCollector();
  await events.attach(Readable.from([stdout])).done;
  expect(events.errors).toEqual([{ extensionPath: "command:ask", event: "command", error: "no more" }]);
  expect(events.uiCallsFor("select")).toEqual([
    {
      method: "select",
      args: ["Which?", ["a", "b"], { timeout: 10 }],
      title: "Which?",
      options: ["a", "b"],
      answerUnknown: true,
    },
  ]);
  expect(events.tree()).toBe(`UI notify "asking" "info"
UI setStatus "asks" "busy"
UI select "Which?" ["a","b"]
UI setEditorText "asked"
Error command:ask command: "no more"`);
});
