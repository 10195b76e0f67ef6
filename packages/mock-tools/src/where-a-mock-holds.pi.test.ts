// One row for each corner a call can come from. The real tool would leave a file behind; no row finds one.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pi from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { type BareSessionOptions, bareSession, type Reply } from "../../event-collector/src/fixtures/bare-session.ts";
import { createToolMocks, type ToolHandlers } from "./index.ts";

type Session = Awaited<ReturnType<typeof bareSession>>;

const parameters = { type: "object", properties: {}, required: [] };

/** A tool that leaves a file behind when it really runs. */
const tracing = (name: string, more: object = {}) => ({
  name,
  label: name,
  description: name,
  parameters,
  async execute(_id: string, _params: unknown, _signal: unknown, _update: unknown, ctx: any) {
    writeFileSync(join(ctx.cwd, "trace"), "");
    return { content: [{ type: "text", text: "real" }], details: {} };
  },
  ...more,
});

/** A tool that does something with pi and always runs for real. */
const acting = (name: string, act: (ctx: any) => unknown) => ({
  ...tracing(name),
  async execute(_id: string, _params: unknown, _signal: unknown, _update: unknown, ctx: any) {
    await act(ctx);
    return { content: [{ type: "text", text: "acted" }], details: {} };
  },
});

let ids = 0;
const call = (name: string, args: Record<string, unknown> = {}) => ({ id: `id-${++ids}`, name, arguments: args });
const turn = (...calls: NonNullable<Reply["calls"]>): Reply[] => [{ calls }, { text: "done" }];
const touch = () => call("bash", { command: "touch trace" });

interface Row {
  title: string;
  /** The mocked tool, and how often it is called. */
  tool: string;
  times?: number;
  session: Omit<BareSessionOptions, "replies"> | ((wrap: <T>(tool: T) => T) => Omit<BareSessionOptions, "replies">);
  replies: Reply[];
  drive?: (t: Session) => Promise<unknown>;
  /** Why a version cannot do this; asserted, so that the list does not go stale. */
  cannot?: () => string | undefined;
}

const prompt = (t: Session) => t.session.prompt("go");
const twice = async (t: Session) => {
  await prompt(t);
  await prompt(t);
};

const nested = () => ("createCodemodeExtension" in pi ? undefined : "ctx.executeTool came with 0.99");
const codemode = (pi as any).createCodemodeExtension;

