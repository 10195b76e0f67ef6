// What of a mocked result reaches hooks, the model and the transcript, in a session.
import { expect, it } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { createToolMocks, type ToolHandlers } from "./index.ts";

const run = async (handlers: ToolHandlers, ...calls: { name: string; arguments: Record<string, unknown> }[]) => {
  const mocks = createToolMocks(handlers);
  const hooks: any[] = [];
  const watching = (host: any) => {
    host.on("tool_call", (event: any) => {
      if (event.input.command === "change me") event.input.command = "changed";
    });
    host.on("tool_result", (event: any) => void hooks.push({ ...event }));
  };
  const t = await bareSession({
    replies: [{ calls: calls.map((call, index) => ({ id: `c${index}`, ...call })) }, { text: "done" }],
    factories: [watching, mocks.extension],
    extensionsOverride: mocks.extensionsOverride,
    onSession: (session) => mocks.attach(session),
  });
  const updates: any[] = [];
  t.session.subscribe((event: any) => {
    if (event.type === "tool_execution_update") updates.push(event.partialResult);
  });
  await t.session.prompt("go");
  const transcript = t.session.messages.filter((message: any) => message.role === "toolResult");
  const asked = t.requests.at(-1).filter((message: any) => message.role === "toolResult");
  await t.dispose();
  return { mocks, hooks, transcript, asked, updates, requests: t.requests };
};

const bash = (command: string) => ({ name: "bash", arguments: { command } });

it("gives the mock what a tool_call handler made of the input", async () => {
  const { mocks } = await run({ bash: ({ command }) => `ran ${command}` }, bash("change me"));
  expect(mocks.calls[0]).toMatchObject({
    params: { command: "changed" },
    result: { content: [{ text: "ran changed" }] },
  });
});

it("carries images and details to hooks, transcript and model", async () => {
  const image = {
    type: "image",
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    mimeType: "image/png",
  };
  const content = [{ type: "text", text: "look" }, image];
  const { hooks, transcript, asked } = await run({ bash: { content, details: { exitCode: 0 } } }, bash("x"));
  expect(hooks[0]).toMatchObject({ content, details: { exitCode: 0 }, isError: false });
  expect(transcript[0]).toMatchObject({ content: [content[0], { type: "image", mimeType: "image/png" }] });
  expect(transcript[0].details).toEqual({ exitCode: 0 });
  expect(asked[0].content.map((part: any) => part.type)).toEqual(["text", "image"]);
});

it("makes isError count for hooks, transcript and model, with everything kept", async () => {
  const { hooks, transcript, asked } = await run(
    {
      bash: {
        content: [{ type: "text", text: "no" }],
        details: { exitCode: 1 },
        structuredContent: { a: 1 },
        isError: true,
      },
    },
    bash("x"),
  );
  for (const seen of [hooks[0], transcript[0], asked[0]])
    expect(seen).toMatchObject({ isError: true, content: [{ type: "text", text: "no" }] });
  expect(hooks[0].details).toEqual({ exitCode: 1 });
  expect(transcript[0].details).toEqual({ exitCode: 1 });
  // Hooks see structured content from 0.99 on, with the error flag as without.
  const plain = await run({ bash: { structuredContent: { a: 1 } } }, bash("x"));
  expect(hooks[0].structuredContent).toEqual(plain.hooks[0].structuredContent);
});

it("stops the turn loop when every result says terminate", async () => {
  const { requests } = await run({ bash: { content: [], terminate: true } }, bash("x"), bash("y"));
  expect(requests).toHaveLength(1);
});

it("streams partial results", async () => {
  const { updates } = await run(
    {
      bash: (_params, { update }) => {
        update("half");
        return "whole";
      },
    },
    bash("x"),
  );
  expect(updates).toMatchObject([{ content: [{ type: "text", text: "half" }] }]);
});

it("hands over pi's context and the run's signal", async () => {
  const seen: unknown[] = [];
  await run(
    {
      bash: (_params, { ctx, signal }) => {
        seen.push(typeof ctx?.cwd, typeof ctx?.abort, signal instanceof AbortSignal);
        return "";
      },
    },
    bash("x"),
  );
  expect(seen).toEqual(["string", "function", true]);
});
