// The failures that only a session can show, on their full text.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { type BareSessionOptions, bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { createToolMocks, passthrough, type ToolMocks } from "./index.ts";

const withPlace = (error: unknown) =>
  (error as Error).message.replace(/session-failures\.pi\.test\.ts:\d+:\d+/, "session-failures.pi.test.ts");

const bashCall = [{ calls: [{ id: "a", name: "bash", arguments: { command: "touch trace" } }] }, { text: "done" }];

const custom = (name: string) => ({
  name,
  label: name,
  description: name,
  parameters: { type: "object", properties: {} },
  execute: async () => ({ content: [{ type: "text", text: "real" }], details: {} }),
});

const start = (mocks: ToolMocks, options: Partial<BareSessionOptions> = {}) =>
  bareSession({
    replies: bashCall,
    ...options,
    factories: [mocks.extension, ...(options.factories ?? [])],
    extensionsOverride: mocks.extensionsOverride,
    onSession: options.onSession ?? ((session) => mocks.attach(session)),
  });

it("names the refused tool, its arguments and how to allow it", async () => {
  const mocks = createToolMocks({}, { onUnmocked: "error", stepOf: () => 1 });
  const t = await start(mocks);
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(withPlace(mocks.failure)).toBe(
    `The built-in tool "bash" was called at step 1, call "a" and has no mock; it did not run.
  written at: packages/mock-tools/src/session-failures.pi.test.ts
  received: parameters {"command":"touch trace"}
Likely cause: onUnmocked refuses built-in tools without a mock
What to do: mock it: { "bash": "…" }, or allow it: { "bash": passthrough() }.`,
  );
  await t.dispose();
});

