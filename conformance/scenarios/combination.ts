// Scenarios of section 4: combination rules.
import { type AnyHandler, attemptAsync, handling, roles, tool } from "../recording.ts";
import type { combination } from "../requirements/combination.ts";
import type { OpenStage, Scenario, See } from "../stage.ts";

/** Opens a stage with one extension per handler and emits once. */
const emitting = async (open: OpenStage, see: See, event: string, payload: object, ...handlers: unknown[]) => {
  const stage = await open({ extensions: handlers.map((handler) => handling({ [event]: handler as AnyHandler })) });
  see("result", await attemptAsync(() => stage.emit(event, payload)));
  if (stage.errors.length > 0) see("errors", stage.errors);
  return stage;
};

const call = { toolName: "bash", toolCallId: "c1", input: { command: "ls" } };
const result = {
  ...call,
  content: [{ type: "text", text: "out" }],
  details: { d: 1 },
  isError: false,
};
const structured = { ...result, structuredContent: { a: 1 } };
const user = (content: string) => ({ role: "user", content, timestamp: 1 });
const boom = () => {
  throw new Error("boom");
};
const switching = { reason: "new", targetSessionFile: undefined };
const bashCommand = { command: "ls", excludeFromContext: false, cwd: "/x" };
const bashResult = { output: "o", exitCode: 0, cancelled: false, truncated: false };
const turnEnd = {
  turnIndex: 0,
  message: { role: "assistant", content: [], stopReason: "stop" },
  toolResults: [],
  messageEntryId: "00000000",
  toolResultEntryIds: [],
  outcome: "completed",
};
const warming = { warmCost: 1, missCost: 2, continuationProbability: 0.5, action: "stop" };

/** The result of a boundary without the preview. */
const boundary = async (open: OpenStage, see: See, ...handlers: AnyHandler[]) => {
  const stage = await open({ extensions: handlers.map((handler) => handling({ turn_end: handler })) });
  const { entries, continue: goOn, valid } = (await stage.emit("turn_end", turnEnd)) as Record<string, unknown>;
  see("result", { entries, goOn, valid });
  see("errors", stage.errors);
};

