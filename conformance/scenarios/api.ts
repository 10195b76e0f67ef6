// Scenarios of section 5: what the members of `pi` do.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attempt, attemptAsync, handling, on, text, tick, tool } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { OpenStage, Scenario, Setup, Stage } from "../stage.ts";

/** Opens a stage and hands out the `pi` of its only extension. */
const withPi = async (open: OpenStage, setup: Setup = {}): Promise<{ stage: Stage; pi: ExtensionAPI }> => {
  let own: ExtensionAPI | undefined;
  const stage = await open({
    ...setup,
    extensions: [
      (pi) => {
        own = pi;
      },
      ...(setup.extensions ?? []),
    ],
  });
  return { stage, pi: own as ExtensionAPI };
};

const modelOf = (stage: Stage, id: string) => stage.context().modelRegistry.find("scripted", id) as never;
const types = (stage: Stage) =>
  stage
    .context()
    .sessionManager.getEntries()
    .map(({ type }) => type);
const names = (pi: ExtensionAPI, prefix: string) =>
  pi.getAllTools().flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []));

export const apiScenarios = {
  "api.members": async (open, see) => {
    const { pi } = await withPi(open);
    see("members", Object.keys(pi).sort());
  },
  "api.detached": async (open, see) => {
    const { pi } = await withPi(open);
    const { getActiveTools, appendEntry, getSessionName } = pi;
    see("results", [getActiveTools(), appendEntry("e", 1), getSessionName()]);
  },
  "api.register-returns": async (open, see) => {
    const { pi } = await withPi(open);
    see("tool", [pi.registerTool(tool("t", async () => text("x")))]);
    see("command", [pi.registerCommand("c", { handler: async () => {} })]);
    see("flag", [pi.registerFlag("f", { type: "boolean" })]);
    see("shortcut", [pi.registerShortcut("ctrl+q", { handler: () => {} })]);
    see("renderer", [pi.registerMessageRenderer("m", () => undefined)]);
    see("message", [pi.sendMessage({ customType: "m", content: "x", display: true })]);
  },
  "entry.custom": async (open, see) => {
    const { pi, stage } = await withPi(open);
    see("returned", [pi.appendEntry("mine", { a: 1 })]);
    see("entry", stage.context().sessionManager.getEntries().at(-1));
  },
  "entry.by-reference": async (open, see) => {
    const { pi, stage } = await withPi(open);
    const data = { a: 1 };
    pi.appendEntry("mine", data);
    const entry = stage.context().sessionManager.getEntries().at(-1) as unknown as { data: object };
    see("same", entry.data === data);
  },
  "entry.no-event": async (open, see) => {
    const seen: string[] = [];
    const events = ["message_start", "message_end", "turn_start", "session_info_changed"];
    const { pi } = await withPi(open, {
      extensions: [handling(Object.fromEntries(events.map((event) => [event, () => void seen.push(event)])))],
    });
    pi.appendEntry("mine", 1);
    await tick();
    see("heard", seen);
  },
  "name.normalised": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      extensions: [handling({ session_info_changed: ({ name }) => void seen.push(name) })],
    });
    pi.setSessionName("  a\r\n\nb  ");
    see("name", pi.getSessionName());
    await tick();
    see("event", seen);
  },
  "name.cleared": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      extensions: [
        handling({ session_info_changed: (event) => void seen.push([event.name ?? null, "name" in event]) }),
      ],
    });
    pi.setSessionName("x");
    pi.setSessionName("");
    see("name", [pi.getSessionName()]);
    await tick();
    see("events", seen);
  },
  "name.same-again": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      extensions: [handling({ session_info_changed: ({ name }) => void seen.push(name) })],
    });
    pi.setSessionName("x");
    pi.setSessionName("x");
    await tick();
    see("events", seen);
  },
  "name.undefined": async (open, see) => {
    const { pi } = await withPi(open);
    const thrown = attempt(() => pi.setSessionName(undefined as never)) as { threw?: string };
    see("threw", typeof thrown.threw);
  },
  "label.set": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.appendEntry("mine", 1);
    const { sessionManager } = stage.context();
    const id = sessionManager.getLeafId() as string;
    see("returned", [pi.setLabel(id, "here")]);
    see("label", sessionManager.getLabel(id));
    see("entry", sessionManager.getEntries().at(-1));
    pi.setLabel(id, "");
    see("cleared", [sessionManager.getLabel(id)]);
  },
  "label.unknown": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() => pi.setLabel("nope", "x")),
    );
  },
  "tools.active-default": async (open, see) => {
    const { pi } = await withPi(open, {
      extensions: [(other) => other.registerTool(tool("mine", async () => text("x")))],
    });
    see("active", pi.getActiveTools());
  },
  "tools.all-order": async (open, see) => {
    const { pi } = await withPi(open, {
      extensions: ["z", "a"].map(
        (name) => (other: ExtensionAPI) => other.registerTool(tool(name, async () => text("x"))),
      ),
    });
    see(
      "all",
      pi.getAllTools().map(({ name }) => name),
    );
  },
  "tools.info": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(
      tool("mine", async () => text("x"), {
        promptGuidelines: ["be kind"],
        annotations: { readOnlyHint: true },
        label: "Mine",
      }),
    );
    see(
      "info",
      pi.getAllTools().find(({ name }) => name === "mine"),
    );
    const read = pi.getAllTools().find(({ name }) => name === "read");
    see("core", [read?.exposure, read?.sourceInfo]);
  },
  "tools.set-active": async (open, see) => {
    const { pi } = await withPi(open);
    see("returned", [pi.setActiveTools(["read", "nope", "bash", "read"])]);
    see("active", pi.getActiveTools());
  },
  "tools.set-order": async (open, see) => {
    const { pi } = await withPi(open);
    pi.setActiveTools(["grep", "write", "read"]);
    see("active", pi.getActiveTools());
  },
  "tools.set-empty": async (open, see) => {
    const { pi } = await withPi(open);
    pi.setActiveTools([]);
    see("active", pi.getActiveTools());
  },
  "tools.set-undefined": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "returned",
      attempt(() => pi.setActiveTools(undefined as never)),
    );
    see("active", pi.getActiveTools());
  },
  "tools.late": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("late", async () => text("x")));
    see("active", pi.getActiveTools());
  },
  "tools.late-after-narrowing": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("early", async () => text("x")));
    pi.setActiveTools(["read"]);
    pi.registerTool(tool("late", async () => text("x")));
    see("active", pi.getActiveTools());
    pi.registerTool(tool("early", async () => text("again")));
    see("registered again", pi.getActiveTools());
  },
  "tools.exposure": async (open, see) => {
    const { pi } = await withPi(open);
    for (const exposure of ["direct", "model-only", "codemode", "deferred", "hidden"])
      pi.registerTool(tool(`t-${exposure}`, async () => text("x"), { exposure }));
    see("registered", names(pi, "t-"));
    see(
      "active",
      pi.getActiveTools().filter((name) => name.startsWith("t-")),
    );
  },
  "tools.default-inactive": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("t-off", async () => text("x"), { defaultActive: false }));
    see("active", pi.getActiveTools().includes("t-off"));
    pi.setActiveTools(["t-off"]);
    see("activated", pi.getActiveTools());
  },
  "tools.hidden": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("t-hidden", async () => text("x"), { exposure: "hidden" }));
    pi.registerTool(tool("t-deferred", async () => text("x"), { exposure: "deferred" }));
    pi.setActiveTools(["t-hidden", "t-deferred"]);
    see("active", pi.getActiveTools());
  },
  "tools.overrides-core": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      replies: [{ calls: [{ name: "read", id: "c1" }] }],
      extensions: [handling({ tool_result: ({ content }) => see("ran", content) })],
    });
    pi.registerTool(tool("read", async () => text("mine")));
    see("source", pi.getAllTools().find(({ name }) => name === "read")?.sourceInfo);
    see(
      "order",
      pi.getAllTools().map(({ name }) => name),
    );
    await stage.submit("go");
  },
  "tools.custom-wins": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      replies: [{ calls: [{ name: "mine", id: "c1" }] }],
      customTools: [tool("mine", async () => text("host"))],
      extensions: [
        (other) => other.registerTool(tool("mine", async () => text("extension"))),
        handling({ tool_result: ({ content }) => see("ran", content) }),
      ],
    });
    see("source", pi.getAllTools().find(({ name }) => name === "mine")?.sourceInfo);
    await stage.submit("go");
  },
  "tools.prepare-loadout-throws": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.registerTool(
      tool("t", async () => text("x"), {
        prepareLoadout: () => {
          throw new Error("no loadout");
        },
      }),
    );
    see("errors", stage.errors.slice(0, 1));
    see("active", pi.getActiveTools().includes("t"));
  },
  "commands.list": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerCommand("hello", { description: "says hello", handler: async () => {} });
    see("commands", pi.getCommands());
  },
  "commands.description-spread": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.registerCommand("outer", { name: "inner", handler: async () => see("ran", true) } as never);
    see(
      "names",
      pi.getCommands().map(({ name }) => name),
    );
    await stage.submit("/inner");
  },
  "model.set": async (open, see) => {
    const { pi, stage } = await withPi(open);
    see("returned", await attemptAsync(() => pi.setModel(modelOf(stage, "other"))));
    see("model", stage.context().model?.id);
    see("entry", stage.context().sessionManager.getEntries().at(-1));
  },
  "model.select-event": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [
        handling({
          model_select: ({ model, previousModel, source }) => see("event", [model.id, previousModel.id, source]),
        }),
      ],
    });
    await pi.setModel(modelOf(stage, "other"));
  },
  "model.same": async (open, see) => {
    const { pi, stage } = await withPi(open, { extensions: [handling({ model_select: () => see("never", 1) })] });
    const before = types(stage).length;
    see("returned", await pi.setModel(modelOf(stage, "main")));
    see("entries", types(stage).slice(before));
  },
  "model.unknown-provider": async (open, see) => {
    const { pi, stage } = await withPi(open);
    see(
      "returned",
      await attemptAsync(() => pi.setModel({ ...(modelOf(stage, "main") as object), provider: "nowhere" } as never)),
    );
    see("model", stage.context().model?.id);
  },
  "model.undefined": async (open, see) => {
    const { pi } = await withPi(open);
    const result = (await attemptAsync(() => pi.setModel(undefined as never))) as { rejected?: string };
    see("rejected", typeof result.rejected);
  },
  "model.clamps-thinking": async (open, see) => {
    const seen: unknown[] = [];
    const { pi, stage } = await withPi(open, {
      reasoning: true,
      extensions: [
        handling({
          thinking_level_select: ({ level, previousLevel }) => void seen.push([previousLevel, level]),
          model_select: ({ model }) => void seen.push(model.id),
        }),
      ],
    });
    pi.setThinkingLevel("high");
    await pi.setModel(modelOf(stage, "plain"));
    see("events", seen);
    see("level", pi.getThinkingLevel());
  },
  "thinking.clamped": async (open, see) => {
    const { pi } = await withPi(open, { reasoning: true });
    for (const level of ["low", "xhigh", "max", "nonsense", "minimal", "off"]) {
      pi.setThinkingLevel(level as never);
      see(level, [pi.getThinkingLevel()]);
    }
  },
  "thinking.unchanged": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      reasoning: true,
      extensions: [handling({ thinking_level_select: ({ level }) => void seen.push(level) })],
    });
    pi.setThinkingLevel("high");
    pi.setThinkingLevel("high");
    await tick();
    see("events", seen);
  },
  "thinking.not-reasoning": async (open, see) => {
    const { pi } = await withPi(open, { extensions: [handling({ thinking_level_select: () => see("never", 1) })] });
    pi.setThinkingLevel("high");
    see("level", [pi.getThinkingLevel()]);
  },
  "thinking.entry": async (open, see) => {
    const { pi, stage } = await withPi(open, { reasoning: true });
    const before = types(stage).length;
    pi.setThinkingLevel("high");
    pi.setThinkingLevel("high");
    see("entries", types(stage).slice(before));
  },
  "thinking.default": async (open, see) => {
    const { pi, stage } = await withPi(open, { reasoning: true });
    see("level", [pi.getThinkingLevel()]);
    see("entries", types(stage));
  },
  "shortcuts.reserved": async (open, see) => {
    const { pi, stage } = await withPi(open);
    for (const key of ["ctrl+c", "escape", "ctrl+o", "Ctrl+K", "ctrl+q"])
      pi.registerShortcut(key as never, { handler: () => {} });
    see("bound", stage.shortcuts());
  },
  "shortcuts.last-wins": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [(other) => other.registerShortcut("ctrl+Q" as never, { handler: () => {} })],
    });
    pi.registerShortcut("ctrl+q", { handler: () => {} });
    see("bound", stage.shortcuts());
  },
  "renderers.first-wins": async (open, see) => {
    const calls = ["a1", "a2", "b"].map((name) => Object.assign(() => undefined, { label: name }));
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerMessageRenderer("m", calls[0] as never);
          pi.registerMessageRenderer("m", calls[1] as never);
        },
        (pi) => pi.registerMessageRenderer("m", calls[2] as never),
      ],
    });
    see("renderer", (stage.renderers("message", "m") as { label: string }).label);
    see("none", [stage.renderers("message", "other")]);
  },
  "renderers.entry": async (open, see) => {
    const calls = ["a1", "a2", "b"].map((name) => Object.assign(() => undefined, { label: name }));
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerEntryRenderer("e", calls[0] as never);
          pi.registerEntryRenderer("e", calls[1] as never);
        },
        (pi) => pi.registerEntryRenderer("e", calls[2] as never),
      ],
    });
    see("renderer", (stage.renderers("entry", "e") as { label: string }).label);
  },
  "markdown.chain": async (open, see) => {
    const add = (mark: string) => (pi: ExtensionAPI) => {
      pi.registerMarkdownTransformer((markdown) => `${markdown} replaced`);
      pi.registerMarkdownTransformer((markdown) => `${markdown}${mark}`);
    };
    const stage = await open({ extensions: [add("1"), add("2")] });
    see("text", stage.markdown("x", "assistant"));
  },
  "markdown.types": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => pi.registerMarkdownTransformer((markdown) => `${markdown}1`),
        (pi) => pi.registerMarkdownTransformer((markdown) => `${markdown}2`, { messageTypes: ["custom"] }),
      ],
    });
    for (const type of ["user", "assistant", "assistant-thinking", "custom", "summary"])
      see(type, stage.markdown("x", type));
  },
  "tool-renderer.chain": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => pi.registerToolRenderer((name, next) => (name === "one" ? ({ renderShell: "self" } as never) : next())),
        (pi) =>
          pi.registerToolRenderer((name, next) => (name === "two" ? ({ renderShell: "default" } as never) : next())),
      ],
    });
    for (const name of ["one", "two", "three"]) see(name, [stage.toolRenderer(name)]);
  },
  "provider.needs-config": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() => pi.registerProvider("p", undefined as never)),
    );
  },
  "provider.late": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.registerProvider("late", {
      baseUrl: "http://late.invalid",
      apiKey: "k",
      api: "openai-completions",
      models: [
        {
          id: "m",
          name: "M",
          reasoning: false,
          input: ["text"],
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          contextWindow: 10,
          maxTokens: 5,
        },
      ],
    } as never);
    const model = stage.context().modelRegistry.find("late", "m");
    see("model", [model?.id, model?.provider, model?.baseUrl]);
    see("chosen", await pi.setModel(model as never));
  },
  "provider.unregister": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "unknown",
      attempt(() => pi.unregisterProvider("nope")),
    );
  },
  "virtual.empty": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() => pi.registerVirtualModel({ provider: "", id: "", name: "x", route: () => ({}) } as never)),
    );
  },
  "virtual.conflict": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() =>
        pi.registerVirtualModel({ provider: "scripted", id: "main", name: "x", route: () => ({}) } as never),
      ),
    );
  },
  "mcp.invalid": async (open, see) => {
    const { pi } = await withPi(open);
    const configs: [string, unknown][] = [
      ["bad name", { command: "x" }],
      ["a", undefined],
      ["a", {}],
      ["a", { command: "x", args: "y" }],
      ["a", { url: "ftp://x" }],
      ["a", { command: "x", timeout: -1 }],
      ["a", { command: "x", exposure: "wrong" }],
      ["a", { type: "sse", url: "http://x" }],
    ];
    for (const [name, config] of configs)
      see(
        JSON.stringify([name, config]),
        attempt(() => pi.registerMcpServer(name, config as never)),
      );
  },
  "mcp.other-owner": async (open, see) => {
    await open({
      extensions: [
        (pi) => pi.registerMcpServer("s", { command: "x" }),
        (pi) => {
          on(pi, "mcp_servers_change", () => {});
          see(
            "threw",
            attempt(() => pi.registerMcpServer("s", { command: "y" })),
          );
        },
      ],
    });
  },
  "mcp.clash": async (open, see) => {
    await open({
      extensions: [
        (pi) => pi.registerMcpServer("a-b", { command: "x" }),
        (pi) => {
          on(pi, "mcp_servers_change", () => {});
          see(
            "threw",
            attempt(() => pi.registerMcpServer("a_b", { command: "y" })),
          );
        },
      ],
    });
  },
  "mcp.change-event": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      extensions: [
        handling({
          mcp_servers_change: ({ servers }) => void seen.push(servers.map(({ name }: { name: string }) => name)),
        }),
      ],
    });
    see("at the start", seen.length);
    pi.registerMcpServer("a", { command: "x" });
    pi.registerMcpServer("b", { url: "http://x.invalid" });
    pi.registerMcpServer("a", { command: "z" });
    pi.unregisterMcpServer("a");
    pi.unregisterMcpServer("nope");
    await tick();
    see("events", seen);
  },
  "mcp.unhandled": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [(other) => other.registerMcpServer("early", { command: "x" })],
    });
    see("at the start", stage.errors);
    pi.registerMcpServer("late", { command: "x" });
    pi.registerMcpServer("late", { command: "y" });
    see("later", stage.errors);
  },
  "mcp.unregister-foreign": async (open, see) => {
    const { pi } = await withPi(open, {
      extensions: [
        (other) => other.registerMcpServer("theirs", { command: "x" }),
        handling({ mcp_servers_change: () => see("never", 1) }),
      ],
    });
    pi.unregisterMcpServer("theirs");
    await tick();
    see("servers", pi.getMcpServers());
  },
  "mcp.copies": async (open, see) => {
    const { pi } = await withPi(open, { extensions: [handling({ mcp_servers_change: () => {} })] });
    const config = { command: "x", args: ["1"] };
    pi.registerMcpServer("s", config);
    config.args.push("2");
    for (const server of pi.getMcpServers()) (server.config as { args: string[] }).args.push("3");
    see("servers", pi.getMcpServers());
  },
  "bus.sync": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open);
    pi.events.on("c", async (data) => {
      seen.push(["first", data]);
      await tick();
      seen.push("first ends");
    });
    pi.events.on("c", (data) => void seen.push(["second", data]));
    see("returned", [pi.events.emit("c", { a: 1 })]);
    see("before it returned", [...seen]);
    await tick();
    await tick();
    see("later", seen);
  },
  "bus.across": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      extensions: [(other) => void other.events.on("c", (data) => void seen.push(data))],
    });
    pi.events.emit("c", 1);
    pi.events.emit("other", 2);
    see("heard", seen);
  },
  "bus.error-reported": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [
        (other) =>
          void other.events.on("c", () => {
            throw new Error("boom");
          }),
      ],
    });
    see(
      "emit",
      attempt(() => pi.events.emit("c", 1)),
    );
    await tick();
    see("errors", stage.errors);
  },
  "bus.rejection-reported": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [(other) => void other.events.on("c", async () => Promise.reject(new Error("later")))],
    });
    pi.events.emit("c", 1);
    await tick();
    see("errors", stage.errors);
  },
  "bus.unsubscribe": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open);
    const end = pi.events.on("c", (data) => void seen.push(data));
    pi.events.emit("c", 1);
    see("returned", [end()]);
    end();
    pi.events.emit("c", 2);
    see("heard", seen);
  },
  "bus.during-load": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        (pi) =>
          void pi.events.on("c", (data) => {
            seen.push(data);
            throw new Error("lost");
          }),
        (pi) => pi.events.emit("c", "in the factory"),
      ],
    });
    await tick();
    see("heard", seen);
    see("errors", stage.errors);
  },
  "bus.reload": async (open, see) => {
    const seen: string[] = [];
    let load = 0;
    let latest: ExtensionAPI | undefined;
    const stage = await open({
      extensions: [
        (pi) => {
          latest = pi;
          const own = ++load;
          pi.events.on("c", () => void seen.push(`load ${own}`));
        },
      ],
    });
    await stage.reload();
    latest?.events.emit("c", 1);
    see("heard", seen);
  },
  "bus.members": async (open, see) => {
    const { pi } = await withPi(open);
    see("members", Object.keys(pi.events).sort());
  },
  "settings.copy": async (open, see) => {
    const { pi } = await withPi(open);
    const first = pi.getSettings() as { retry?: { enabled?: boolean } };
    if (first.retry) first.retry.enabled = true;
    see("unchanged", (pi.getSettings() as { retry?: { enabled?: boolean } }).retry?.enabled);
  },
} satisfies Record<keyof typeof api, Scenario>;
