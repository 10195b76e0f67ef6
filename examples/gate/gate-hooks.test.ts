// The gate's hooks with the fake alone: no pi, no model, milliseconds.
import { createFakePi, type FakePiOptions } from "@pi-testkit/fake-pi-runtime";
import { afterEach, expect, it } from "vitest";
import gate, { type GateWidget } from "./gate.extension.ts";

const open = async (options: FakePiOptions = {}) => {
  const fake = createFakePi(options);
  await fake.load(gate, "gate");
  await fake.start();
  return fake;
};
const approve = JSON.stringify({ choice: "approve", note: "carefully" });

afterEach(() => {
  delete process.env.GATE_SESSION_ID;
});

it.each(["interactive", "rpc", "extension"] as const)("enters the workflow by text from %s", async (source) => {
  const fake = await open({ ui: { input: approve } });
  expect(await fake.emit("input", { text: "/flow deploy", source })).toEqual({
    action: "transform",
    text: 'Do the step "deploy". Note: carefully',
  });
});

it("carries its widget as JSON in the dialog's title and reads the answer back", async () => {
  process.env.GATE_SESSION_ID = "outer-1";
  const fake = await open({ ui: { input: JSON.stringify({ choice: "reject" }) } });
  expect(await fake.emit("input", { text: "/flow deploy" })).toEqual({ action: "handled" });
  const widget = JSON.parse(String(fake.ui.calls[0]?.title)) as GateWidget;
  expect(widget).toEqual({ kind: "gate", session: "outer-1", step: "deploy", choices: ["approve", "reject"] });
});

it("shows a dismissed dialog again and says so: no limbo", async () => {
  const fake = await open();
  for (const answer of [undefined, "not JSON", JSON.stringify({ choice: "maybe" }), approve]) fake.enqueueUi(answer);
  expect(await fake.emit("input", { text: "/flow deploy" })).toMatchObject({ action: "transform" });
  expect(fake.ui.callsFor("input")).toHaveLength(4);
  expect(fake.ctx.notifications).toHaveLength(3);
  expect(fake.ctx.notifications[0]).toEqual({
    message: 'The step "deploy" is still open: choose approve or reject.',
    level: "warning",
  });
});

it("blocks free text and writing tools while a step is open, and passes !text on as a steer", async () => {
  let answer = (_text: string) => {};
  const fake = await open({
    ui: {
      input: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
  });
  const entering = fake.emit("input", { text: "/flow deploy" });
  await new Promise((resolve) => setImmediate(resolve));

  expect(await fake.emit("input", { text: "what about tests?" })).toEqual({ action: "handled" });
  expect(await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } })).toEqual({
    block: true,
    reason: "A step waits for the human",
  });
  expect(await fake.emit("tool_call", { toolName: "read", input: { path: "a" } })).toBeUndefined();
  await fake.emit("agent_start");
  expect(await fake.emit("input", { text: "! use the staging key", source: "rpc" })).toEqual({ action: "handled" });
  expect(fake.sent).toMatchObject([
    { customType: "gate-steer", content: "use the staging key", details: { source: "rpc" }, delivery: "steer" },
  ]);
  await fake.emit("agent_settled");

  answer(approve);
  expect(await entering).toMatchObject({ action: "transform" });
  expect(await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } })).toBeUndefined();
});

it("puts the session id of the environment into the instructions, else its own", async () => {
  process.env.GATE_SESSION_ID = "outer-1";
  const fake = await open();
  const prompt = async () =>
    (await fake.emit("before_agent_start", { prompt: "x" })).systemPromptOptions.forceSystemPrompt as string;
  expect(await prompt()).toContain("gate session outer-1.");
  delete process.env.GATE_SESSION_ID;
  expect(await prompt()).toContain(`gate session ${fake.ctx.sessionManager.getSessionId()}.`);
});
