// RPC scenarios: the seed's keys exactly as the contract has them, and the superset.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startRpc } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi, type RpcScenario } from "./index.ts";

const descriptor = { id: "ask-1", kind: "disambiguation", question: "Which one?", options: [{ id: "a" }, { id: "b" }] };

const seedScenario: RpcScenario = {
  on_prompt: [
    { type: "agent_start" },
    { type: "message_update", delta: "Let me ask.", anything: { at: ["all"] } },
    { ui_request_descriptor: descriptor },
  ],
  on_response: [
    { type: "message_update", delta: "Thank you." },
    { type: "agent_end", messages: [] },
  ],
  available_models: [{ id: "m1", provider: "p1" }],
};

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

const start = (args: string[] = []) => startRpc("pi", ["--mode", "rpc", ...args], pi.env());

describe("the seed's keys", () => {
  test("a prompt gets its steps verbatim, no response, and the widget natively; the run goes on after the answer", async () => {
    pi.onRpc(seedScenario);
    const rpc = start();
    rpc.send({ id: "1", type: "prompt", message: "do it" });
    const request = await rpc.until(({ type }) => type === "extension_ui_request");
    expect(rpc.records).toEqual([
      { type: "agent_start" },
      { type: "message_update", delta: "Let me ask.", anything: { at: ["all"] } },
      { type: "extension_ui_request", id: "ask-1", method: "input", title: JSON.stringify(descriptor) },
    ]);
    expect(JSON.parse(request.title)).toEqual(descriptor);
    rpc.send({ type: "extension_ui_response", id: "ask-1", value: '{"choice":"a"}' });
    await rpc.until(({ type }) => type === "agent_end");
    expect(rpc.records.slice(3)).toEqual(seedScenario.on_response);
    rpc.end();
    expect(await rpc.ended).toMatchObject({ code: 0, stderr: "" });
    pi.assertDone();
  });

  test("models are listed, and the other commands are answered as pi does", async () => {
    pi.onRpc(seedScenario);
    const rpc = start();
    rpc.send({ id: "m", type: "get_available_models" });
    rpc.send({ id: "s", type: "get_state" });
    await rpc.until(({ id }) => id === "s");
    expect(rpc.records[0]).toEqual({
      id: "m",
      type: "response",
      command: "get_available_models",
      success: true,
      data: { models: [{ id: "m1", provider: "p1" }] },
    });
    expect(rpc.records[1]).toMatchObject({ command: "get_state", success: true });
    rpc.end();
    await rpc.ended;
  });

  test("every prompt plays the steps again", async () => {
    pi.onRpc({ on_prompt: [{ type: "agent_start" }, { type: "agent_end" }] });
    const rpc = start();
    rpc.send({ type: "prompt", message: "one" });
    rpc.send({ type: "prompt", message: "two" });
    rpc.end();
    await rpc.ended;
    expect(rpc.records.map(({ type }) => type)).toEqual(["agent_start", "agent_end", "agent_start", "agent_end"]);
  });

  test("mock-pi-rpc is the same as a program", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mock-pi-rpc-test-"));
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(seedScenario));
    const program = join(import.meta.dirname, "mock-pi-rpc.ts");
    const rpc = startRpc(process.execPath, ["--conditions=pi-testkit-source", program, file], process.env as any);
    rpc.send({ id: "1", type: "prompt", message: "do it" });
    await rpc.until(({ type }) => type === "extension_ui_request");
    rpc.send({ type: "extension_ui_response", id: "ask-1", value: "a" });
    await rpc.until(({ type }) => type === "agent_end");
    expect(rpc.records.some(({ type }) => type === "response")).toBe(false);
    rpc.end();
    expect(await rpc.ended).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(file, '{ "on_promt": [] }');
    const broken = startRpc(process.execPath, ["--conditions=pi-testkit-source", program, file], process.env as any);
    expect(await broken.ended).toMatchObject({
      code: 2,
      stderr: `The scenario ${file} is not valid.\n  expected: no other keys than on_prompt, on_response, available_models, on_start, on_command, steps, tools, commands, pi_version, survive_null\n  received: "on_promt"\nWhat to do: write "on_prompt".\n`,
    });
    rmSync(folder, { recursive: true });
  });
});

