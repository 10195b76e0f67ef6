// The extension file in a process of its own: the real pi, print and json mode.
import { expect, it, vi } from "vitest";
import { runPi } from "./fixtures/pi-process.ts";

// Each test starts a pi, which is slow beside other tests.
vi.setConfig({ testTimeout: 60_000 });

const script = [
  {
    when: "hi",
    steps: [
      { together: [{ says: "Looking." }, { calls: "bash", params: { command: "echo real-$((1+1))" } }] },
      { says: "Done." },
    ],
  },
];

it("plays a script in print mode and logs what the model was sent", async () => {
  const { stdout, stderr, code, log } = await runPi(script, ["-p", "hi"]);
  expect([stdout, stderr, code]).toEqual(["Done.\n", "", 0]);
  expect(log.map(({ type, step }) => [type, step])).toEqual([
    ["request", 1],
    ["call", 1],
    ["request", 2],
    ["end", undefined],
  ]);
  expect(log[0]).toMatchObject({ kind: "turn", modelId: "scripted", messages: [{ role: "user" }] });
  expect(log[0]?.tools.map((tool: any) => tool.name)).toContain("bash");
  expect(log[1]).toEqual({ type: "call", step: 1, toolCallId: "call-1", toolName: "bash" });
  expect(log[2]?.messages.at(-1)).toMatchObject({ role: "toolResult", content: [{ type: "text", text: "real-2\n" }] });
  expect(log[3]).toEqual({ type: "end", consumed: 2, remaining: 0 });
});

it("plays a script with summaries in json mode", async () => {
  const { stdout, code } = await runPi({ script, summaries: ["one"] }, ["--mode", "json", "hi"]);
  expect(code).toBe(0);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ends = events.filter(({ type, message }) => type === "message_end" && message.role === "assistant");
  expect(ends.map(({ message }) => [message.stopReason, message.content.map((block: any) => block.type)])).toEqual([
    ["toolUse", ["text", "toolCall"]],
    ["stop", ["text"]],
  ]);
});

it("goes on with the script where it stood when rpc starts a new session", async () => {
  const { log, code } = await runPi([{ when: "one", steps: [{ says: "1" }] }, { says: "2" }], ["--mode", "rpc"], {
    talk: [
      { send: { type: "prompt", message: "one" }, until: '"type":"agent_end"' },
      { send: { type: "new_session" }, until: '"command":"new_session"' },
      { send: { type: "prompt", message: "two" }, until: '"type":"agent_end"' },
    ],
  });
  expect(code).toBe(0);
  expect(log.map(({ type, step }) => [type, step])).toEqual([
    ["request", 1],
    ["request", 2],
    ["end", undefined],
  ]);
});
