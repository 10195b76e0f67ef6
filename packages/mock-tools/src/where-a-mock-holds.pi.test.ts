// One row for each corner a call can come from. The real tool would leave a file behind; no row finds one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { call, prompt, rows, type Session, tracing, turn } from "./fixtures/corners.ts";
import { createToolMocks, type ToolHandlers } from "./index.ts";

for (const { title, tool, times = 1, session, replies, drive = prompt, cannot } of rows) {
  it(`holds for ${title}`, async ({ skip }) => {
    const reason = cannot?.();
    skip(reason !== undefined, reason);
    const mocks = createToolMocks({ [tool]: "mocked", mine: "mocked", codemode: undefined } as ToolHandlers);
    const options = typeof session === "function" ? session(mocks.wrap as <T>(tool: T) => T) : session;
    const seen: string[] = [];
    const watching = (host: any) => {
      host.on("tool_call", (event: any) => void seen.push(`call ${event.toolName}`));
      host.on("tool_result", (event: any) => void seen.push(`result ${event.toolName} ${event.content[0]?.text}`));
    };
    const t = await bareSession({
      ...options,
      replies,
      factories: [mocks.extension, ...(options.factories ?? []), watching],
      extensionsOverride: mocks.extensionsOverride,
      onSession: (next) => mocks.attach(next),
    });
    try {
      await drive(t);
      expect(mocks.failure).toBeUndefined();
      expect(existsSync(join(t.cwd, "trace"))).toBe(false);
      expect(mocks.callsFor(tool).map((entry) => mocks.isMocked(entry.toolCallId))).toEqual(Array(times).fill(true));
      // Each hook fires once a call, for the mock as for a real tool, and sees what the mock returned.
      const calls = seen.filter((line) => line === `call ${tool}`);
      expect(calls).toHaveLength(times);
      expect(seen.filter((line) => line.startsWith(`result ${tool} `))).toEqual(
        calls.map(() => `result ${tool} mocked`),
      );
      const { errors } = t.runtime.services.resourceLoader.getExtensions();
      expect(errors).toEqual([]);
    } finally {
      await t.dispose();
    }
  });
}

it("keeps the other tools of an extension whose tool overrides a built-in", async () => {
  const mocks = createToolMocks({ bash: "mocked" });
  const t = await bareSession({
    replies: turn(call("bash"), call("other")),
    factories: [
      mocks.extension,
      (host: any) => {
        host.registerTool(tracing("bash"));
        host.registerTool(tracing("other"));
      },
    ],
    extensionsOverride: mocks.extensionsOverride,
    onSession: (session) => mocks.attach(session),
  });
  await prompt(t);
  expect(t.session.messages.filter((m: any) => m.role === "toolResult").map((m: any) => m.content[0].text)).toEqual([
    "mocked",
    "real",
  ]);
  await t.dispose();
});

it("changes nothing the model or a user sees of the tools", async () => {
  const mocks = createToolMocks({ bash: "mocked", grep: "mocked", mine: "mocked" });
  const factory = (host: any) => host.registerTool(tracing("mine", { promptSnippet: "mine: use it" }));
  const plain = await bareSession({ replies: [], factories: [factory] });
  const mocked = await bareSession({
    replies: [],
    factories: [factory, mocks.extension],
    extensionsOverride: mocks.extensionsOverride,
    onSession: (session) => mocks.attach(session),
  });
  const seen = (t: Session) => ({
    prompt: t.session.systemPrompt.replaceAll(t.root, "<root>"),
    tools: t.session.getAllTools(),
    active: t.session.getActiveToolNames(),
    definitions: ["bash", "grep", "mine"].map((name) => Object.keys(t.session.getToolDefinition(name)).sort()),
  });
  expect(seen(mocked)).toEqual(seen(plain));
  await plain.dispose();
  await mocked.dispose();
});
