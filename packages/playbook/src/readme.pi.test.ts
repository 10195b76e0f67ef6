// The code of the README, run as it stands there.
import { Agent, type AgentLoopConfig, agentLoop } from "@earendil-works/pi-agent-core";
import type { Message } from "@earendil-works/pi-ai";
import { afterEach, expect, it } from "vitest";
import { tool } from "./fixtures/bare-loop.ts";
import { closeSessions, openSession } from "./fixtures/session.ts";
import { answers, calls, createPlaybook, fails, fromJSON, says, thinks, together, when } from "./index.ts";

afterEach(closeSessions);

const createTool = tool("create", () => "id-7");
const openTool = tool("open", ({ id }) => `opened ${id}`);
openTool.parameters = { type: "object", properties: { id: { type: "string" } } } as never;
createTool.parameters = { type: "object", properties: { name: { type: "string" } } } as never;

it("plays on a bare loop", async () => {
  // #region loop
  const playbook = createPlaybook([says("Hello.")]);
  const prompt = { role: "user" as const, content: "hi", timestamp: 1 };
  const context = { systemPrompt: "You test.", messages: [], tools: [] }; // a variable: newer pi has no systemPrompt here
  const config: AgentLoopConfig = { model: playbook.model, convertToLlm: (messages) => messages as Message[] };

  for await (const event of agentLoop([prompt], context, config, undefined, playbook.streamFn)) void event;

  expect(playbook.lastRequest()?.userText()).toBe("hi");
  playbook.assertDone();
  // #endregion loop
});

it("plays with an agent", async () => {
  // #region agent
  let id = "";
  const playbook = createPlaybook([
    when("make one and open it", [
      calls("create", { name: "a" }).then((result) => {
        id = result.text;
      }),
      calls("open", () => ({ id })), // made when the step is played
      says("Opened."),
    ]),
  ]);
  const agent = new Agent({
    streamFn: playbook.streamFn,
    initialState: { model: playbook.model, tools: [createTool, openTool] },
  });

  await playbook.play((prompt) => agent.prompt(prompt.text));

  expect(playbook.requestFor(3)?.messages.at(-1)?.content).toEqual([{ type: "text", text: "opened id-7" }]);
  playbook.assertDone();
  // #endregion agent
});

it("plays in a session", async () => {
  // #region session
  const playbook = createPlaybook(
    [when("hi", [says("hello").expecting((request) => expect(request.systemPrompt).toContain("pi"))])],
    { summaries: "What happened so far." },
  );
  // Your loader: extensionFactories: [playbook.extension]. Your session: { model: playbook.model }.
  const { session } = await openSession(playbook);

  await playbook.play((prompt) => session.prompt(prompt.text, prompt));

  expect(playbook.requests.map(({ kind, step }) => [kind, step])).toEqual([["turn", 1]]);
  playbook.assertDone();
  // #endregion session
});

it("has steps of every kind, and a form as data", () => {
  // #region steps
  const script = [
    when("look around", [
      together(thinks("Both at once."), calls("read", { path: "a.md" }), calls("read", { path: "b.md" })),
      fails("529 overloaded"), // pi retries what looks transient
      answers((request) => says(`${request.messages.length} messages so far`)),
      says("A long ans", { stopReason: "length", deltas: 3, delayMs: 20, usage: { input: 12_000 } }),
    ]),
    when("/a-command-of-an-extension"), // never reaches the model
  ];
  const models = createPlaybook({ "model-a": script, "model-b": [says("asked by an extension")] });
  // #endregion steps
  expect(models.models.map(({ id }) => id)).toEqual(["model-a", "model-b"]);
});

it("is written and read as JSON", () => {
  // #region json
  const json = createPlaybook([when("hi", [calls("bash", { command: "ls" }), says("Two files.")])]).toJSON();
  expect(json).toEqual([{ when: "hi", steps: [{ calls: "bash", params: { command: "ls" } }, { says: "Two files." }] }]);
  createPlaybook(fromJSON(json, "play.json")); // checked; an error names the place in play.json
  // #endregion json
});