it("asks a policy by name, which may also give the handler", async () => {
  const asked: string[] = [];
  const mocks = createToolMocks(
    {},
    {
      onUnmocked(name) {
        asked.push(name);
        return name === "bash" ? () => "made up" : "run";
      },
    },
  );
  const t = await start(mocks, {
    replies: [
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "touch trace" } },
          { id: "b", name: "ls", arguments: {} },
          { id: "c", name: "write", arguments: { path: "written", content: "" } },
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(existsSync(join(t.cwd, "written"))).toBe(true);
  // ls is not active: pi never gets as far as running it.
  expect(asked).toEqual(["bash", "write"]);
  expect(mocks.callsFor("bash")).toHaveLength(1);
  await t.dispose();
});

it("says that the policy threw, and the tool did not run", async () => {
  const onUnmocked = () => {
    throw new Error("policy boom");
  };
  const mocks = createToolMocks({}, { onUnmocked, stepOf: () => 1 });
  const t = await start(mocks);
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(withPlace(mocks.failure)).toBe(
    `The onUnmocked callback threw for "bash" at step 1, call "a": policy boom
  written at: packages/mock-tools/src/session-failures.pi.test.ts
  received: parameters {"command":"touch trace"}
Likely cause: an assertion in onUnmocked failed, or onUnmocked has a mistake
What to do: mend onUnmocked or the extension under test.`,
  );
  expect(() => mocks.assertDone()).toThrow(mocks.failure);
  await t.dispose();
});

it("gives each call a result of its own, whatever a hook does to it", async () => {
  const result = { content: [{ type: "text", text: "x" }], details: { n: 0 } };
  const mocks = createToolMocks({ bash: result, mine: [result, result] });
  const seen: unknown[] = [];
  const t = await start(mocks, {
    factories: [
      (host: any) => {
        host.registerTool(custom("mine"));
        host.on("tool_result", (event: any) => {
          event.content[0].text += "+";
          event.details.n++;
          seen.push([event.content[0].text, event.details.n]);
        });
      },
    ],
    replies: [
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "ls" } },
          { id: "b", name: "bash", arguments: { command: "ls" } },
          { id: "c", name: "mine", arguments: {} },
          { id: "d", name: "mine", arguments: {} },
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(seen).toEqual(Array.from({ length: 4 }, () => ["x+", 1]));
  expect(result).toEqual({ content: [{ type: "text", text: "x" }], details: { n: 0 } });
  await t.dispose();
});

it("lets an allowed built-in run and runs an extension's tool whatever the policy", async () => {
  const mocks = createToolMocks({ bash: passthrough() }, { onUnmocked: "error" });
  const t = await start(mocks, {
    factories: [(host: any) => host.registerTool(custom("mine"))],
    replies: [
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "touch trace" } },
          { id: "b", name: "mine", arguments: {} },
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(true);
  expect(mocks.failure).toBeUndefined();
  await t.dispose();
});

it("says that a custom tool was not wrapped", async () => {
  const mocks = createToolMocks({ mine: "mocked" });
  let failure: unknown;
  const t = await start(mocks, {
    customTools: [custom("mine")],
    onSession(session) {
      try {
        mocks.attach(session);
      } catch (error) {
        failure = error;
      }
    },
  });
  expect(withPlace(failure)).toBe(
    `The mock of "mine" cannot hold: the tool comes from <sdk:mine> and is not wrapped.
  written at: packages/mock-tools/src/session-failures.pi.test.ts
  expected: a custom tool that went through mocks.wrap
Likely cause: customTools holds the bare tool
What to do: write customTools: [mocks.wrap(tool)].`,
  );
  await t.dispose();
});

it("says that a session was built without the loader option, also for a tool that comes late", async () => {
  const mocks = createToolMocks({ mine: "mocked" });
  const t = await bareSession({
    replies: [{ calls: [{ id: "a", name: "mine", arguments: {} }] }, { text: "done" }],
    factories: [(host: any) => host.registerCommand("add", { handler: async () => host.registerTool(custom("mine")) })],
    onSession: (session) => mocks.attach(session),
  });
  await t.session.prompt("/add");
  await t.session.prompt("go");
  expect(withPlace(mocks.failure)).toBe(
    `The mock of "mine" cannot hold: the tool comes from <inline:1> and is not wrapped.
  written at: packages/mock-tools/src/session-failures.pi.test.ts
  expected: extensions that went through the mocks
Likely cause: the session was built before, or its loader does not know the mocks
What to do: give the resource loader { extensionsOverride: mocks.extensionsOverride }.`,
  );
  await t.dispose();
});

it("says so before the model is asked again when such a tool comes in the middle of a run", async () => {
  const mocks = createToolMocks({ mine: "mocked" });
  const ran = vi.fn();
  const t = await bareSession({
    replies: [
      { calls: [{ id: "a", name: "grow", arguments: {} }] },
      { calls: [{ id: "b", name: "mine", arguments: {} }] },
      { text: "done" },
    ],
    factories: [
      (host: any) =>
        host.registerTool({
          ...custom("grow"),
          async execute() {
            host.registerTool({ ...custom("mine"), execute: ran });
            return { content: [{ type: "text", text: "grown" }], details: {} };
          },
        }),
    ],
    onSession: (session) => mocks.attach(session),
  });
  await t.session.prompt("go");
  expect(mocks.failure?.message).toContain('The mock of "mine" cannot hold');
  expect(ran).not.toHaveBeenCalled();
  await t.dispose();
});

it("says that a session was replaced and nobody attached the mocks", async () => {
  const mocks = createToolMocks({ bash: "mocked" });
  let attached = false;
  const t = await start(mocks, {
    onSession(session) {
      if (!attached) mocks.attach(session);
      attached = true;
    },
  });
  await t.runtime.newSession();
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(withPlace(mocks.failure)).toBe(
    `"bash" was called at call "a" in a session the mocks are not attached to; it did not run.
  written at: packages/mock-tools/src/session-failures.pi.test.ts
  received: parameters {"command":"touch trace"}
Likely cause: pi replaced the session (new session, fork, switch) and nobody attached the mocks to the new one
What to do: call mocks.attach(session) in runtime.setRebindSession, before session.bindExtensions.`,
  );
  await t.dispose();
});

it("does not mind a session that is attached after it was bound", async () => {
  const mocks = createToolMocks({ bash: "mocked" });
  const t = await start(mocks, { onSession() {} });
  const detach = mocks.attach(t.session);
  expect(mocks.attach(t.session)).toBe(detach);
  await t.session.prompt("go");
  expect(mocks.failure).toBeUndefined();
  expect(mocks.calls).toHaveLength(1);
  await t.dispose();
});

it("puts the real tool back when it is detached", async () => {
  const mocks = createToolMocks({ bash: "mocked" });
  const t = await start(mocks, { replies: [...bashCall, ...bashCall] });
  mocks.dispose();
  mocks.dispose();
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(true);
  expect(mocks.calls).toEqual([]);
  await t.dispose();
});

it("names a mock for a tool that does not exist, until the tool is registered", async () => {
  const mocks = createToolMocks({ bsah: "mocked", late: "mocked" });
  const t = await start(mocks, {
    factories: [(host: any) => host.registerCommand("add", { handler: async () => host.registerTool(custom("late")) })],
  });
  expect(mocks.unmatched()).toEqual([{ name: "bsah", nearest: "bash" }, { name: "late" }]);
  await t.session.prompt("/add");
  expect(mocks.unmatched()).toEqual([{ name: "bsah", nearest: "bash" }]);
  expect(() => mocks.assertDone()).toThrow('There is a mock for "bsah", but no tool of that name.');
  await t.dispose();
});

it("tells what a real built-in threw", async () => {
  const heard: unknown[] = [];
  const mocks = createToolMocks({}, { onRealThrow: (call, thrown) => heard.push(call, (thrown as Error).message) });
  const t = await start(mocks, {
    replies: [{ calls: [{ id: "a", name: "read", arguments: { path: "nowhere" } }] }, { text: "done" }],
  });
  await t.session.prompt("go");
  expect(heard).toEqual([
    { toolName: "read", toolCallId: "a", params: { path: "nowhere" } },
    expect.stringContaining("ENOENT"),
  ]);
  await t.dispose();
});