const rows: Row[] = [
  { title: "a built-in", tool: "bash", session: {}, replies: turn(touch()) },
  {
    title: "a tool of a path-loaded extension",
    tool: "from_path",
    session: { extensionPaths: [join(import.meta.dirname, "fixtures/tracing-extension.ts")] },
    replies: turn(call("from_path")),
  },
  {
    title: "a tool of an inline factory",
    tool: "mine",
    session: { factories: [(host: any) => host.registerTool(tracing("mine"))] },
    replies: turn(call("mine")),
  },
  {
    title: "a custom tool",
    tool: "custom",
    session: (wrap) => ({ customTools: [wrap(tracing("custom"))] }),
    replies: turn(call("custom")),
  },
  {
    title: "a tool registered in session_start after an await",
    tool: "late",
    session: {
      factories: [
        (host: any) =>
          host.on("session_start", async () => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            host.registerTool(tracing("late"));
          }),
      ],
    },
    replies: turn(call("late")),
  },
  {
    title: "a tool registered in a command",
    tool: "late",
    session: {
      factories: [
        (host: any) => host.registerCommand("add", { handler: async () => host.registerTool(tracing("late")) }),
      ],
    },
    replies: turn(call("late")),
    drive: async (t) => {
      await t.session.prompt("/add");
      await prompt(t);
    },
  },
  {
    // Up to 0.80.2 a run keeps the tools it began with: there the second prompt is the first that can call it.
    title: "a tool registered inside another tool's execute",
    tool: "late",
    session: {
      factories: [(host: any) => host.registerTool(acting("adder", () => host.registerTool(tracing("late"))))],
    },
    replies: [...turn(call("adder")), ...turn(call("late"))],
    drive: twice,
  },
  {
    title: "a tool registered again by its extension",
    tool: "mine",
    session: {
      factories: [
        (host: any) => {
          host.registerTool(tracing("mine"));
          host.registerTool(acting("again", () => host.registerTool(tracing("mine"))));
        },
      ],
    },
    replies: [...turn(call("again")), ...turn(call("mine"))],
    drive: twice,
  },
  {
    title: "a built-in activated in mid-run",
    tool: "grep",
    session: {
      factories: [
        (host: any) =>
          host.registerTool(acting("activate", () => host.setActiveTools([...host.getActiveTools(), "grep"]))),
      ],
    },
    replies: [...turn(call("activate")), ...turn(call("grep", { pattern: "x" }))],
    drive: twice,
  },
  {
    title: "an extension's tool activated in mid-run",
    tool: "mine",
    session: {
      factories: [
        (host: any) => {
          host.registerTool(tracing("mine"));
          host.registerTool(acting("activate", () => host.setActiveTools([...host.getActiveTools(), "mine"])));
          host.on("session_start", () => host.setActiveTools(["activate"]));
        },
      ],
    },
    replies: [...turn(call("activate")), ...turn(call("mine"))],
    drive: twice,
  },
  {
    title: "a tool that overrides a built-in",
    tool: "bash",
    session: { factories: [(host: any) => host.registerTool(tracing("bash"))] },
    replies: turn(call("bash")),
  },
  {
    title: "a custom tool that overrides a built-in",
    tool: "bash",
    session: (wrap) => ({ customTools: [wrap(tracing("bash"))] }),
    replies: turn(call("bash")),
  },
  {
    title: "a built-in after reload()",
    tool: "bash",
    times: 2,
    session: {},
    replies: [...turn(touch()), ...turn(touch())],
    drive: async (t) => {
      await prompt(t);
      await t.session.reload();
      await prompt(t);
    },
  },
  {
    title: "a built-in after reload() of a session nobody bound",
    tool: "bash",
    session: { bind: false },
    replies: turn(touch()),
    drive: async (t) => {
      await t.session.reload();
      await prompt(t);
    },
  },
  {
    title: "an extension's tool after reload()",
    tool: "mine",
    session: { factories: [(host: any) => host.registerTool(tracing("mine"))] },
    replies: turn(call("mine")),
    drive: async (t) => {
      await t.session.reload();
      await prompt(t);
    },
  },
  ...(["newSession", "fork", "switchSession"] as const).map(
    (way): Row => ({
      title: `a built-in and an extension's tool after ${way}()`,
      tool: "bash",
      session: { factories: [(host: any) => host.registerTool(tracing("mine"))] },
      replies: [{ text: "hello" }, ...turn(touch(), call("mine"))],
      drive: async (t) => {
        await prompt(t);
        const [entry] = t.session.sessionManager.getEntries().filter((e: any) => e.message?.role === "user");
        if (way === "newSession") await t.runtime.newSession();
        if (way === "fork") await t.runtime.fork(entry.id);
        if (way === "switchSession") await t.runtime.switchSession(t.session.sessionFile);
        await prompt(t);
      },
    }),
  ),
  {
    title: "a built-in through ctx.executeTool()",
    tool: "bash",
    session: {
      factories: [
        (host: any) => host.registerTool(acting("outer", (ctx) => ctx.executeTool("bash", { command: "touch trace" }))),
      ],
    },
    replies: turn(call("outer")),
    cannot: nested,
  },
  {
    title: "an extension's tool through ctx.executeTool()",
    tool: "mine",
    session: {
      factories: [
        (host: any) => {
          host.registerTool(tracing("mine"));
          host.registerTool(acting("outer", (ctx) => ctx.executeTool("mine", {})));
        },
      ],
    },
    replies: turn(call("outer")),
    cannot: nested,
  },
  {
    title: "a built-in called by a codemode script",
    tool: "bash",
    session: {
      factories: [
        (host: any) => codemode()(host),
        (host: any) => host.on("session_start", () => host.setActiveTools([...host.getActiveTools(), "codemode"])),
      ],
    },
    replies: turn(call("codemode", { code: 'return await tools.bash({ command: "touch trace" })' })),
    cannot: () => (codemode ? undefined : "the codemode extension came with 0.99"),
  },
  { title: "two calls of one message", tool: "bash", times: 2, session: {}, replies: turn(touch(), touch()) },
  {
    title: "a second run",
    tool: "bash",
    times: 2,
    session: {},
    replies: [...turn(touch()), ...turn(touch())],
    drive: twice,
  },
];

for (const { title, tool, times = 1, session, replies, drive = prompt, cannot } of rows) {
  const reason = cannot?.();
  it.skipIf(reason !== undefined)(`holds for ${title}${reason === undefined ? "" : ` (${reason})`}`, async () => {
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