export const combinationScenarios = {
  "before.last-truthy": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ a: 1 }),
      () => ({ b: 2 }),
    ).then(() => {}),
  "before.falsy-ignored": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ a: 1 }),
      () => undefined,
      () => null,
      () => 0,
    ).then(() => {}),
  "before.cancel-stops": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ cancel: true }),
      () => see("not called", 1),
    ).then(() => {}),
  "before.summary-lost": (open, see) =>
    emitting(
      open,
      see,
      "session_before_compact",
      {},
      () => ({ compaction: { summary: "s" } }),
      () => ({}),
    ).then(() => {}),
  "before.throw-does-not-cancel": (open, see) =>
    emitting(open, see, "session_before_switch", switching, boom, () => ({ ok: 1 })).then(() => {}),
  "before.fork-and-tree": async (open, see) => {
    const fork = { entryId: "x", position: "before" };
    await emitting(
      open,
      see,
      "session_before_fork",
      fork,
      () => ({ a: 1 }),
      () => ({ cancel: true }),
      boom,
    );
    await emitting(
      open,
      see,
      "session_before_tree",
      {},
      () => ({ label: "a" }),
      () => ({ label: "b" }),
    );
  },
  "tool-call.last-truthy": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ reason: "a" }),
      () => ({ block: false, reason: "b" }),
    ).then(() => {}),
  "tool-call.block-stops": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ block: true, reason: "first", terminate: true }),
      () => see("not called", 1),
    ).then(() => {}),
  "tool-call.block-false-replaced": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ block: false }),
      () => ({ block: true, reason: "second" }),
    ).then(() => {}),
  "tool-call.throw-propagates": (open, see) =>
    emitting(open, see, "tool_call", call, boom, () => see("not called", 1)).then((stage) =>
      see("unreported", stage.errors),
    ),
  "tool-call.mutation-shared": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      { ...call, input: { command: "ls" } },
      (event: { input: { command: string } }) => {
        event.input.command = "pwd";
      },
      (event: { input: object }) => see("next sees", event.input),
    ).then(() => {}),
  "tool-call.falsy": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => false,
      () => undefined,
    ).then(() => {}),
  "tool-result.chain": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ content: [{ type: "text", text: "new" }], isError: true }),
      (event: { content: unknown; isError: boolean }) => see("next sees", [event.content, event.isError]),
    ).then(() => {}),
  "tool-result.fields-merge": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ details: { mine: 1 } }),
      () => ({ isError: true }),
    ).then(() => {}),
  "tool-result.unmodified": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({}),
      () => undefined,
      () => "x",
    ).then(() => {}),
  "tool-result.assignment-lost": (open, see) =>
    emitting(open, see, "tool_result", result, (event: { content: unknown }) => {
      event.content = [];
    }).then(() => {}),
  "tool-result.assignment-kept": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      (event: { content: unknown }) => {
        event.content = [{ type: "text", text: "assigned" }];
      },
      () => ({ isError: false }),
    ).then(() => {}),
  "tool-result.nested-mutation": async (open, see) => {
    const own = structuredClone(result);
    await emitting(open, see, "tool_result", own, (event: { content: { text: string }[] }) => {
      for (const block of event.content) block.text = "changed";
    });
    see("payload", own.content);
  },
  "tool-result.structured-dropped": (open, see) =>
    emitting(open, see, "tool_result", structured, () => ({ content: [] })).then(() => {}),
  "tool-result.structured-kept": async (open, see) => {
    await emitting(open, see, "tool_result", structured, () => ({ content: [], structuredContent: { b: 2 } }));
    await emitting(open, see, "tool_result", structured, () => ({ isError: true }));
  },
  "tool-result.undefined-field": (open, see) =>
    emitting(open, see, "tool_result", result, () => ({ content: undefined, isError: undefined })).then(() => {}),
  "tool-result.null-details": (open, see) =>
    emitting(open, see, "tool_result", result, () => ({ details: null })).then(() => {}),
  "tool-result.throw": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ isError: true }),
      boom,
      () => ({ details: 2 }),
    ).then(() => {}),
  "message-end.replace": (open, see) =>
    emitting(
      open,
      see,
      "message_end",
      { message: user("a") },
      () => ({ message: user("b") }),
      (event: { message: unknown }) => see("next sees", event.message),
    ).then(() => {}),
  "message-end.other-role": (open, see) =>
    emitting(open, see, "message_end", { message: user("a") }, () => ({
      message: { role: "assistant", content: [] },
    })).then(() => {}),
  "message-end.unmodified": (open, see) =>
    emitting(
      open,
      see,
      "message_end",
      { message: user("a") },
      () => ({}),
      () => undefined,
    ).then(() => {}),
  "message-end.content-null": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_end: (event) =>
            event.message.role === "user" ? { message: { ...event.message, content: null } } : undefined,
          turn_end: (_event, ctx) =>
            see(
              "stored",
              ctx.sessionManager
                .getEntries()
                .flatMap((entry: { message?: { role: string; content: unknown } }) =>
                  entry.message?.role === "user" ? [entry.message.content] : [],
                ),
            ),
        }),
      ],
    });
    await stage.submit("a");
  },
  "message-end.in-place": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_end: (event) => {
            if (event.message.role === "user") event.message.content = [{ type: "text", text: "changed" }];
          },
        }),
      ],
    });
    await stage.submit("a");
    see("model got", stage.requests[0]?.messages);
  },
  "message-end.replacement-stored": async (open, see) => {
    const stage = await open({
      replies: ["said"],
      extensions: [
        handling({
          message_end: (event) =>
            event.message.role === "assistant"
              ? { message: { ...event.message, content: [{ type: "text", text: "replaced" }] } }
              : undefined,
          turn_end: (event) => see("turn_end", event.message.content),
          agent_end: (event) => see("agent_end", event.messages.at(-1).content),
        }),
      ],
    });
    await stage.submit("a");
    const entries = stage.context().sessionManager.getEntries();
    see(
      "session",
      entries.flatMap((entry) =>
        entry.type === "message" && entry.message.role === "assistant" ? [entry.message.content] : [],
      ),
    );
  },
  "context.replace": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [user("a")] },
      () => ({ messages: [user("b"), user("c")] }),
      (event: { messages: unknown }) => see("next sees", event.messages),
    ).then(() => {}),
  "context.in-place": (open, see) =>
    emitting(open, see, "context", { messages: [user("a")] }, (event: { messages: unknown[] }) => {
      event.messages.push(user("pushed"));
    }).then(() => {}),
  "context.unchanged": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [{ role: "system", content: "s" }, user("a")] },
      () => undefined,
      (event: { messages: unknown[] }) => ({ messages: [...event.messages] }),
    ).then(() => {}),
  "context.system-hidden": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [{ role: "system", content: "s", timestamp: 1 }, user("a")] },
      (event: { messages: { role: string }[] }) =>
        see(
          "roles",
          event.messages.map(({ role }) => role),
        ),
    ).then(() => {}),
  "context.system-restored": async (open, see) => {
    const stage = await open({ extensions: [handling({ context: () => ({ messages: [user("only")] }) })] });
    const messages = [
      { role: "system", content: "", sections: { preamble: "p" }, timestamp: 1 },
      user("a"),
      { role: "system", content: "", sections: { more: "m" }, timestamp: 2 },
      user("b"),
    ];
    const sent = (await stage.emit("context", { messages })) as { role: string; sections?: object }[];
    see(
      "roles",
      sent.map(({ role }) => role),
    );
    see("head", Object.keys(sent[0]?.sections ?? {}));
  },
  "context.clone": async (open, see) => {
    const messages = [user("a")];
    const stage = await open({
      extensions: [
        handling({
          context: (event) => {
            event.messages[0].content = "changed";
          },
        }),
      ],
    });
    see("sent", await stage.emit("context", { messages }));
    see("transcript", messages);
  },
  "context.clone-fails": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "t", id: "c1" }] }, "never"],
      extensions: [
        (pi) => pi.registerTool(tool("t", async () => ({ content: [], details: { run: () => 1 } }))),
        handling({
          agent_end: (event) =>
            see("last", [
              event.messages.at(-1).stopReason,
              /could not be cloned\.$/.test(event.messages.at(-1).errorMessage),
            ]),
        }),
      ],
    });
    await stage.submit("go");
    see("requests", stage.requests.length);
  },
  "context.throw": (open, see) =>
    emitting(open, see, "context", { messages: [user("a")] }, (event: { messages: unknown[] }) => {
      event.messages.push(user("lost"));
      throw new Error("boom");
    }).then(() => {}),
  "context-system.verbatim": async (open, see) => {
    const stage = await open({
      extensions: [handling({ context_with_system: (event) => ({ messages: [...event.messages, user("added")] }) })],
    });
    see("sent", await stage.emit("context", { messages: [user("a")] }));
  },
  "context-system.dropped": async (open, see) => {
    const stage = await open({ extensions: [handling({ context_with_system: () => ({ messages: [user("a")] }) })] });
    see("sent", await stage.emit("context", { messages: [{ role: "system", content: "s", timestamp: 1 }, user("a")] }));
    see("errors", stage.errors);
  },
  "request.chain": (open, see) =>
    emitting(
      open,
      see,
      "before_provider_request",
      { payload: { a: 1 } },
      () => ({ b: 2 }),
      (event: { payload: object }) => ({ ...event.payload, c: 3 }),
    ).then(() => {}),
  "request.null": async (open, see) => {
    for (const value of [null, false, 0, "", undefined])
      await emitting(open, see, "before_provider_request", { payload: { a: 1 } }, () => value);
  },
  "request.in-place": (open, see) =>
    emitting(open, see, "before_provider_request", { payload: { a: 1 } }, (event: { payload: { a: number } }) => {
      event.payload.a = 2;
    }).then(() => {}),
  "request.throw": (open, see) =>
    emitting(open, see, "before_provider_request", { payload: { a: 1 } }, () => ({ b: 1 }), boom).then(() => {}),
  "headers.mutate": (open, see) =>
    emitting(
      open,
      see,
      "before_provider_headers",
      { headers: { a: "1", b: "2" } },
      (event: { headers: Record<string, string | null> }) => {
        event.headers.a = "mine";
        event.headers.b = null;
      },
      (event: { headers: object }) => {
        event.headers = { other: "x" };
      },
    ).then(() => {}),
  "headers.throw-keeps": (open, see) =>
    emitting(open, see, "before_provider_headers", { headers: { a: "1" } }, (event: { headers: { a: string } }) => {
      event.headers.a = "kept";
      throw new Error("boom");
    }).then(() => {}),
  "input.transform-chain": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "interactive" },
      (event: { text: string }) => ({ action: "transform", text: `${event.text}b` }),
      (event: { text: string }) => ({ action: "transform", text: `${event.text}c` }),
    ).then(() => {}),
  "input.handled-stops": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => ({ action: "handled" }),
      () => see("not called", 1),
    ).then(() => {}),
  "input.continue": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => undefined,
      () => ({ action: "continue" }),
      () => ({
        action: "nonsense",
      }),
    ).then(() => {}),
  "input.same-text": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => ({ action: "transform", text: "b" }),
      () => ({
        action: "transform",
        text: "a",
      }),
    ).then(() => {}),
  "input.images": async (open, see) => {
    const images = [{ type: "image", data: "x", mimeType: "image/png" }];
    const other = [{ type: "image", data: "y", mimeType: "image/png" }];
    await emitting(open, see, "input", { text: "a", images, source: "rpc" }, () => ({
      action: "transform",
      text: "b",
    }));
    await emitting(open, see, "input", { text: "a", images, source: "rpc" }, () => ({
      action: "transform",
      text: "a",
      images: other,
    }));
  },
  "input.undefined-text": async (open, see) => {
    const stage = await open({ extensions: [handling({ input: () => ({ action: "transform" }) })] });
    const sent = (await stage.emit("input", { text: "a", source: "rpc" })) as object;
    see("keys", ["action" in sent, "text" in sent, (sent as { text?: string }).text === undefined]);
  },
  "input.keys": async (open, see) => {
    const stage = await open({ extensions: [handling({ input: (event) => see("keys", Object.keys(event).sort()) })] });
    await stage.submit("hello");
  },
  "input.throw": (open, see) =>
    emitting(open, see, "input", { text: "a", source: "rpc" }, boom, () => ({ action: "transform", text: "b" })).then(
      () => {},
    ),
  "user-bash.first": (open, see) =>
    emitting(
      open,
      see,
      "user_bash",
      bashCommand,
      () => undefined,
      () => ({ result: bashResult }),
      () => see("not called", 1),
    ).then(() => {}),
  "user-bash.invalid": (open, see) =>
    emitting(
      open,
      see,
      "user_bash",
      bashCommand,
      () => ({ result: { output: 1 } }),
      () => see("not called", 1),
    ).then(() => {}),
  "user-bash.null": async (open, see) => {
    for (const value of [null, {}, { operations: { exec: () => {} }, result: bashResult }])
      await emitting(open, see, "user_bash", bashCommand, () => value);
  },
  "user-bash.exit-code-key": async (open, see) => {
    const { exitCode: _code, ...without } = bashResult;
    await emitting(open, see, "user_bash", bashCommand, () => ({ result: without }));
    await emitting(open, see, "user_bash", bashCommand, () => ({ result: { ...bashResult, exitCode: undefined } }));
  },
  "user-bash.throw": (open, see) =>
    emitting(open, see, "user_bash", bashCommand, boom, () => see("not called", 1)).then(() => {}),
  "resources.merge": (open, see) =>
    emitting(
      open,
      see,
      "resources_discover",
      { cwd: "/x", reason: "startup" },
      () => ({ skillPaths: ["/a"], promptPaths: ["/p1", "/p2"] }),
      () => ({ skillPaths: ["/b"], themePaths: [] }),
      () => undefined,
    ).then(() => {}),
  "resources.throw": (open, see) =>
    emitting(open, see, "resources_discover", { cwd: "/x", reason: "startup" }, boom, () => ({
      skillPaths: ["/b"],
    })).then(() => {}),
  "start.messages": async (open, see) => {
    const message = (content: string) => ({ message: { customType: "m", content, display: true } });
    const stage = await open({
      extensions: [
        handling({ before_agent_start: [() => message("a"), () => undefined] }),
        handling({ before_agent_start: () => message("b") }),
      ],
    });
    see("messages", ((await stage.emit("before_agent_start", { prompt: "p" })) as { messages: unknown }).messages);
  },
  "start.prompt-chain": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "forced" }) }),
        handling({ before_agent_start: (event) => ({ systemPrompt: `${event.systemPrompt} more` }) }),
        handling({ before_agent_start: (event) => see("third reads", [event.systemPrompt]) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
  },
  "start.prompt-ctx": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "forced" }) }),
        handling({ before_agent_start: (_event, ctx) => see("ctx reads", ctx.getSystemPrompt()) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
    see("after", stage.context().getSystemPrompt() === "forced");
  },
  "start.options-shared": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          before_agent_start: (event) => {
            event.systemPromptOptions.sections.mine = "text";
            event.systemPromptOptions.selectedTools = ["read"];
          },
        }),
        handling({
          before_agent_start: (event) => {
            const { sections, selectedTools } = event.systemPromptOptions;
            see("next sees", [Object.keys(sections), selectedTools, event.systemPrompt.includes("text")]);
          },
        }),
      ],
    });
    const sent = (await stage.emit("before_agent_start", { prompt: "p" })) as { systemPromptOptions: object };
    see("keys", Object.keys(sent.systemPromptOptions).sort());
  },
  "start.empty-prompt": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "" }) }),
        handling({ before_agent_start: (event) => see("next reads", [event.systemPrompt]) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
  },
  "start.prompt-read-only": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          before_agent_start: (event) => {
            see("getter", typeof Object.getOwnPropertyDescriptor(event, "systemPrompt")?.get);
            event.systemPrompt = "assigned";
          },
        }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
    see(
      "errors",
      stage.errors.map(({ extensionPath, event }) => [extensionPath, event]),
    );
  },
  "start.throw": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: boom }),
        handling({ before_agent_start: () => ({ message: { customType: "m", content: "x", display: false } }) }),
      ],
    });
    see("messages", ((await stage.emit("before_agent_start", { prompt: "p" })) as { messages: unknown }).messages);
    see("errors", stage.errors);
  },
  "boundary.entries": (open, see) =>
    boundary(
      open,
      see,
      () => ({ entries: [{ type: "custom", customType: "a", data: 1 }] }),
      (event: { entries: unknown }) => {
        see("next sees", event.entries);
        return { entries: [{ type: "custom", customType: "b" }] };
      },
    ),
  "boundary.continue": (open, see) =>
    boundary(
      open,
      see,
      () => ({ continue: true }),
      (event: { continue: boolean }) => {
        see("next sees", event.continue);
        return { entries: [] };
      },
    ),
  "boundary.preview": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          turn_end: () => ({
            entries: [{ type: "custom_message", customType: "m", content: "hello", display: true }],
          }),
        }),
        handling({
          turn_end: (event) => {
            const { contextEntries, contextMessages, llmMessages, pendingMessages, canContinue } = event.context;
            see("entries", contextEntries.length);
            see("roles", roles(contextMessages));
            see("llm", roles(llmMessages));
            see("rest", [pendingMessages, canContinue]);
          },
        }),
      ],
    });
    await stage.emit("turn_end", turnEnd);
  },
  "boundary.invalid": (open, see) =>
    boundary(open, see, () => ({
      entries: [{ type: "context_edit", targetId: "ffffffff", replacement: null }],
      continue: true,
    })),
  "boundary.recovered": (open, see) =>
    boundary(
      open,
      see,
      () => ({ entries: [{ type: "context_edit", targetId: "ffffffff", replacement: null }] }),
      () => ({ entries: [{ type: "custom", customType: "ok" }] }),
    ),
  "boundary.throw": (open, see) =>
    boundary(open, see, () => ({ entries: [{ type: "custom", customType: "a" }] }), boom),
  "warming.last": (open, see) =>
    emitting(
      open,
      see,
      "cache_warming_decision",
      warming,
      () => ({ action: "warm" }),
      () => undefined,
      () => ({
        action: "wait",
      }),
    ).then(() => {}),
  "warming.event-action": (open, see) =>
    emitting(
      open,
      see,
      "cache_warming_decision",
      warming,
      () => ({ action: "warm" }),
      (event: { action: string }) => see("next sees", event.action),
    ).then(() => {}),
  "warming.none": (open, see) =>
    emitting(open, see, "cache_warming_decision", warming, () => ({}), boom).then(() => {}),
} satisfies Record<keyof typeof combination, Scenario>;
