// The collector and the mocks change nothing an extension can see, and leave nothing behind in pi.
import { createToolMocks } from "@pi-testkit/mock-tools";
import { expect, it } from "vitest";
import { type BareSessionOptions, bareSession } from "./fixtures/bare-session.ts";
import { call, recordedSession, tool } from "./fixtures/recorded-session.ts";
import { createEventCollector } from "./index.ts";

const everyEvent = [
  "session_start session_shutdown session_before_switch session_before_fork session_before_compact session_compact",
  "session_compact_failed session_before_tree session_tree context context_with_system before_provider_request",
  "before_agent_start agent_start agent_end agent_before_settle agent_settled turn_start turn_end message_start",
  "message_update message_end tool_execution_start tool_execution_update tool_execution_end tool_call tool_result",
  "model_select thinking_level_select user_bash input ui_prompt_start ui_prompt_end resources_discover",
]
  .join(" ")
  .split(" ");

const replies = [
  { text: "one", calls: [call("a", "fine"), call("b", "fine", { command: "no" }), call("c", "nobody")] },
  { text: "two" },
  { text: "three" },
];

/** An extension that writes down everything it is told, and blocks one call. */
const witness = (seen: string[]) => (pi: any) => {
  pi.registerTool(tool("fine", () => "fine"));
  for (const type of everyEvent)
    pi.on(type, (event: any) => {
      seen.push([type, event.toolCallId, event.reason, event.message?.role, event.isError].filter(Boolean).join(" "));
      return type === "tool_call" && event.input.command === "no" ? { block: true, reason: "no" } : undefined;
    });
};

it("lets an extension see exactly what it sees without them", async () => {
  const plain: string[] = [];
  const watched: string[] = [];
  const mocks = createToolMocks({});
  const events = createEventCollector();
  const run = async (options: Partial<BareSessionOptions>) => {
    const t = await bareSession({ replies, ...options });
    await t.session.prompt("go");
    await t.session.reload();
    await t.session.prompt("again");
    await t.dispose();
  };
  await run({ factories: [witness(plain)] });
  await run({
    factories: [witness(watched), mocks.extension, events.extension],
    extensionsOverride: (result) => events.extensionsOverride(mocks.extensionsOverride(result)),
    onSession(session) {
      mocks.attach(session);
      events.attach(session);
    },
  });
  expect(watched).toEqual(plain);
  expect(watched.length).toBeGreaterThan(40);
});

it("leaves the first handler of an event inside the call that emits it", async () => {
  const witnessed = async (factories: object[], more: Partial<BareSessionOptions> = {}) => {
    const seen: string[] = [];
    const acts = (pi: any) => {
      for (const type of ["thinking_level_select", "session_info_changed", "input"])
        pi.on(type, (event: any) => void seen.push(`first ${type} ${event.text ?? ""}`));
      pi.registerCommand("act", {
        description: "a",
        handler: async () => {
          seen.push("before");
          pi.setThinkingLevel("high");
          pi.setSessionName("a name");
          pi.sendUserMessage("more");
          seen.push("after");
        },
      });
    };
    const second = (pi: any) => {
      for (const type of ["thinking_level_select", "input"]) pi.on(type, () => void seen.push(`second ${type}`));
    };
    const t = await bareSession({ replies: [{ text: "one" }], factories: [acts, second, ...factories], ...more });
    await t.session.prompt("/act");
    await t.session.agent.waitForIdle();
    await t.dispose();
    return seen;
  };
  const mocks = createToolMocks({});
  const events = createEventCollector();
  const watched = await witnessed([mocks.extension, events.extension], {
    extensionsOverride: (result) => events.extensionsOverride(mocks.extensionsOverride(result)),
    onSession(session) {
      mocks.attach(session);
      events.attach(session);
    },
  });
  expect(watched).toEqual(await witnessed([]));
  expect(watched).toContain("after");
});

it("listens to nothing that pi does differently as soon as anyone listens", async () => {
  const events = createEventCollector();
  const t = await bareSession({
    replies: [],
    factories: [events.extension],
    extensionsOverride: events.extensionsOverride,
    onSession: (session) => events.attach(session),
  });
  const runner = t.session.extensionRunner;
  const silent = [
    "tool_call",
    "turn_end",
    "agent_before_settle",
    "context",
    "context_with_system",
    "before_provider_headers",
    "before_provider_request",
    "after_provider_response",
    "provider_stream_event",
    "mcp_servers_change",
    "project_trust",
    "resources_discover",
    "message_end",
    "cache_warming_decision",
  ];
  expect(silent.filter((type) => runner.hasHandlers(type))).toEqual([]);
  await t.dispose();
});

it("leaves no listener behind over reloads and replacements", async () => {
  const counts = (t: Awaited<ReturnType<typeof recordedSession>>) => ({
    session: t.host.session._eventListeners.length,
    agent: t.host.session.agent.listeners?.size ?? t.host.session.agent.listeners?.length,
    handlers: t.host.runtime.services.resourceLoader
      .getExtensions()
      .extensions.map((extension: any) => [...extension.handlers.values()].flat().length)
      .sort(),
  });
  const sessions: any[] = [];
  const t = await recordedSession({
    factories: [witness([])],
    replies: [{ text: "one" }, { text: "two" }, { text: "three" }, { text: "four" }],
    onSession: (session) => sessions.push(session),
  });
  await t.prompt();
  const before = counts(t);
  expect(before.session).toBeGreaterThan(0);
  expect(before.agent).toBeGreaterThan(0);
  await t.host.session.reload();
  await t.prompt();
  expect(counts(t)).toEqual(before);
  await t.host.runtime.newSession();
  await t.prompt();
  expect(counts(t)).toEqual(before);
  const [entry] = t.host.session.sessionManager.getEntries().filter((e: any) => e.message?.role === "user");
  await t.host.runtime.fork(entry.id);
  await t.prompt();
  expect(counts(t)).toEqual(before);
  await t.dispose();
  // What listened to the agents of the sessions that are gone is gone, too.
  expect(sessions).toHaveLength(3);
  expect(sessions.map((session) => [session._eventListeners.length, session.agent.listeners.size])).toEqual(
    sessions.map(() => [0, 0]),
  );
});