describe("the superset", () => {
  test("rules take commands, answer them, fail, ask, and let the rest through", async () => {
    pi.onRpc({
      on_start: [{ $ui: { method: "notify", message: "ready" } }],
      on_command: [
        { when: { type: "get_state" }, times: 1, steps: [{ $respond: { success: false, error: "not yet" } }] },
        {
          when: { type: "prompt", message: "/^boom/" },
          steps: [{ $error: { extensionPath: "x", event: "e", error: "boom" } }],
        },
        { when: { type: "bash" }, steps: [{ type: "echo", of: "$id" }] },
      ],
      steps: [{ says: "from the script" }],
    });
    const rpc = start(["--no-session"]);
    expect(await rpc.until(({ method }) => method === "notify")).toMatchObject({
      message: "ready",
      id: expect.any(String),
    });
    rpc.send({ id: "1", type: "get_state" });
    rpc.send({ id: "2", type: "get_state" });
    rpc.send({ id: "3", type: "prompt", message: "boom now" });
    rpc.send({ id: "4", type: "bash", command: "x" });
    rpc.send({ id: "5", type: "prompt", message: "hi" });
    await rpc.until(({ type }) => type === "agent_settled");
    expect(rpc.records).toContainEqual({
      id: "1",
      type: "response",
      command: "get_state",
      success: false,
      error: "not yet",
    });
    expect(rpc.records).toContainEqual(expect.objectContaining({ id: "2", success: true }));
    expect(rpc.records).toContainEqual({ type: "extension_error", extensionPath: "x", event: "e", error: "boom" });
    expect(rpc.records).toContainEqual({ type: "echo", of: "4" });
    expect(rpc.records.findLast(({ type }) => type === "message_end")?.message.content).toEqual([
      { type: "text", text: "from the script" },
    ]);
    rpc.end();
    await rpc.ended;
  });

  test("a rule asks, goes on with the answer, and holds up nothing meanwhile", async () => {
    pi.onRpc({
      on_command: [
        {
          when: { type: "prompt", message: "/ask" },
          steps: [
            { $ask: { method: "confirm", title: "Sure?" } },
            { type: "asked", sure: "$answer", text: "said $answer" },
            { $handled: true },
          ],
        },
      ],
      on_response: [{ type: "unasked" }],
    });
    const rpc = start(["--no-session"]);
    rpc.send({ id: "1", type: "prompt", message: "/ask" });
    const { id } = await rpc.until(({ method }) => method === "confirm");
    rpc.send({ id: "2", type: "get_state" });
    await rpc.until((record) => record.id === "2");
    rpc.send({ type: "extension_ui_response", id: "another", confirmed: true });
    rpc.send({ type: "extension_ui_response", id, confirmed: true });
    await rpc.until((record) => record.id === "1");
    expect(rpc.records.slice(2)).toEqual([
      { type: "unasked" },
      { type: "asked", sure: true, text: "said true" },
      { id: "1", type: "response", command: "prompt", success: true, data: { disposition: "handled" } },
    ]);
    rpc.end();
    await rpc.ended;
  });

  test("half a line and then death, noise on stderr, an exit code", async () => {
    pi.onRpc({ on_prompt: [{ $stderr: "noise\n" }, { $delay: 20 }, { $raw: '{"type":"half' }, { $kill: "SIGKILL" }] });
    pi.onRpc({ on_prompt: [{ $exit: 9 }] });
    const first = start();
    first.send({ type: "prompt", message: "x" });
    expect(await first.ended).toMatchObject({ stdout: '{"type":"half', stderr: "noise\n", signal: "SIGKILL" });
    const second = start();
    second.send({ type: "prompt", message: "x" });
    expect(await second.ended).toMatchObject({ code: 9 });
  });
});

describe("a scenario that is not valid names the path, what was expected and what was found", () => {
  const told = (scenario: unknown): string => {
    try {
      pi.onRpc(scenario as RpcScenario);
    } catch (error) {
      return (error as Error).message.replace(/written at: .*/, "written at: <HERE>");
    }
    return "valid";
  };
  test.for([
    [
      { on_prompt: {} },
      "The scenario of onRpc() is not valid at /on_prompt.\n  written at: <HERE>\n  expected: an array of steps for every prompt\n  received: {}",
    ],
    [
      { on_prompt: [{ $dealy: 5 }] },
      'The scenario of onRpc() is not valid at /on_prompt/0.\n  written at: <HERE>\n  expected: one of $delay, $stderr, $raw, $exit, $kill, $hang, $respond, $handled, $ask, $ui, $error, or a record to be written\n  received: "$dealy"\nWhat to do: write "$delay".',
    ],
    [
      { on_response: [{ $delay: "5" }] },
      'The scenario of onRpc() is not valid at /on_response/0/$delay.\n  written at: <HERE>\n  expected: a number of milliseconds, 0 or more\n  received: "5"',
    ],
    [
      { on_prompt: [{ ui_request_descriptor: { kind: "x" } }] },
      'The scenario of onRpc() is not valid at /on_prompt/0/ui_request_descriptor.\n  written at: <HERE>\n  expected: an object with an "id"\n  received: {"kind":"x"}',
    ],
    [
      { on_command: [{ steps: [] }] },
      "The scenario of onRpc() is not valid at /on_command/0/when.\n  written at: <HERE>\n  expected: an object with fields of the command\n  received: nothing",
    ],
    [
      { pi_version: "new" },
      'The scenario of onRpc() is not valid at /pi_version.\n  written at: <HERE>\n  expected: a version of pi, such as "1.6.0"\n  received: "new"',
    ],
    [
      [],
      "The scenario of onRpc() is not valid.\n  written at: <HERE>\n  expected: an object with some of on_prompt, on_response, available_models, on_start, on_command, steps, tools, commands, pi_version, survive_null\n  received: []",
    ],
  ] as const)("%j", ([scenario, message]) => {
    expect(told(scenario)).toBe(message);
  });
});
