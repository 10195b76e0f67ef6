import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type BareSessionOptions, bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { createToolMocks, MockToolsError, passthrough, type ToolMocks, throwsError } from "./index.ts";

const parameters = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

/** A tool that leaves a file behind when it really runs. */
const tracing = (name: string) => ({
  name,
  label: name,
  description: name,
  parameters,
  execute: async (_id: string, { command }: { command: string }) => {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(command, "");
    return { content: [{ type: "text", text: "real" }], details: {} };
  },
});

const start = (mocks: ToolMocks, options: BareSessionOptions) =>
  bareSession({
    ...options,
    factories: [...(options.factories ?? []), mocks.extension],
    extensionsOverride: mocks.extensionsOverride,
    onSession: (session) => mocks.attach(session),
  });

const results = (session: any) =>
  session.messages
    .filter((message: any) => message.role === "toolResult")
    .map((message: any) => [message.toolName, message.content[0]?.text, message.isError]);

it("does not run the real bash when it is mocked", async () => {
  const mocks = createToolMocks({ bash: ({ command }) => `ran ${command}` });
  const t = await start(mocks, {
    replies: [{ calls: [{ id: "a", name: "bash", arguments: { command: "touch trace" } }] }, { text: "done" }],
  });
  await t.session.prompt("go");
  expect(results(t.session)).toEqual([["bash", "ran touch trace", false]]);
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(mocks.calls).toEqual([
    {
      toolName: "bash",
      toolCallId: "a",
      params: { command: "touch trace" },
      result: { content: [{ type: "text", text: "ran touch trace" }], details: {} },
    },
  ]);
  expect(mocks.isMocked("a")).toBe(true);
  mocks.assertDone();
  await t.dispose();
});

it("keeps content and details of an error result, for the model and for hooks that come later", async () => {
  const seen: unknown[] = [];
  const mocks = createToolMocks({
    bash: { content: [{ type: "text", text: "no" }], details: { code: 1 }, isError: true },
    mine: throwsError("boom"),
  });
  const t = await start(mocks, {
    factories: [
      (pi: any) => {
        pi.registerTool(tracing("mine"));
        pi.on("tool_result", (event: any) => void seen.push([event.toolName, event.isError, event.details]));
      },
    ],
    replies: [
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "x" } },
          { id: "b", name: "mine", arguments: { command: "x" } },
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(results(t.session)).toEqual([
    ["bash", "no", true],
    ["mine", "boom", true],
  ]);
  expect(seen).toEqual([
    ["bash", true, { code: 1 }],
    ["mine", true, {}],
  ]);
  await t.dispose();
});

it("runs the real tool on passthrough, and without a mock", async () => {
  const mocks = createToolMocks({ bash: passthrough() });
  const t = await start(mocks, {
    replies: [
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "touch trace" } },
          { id: "b", name: "write", arguments: { path: "written", content: "x" } },
        ],
      },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(true);
  expect(existsSync(join(t.cwd, "written"))).toBe(true);
  expect(mocks.calls.map((call) => [call.toolName, mocks.isMocked(call.toolCallId)])).toEqual([["bash", false]]);
  await t.dispose();
});

it("keeps what a handler throws and stops the run", async () => {
  const heard: Error[] = [];
  const mocks = createToolMocks(
    {
      bash: () => {
        expect(1).toBe(2);
        return "";
      },
    },
    { onFailure: (failure) => heard.push(failure) },
  );
  const t = await start(mocks, {
    replies: [{ calls: [{ id: "a", name: "bash", arguments: { command: "x" } }] }, { text: "never asked" }],
  });
  await t.session.prompt("go");
  expect(t.requests).toHaveLength(1);
  expect(results(t.session)[0][2]).toBe(true);
  expect(MockToolsError.isInstance(mocks.failure)).toBe(true);
  expect(heard).toEqual([mocks.failure]);
  expect(mocks.failure?.cause).toHaveProperty("name", "AssertionError");
  expect(() => mocks.assertDone()).toThrow(mocks.failure);
  await t.dispose();
});

it("refuses an unmocked built-in, and runs extension tools all the same", async () => {
  const mocks = createToolMocks({}, { onUnmocked: "error" });
  const t = await start(mocks, {
    factories: [(pi: any) => pi.registerTool(tracing("mine"))],
    replies: [{ calls: [{ id: "a", name: "bash", arguments: { command: "touch trace" } }] }, { text: "done" }],
  });
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(mocks.failure).toHaveProperty("code", "unmocked-tool");
  await t.dispose();
});

it("blocks a mocked built-in in a session that nobody attached", async () => {
  const mocks = createToolMocks({ bash: "mocked" });
  let first = true;
  const t = await bareSession({
    factories: [mocks.extension],
    extensionsOverride: mocks.extensionsOverride,
    onSession(session) {
      if (first) mocks.attach(session);
      first = false;
    },
    replies: [
      { calls: [{ id: "a", name: "bash", arguments: { command: "touch trace" } }] },
      { text: "done" },
      { calls: [{ id: "b", name: "bash", arguments: { command: "touch trace" } }] },
      { text: "done" },
    ],
  });
  await t.session.prompt("go");
  expect(mocks.failure).toBeUndefined();
  await t.runtime.newSession();
  await t.session.prompt("go");
  expect(existsSync(join(t.cwd, "trace"))).toBe(false);
  expect(mocks.failure).toHaveProperty("code", "session-not-attached");
  await t.dispose();
});
