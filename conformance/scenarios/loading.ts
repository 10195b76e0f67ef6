// Scenarios of sections 1 and 2: loading and binding.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type AnyHandler, attempt, attemptAsync, handling, on, text, tick, tool } from "../recording.ts";
import type { loading } from "../requirements/loading.ts";
import type { Scenario } from "../stage.ts";

const anyModel = { provider: "scripted", id: "other" } as never;

const actions: Record<string, (pi: ExtensionAPI) => unknown> = {
  sendMessage: (pi) => pi.sendMessage({ customType: "m", content: "x", display: true }),
  sendUserMessage: (pi) => pi.sendUserMessage("x"),
  appendEntry: (pi) => pi.appendEntry("e"),
  setSessionName: (pi) => pi.setSessionName("n"),
  getSessionName: (pi) => pi.getSessionName(),
  setLabel: (pi) => pi.setLabel("x", "l"),
  getActiveTools: (pi) => pi.getActiveTools(),
  getAllTools: (pi) => pi.getAllTools(),
  setActiveTools: (pi) => pi.setActiveTools([]),
  getSettings: (pi) => pi.getSettings(),
  getCommands: (pi) => pi.getCommands(),
  getThinkingLevel: (pi) => pi.getThinkingLevel(),
  setThinkingLevel: (pi) => pi.setThinkingLevel("low"),
};

const failing =
  (error: unknown, before: (pi: ExtensionAPI) => void = () => {}) =>
  (pi: ExtensionAPI) => {
    before(pi);
    throw error;
  };

export const loadingScenarios = {
  "load.in-order": async (open, see) => {
    const seen: string[] = [];
    await open({
      extensions: [
        async () => {
          seen.push("1 starts");
          await tick();
          seen.push("1 ends");
        },
        () => void seen.push("2"),
      ],
    });
    see("order", seen);
  },
  "load.throwing-stubs": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          for (const [name, act] of Object.entries(actions))
            see(
              name,
              attempt(() => act(pi)),
            );
        },
      ],
    });
  },
  "load.set-model-rejects": async (open, see) => {
    await open({ extensions: [async (pi) => see("setModel", await attemptAsync(() => pi.setModel(anyModel)))] });
  },
  "load.what-works": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          see(
            "on",
            attempt(() => typeof pi.on("agent_start", () => {})),
          );
          see(
            "getFlag",
            attempt(() => pi.getFlag("none")),
          );
          see(
            "getMcpServers",
            attempt(() => pi.getMcpServers()),
          );
          see(
            "events",
            attempt(() => [typeof pi.events.on("c", () => {}), pi.events.emit("c", 1)]),
          );
          see(
            "registerTool",
            attempt(() => pi.registerTool(tool("t", async () => text("x")))),
          );
        },
      ],
    });
  },
  "load.no-emit": async (open, see) => {
    const seen: string[] = [];
    await open({
      start: false,
      extensions: [handling({ session_start: () => void seen.push("start") }), () => {}],
    });
    see("heard", seen);
  },
  "load.rollback": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        failing(new Error("no"), (pi) => {
          pi.on("agent_start", () => void seen.push("rolled back"));
          pi.registerTool(tool("lost", async () => text("x")));
          pi.registerCommand("lost", { handler: async () => {} });
        }),
        (pi) => {
          on(pi, "agent_start", () => {
            see(
              "tools",
              pi.getAllTools().some(({ name }) => name === "lost"),
            );
            see("commands", pi.getCommands().length);
          });
        },
      ],
    });
    await stage.emit("agent_start");
    see("handlers", seen);
  },
  "load.others-survive": async (open, see) => {
    const stage = await open({
      extensions: [failing(new Error("no")), handling({ agent_start: () => see("runs", true) })],
    });
    await stage.emit("agent_start");
    see("load errors", stage.loadErrors);
  },
  "load.leaked-api": async (open, see) => {
    let leaked: ExtensionAPI | undefined;
    await open({
      extensions: [
        failing(new Error("no"), (pi) => {
          leaked = pi;
        }),
      ],
    });
    see(
      "on",
      attempt(() => leaked?.on("agent_start", () => {})),
    );
    see(
      "getFlag",
      attempt(() => leaked?.getFlag("x")),
    );
    see(
      "getActiveTools",
      attempt(() => leaked?.getActiveTools()),
    );
    see(
      "events",
      attempt(() => leaked?.events.emit("c", 1)),
    );
  },
  "load.error-texts": async (open, see) => {
    const stage = await open({
      extensions: [
        failing(new Error("bare message")),
        failing("text"),
        failing({ code: 1 }),
        async () => Promise.reject(undefined),
      ],
    });
    see("load errors", stage.loadErrors);
  },
  "load.rollback-flag-default": async (open, see) => {
    await open({
      extensions: [
        failing(new Error("no"), (pi) => pi.registerFlag("f", { type: "string", default: "lost" })),
        (pi) => {
          pi.registerFlag("f", { type: "string", default: "kept" });
          pi.on("session_start", () => see("value", pi.getFlag("f")));
        },
      ],
    });
  },
  "load.rollback-bus": async (open, see) => {
    const seen: unknown[] = [];
    await open({
      extensions: [
        failing(new Error("no"), (pi) => void pi.events.on("c", (data) => void seen.push(data))),
        (pi) => void pi.on("session_start", () => pi.events.emit("c", 1)),
      ],
    });
    see("heard", seen);
  },
  "load.inline-paths": async (open, see) => {
    const boom: AnyHandler = () => {
      throw new Error("boom");
    };
    const stage = await open({
      extensions: [
        handling({ agent_start: boom }),
        { name: "named", factory: handling({ agent_start: boom }) },
        handling({ agent_start: boom }),
      ],
    });
    await stage.emit("agent_start");
    see("errors", stage.errors);
  },
  "load.tool-conflict": async (open, see) => {
    const stage = await open({
      extensions: [1, 2, 3].map(
        (n) => (pi: ExtensionAPI) => pi.registerTool(tool("same", async () => text(String(n)))),
      ),
    });
    see("load errors", stage.loadErrors);
  },
  "load.flag-conflict": async (open, see) => {
    const stage = await open({
      extensions: [1, 2].map(() => (pi: ExtensionAPI) => pi.registerFlag("same", { type: "boolean" })),
    });
    see("load errors", stage.loadErrors);
  },
  "load.first-tool-wins": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "same", id: "c1" }] }],
      extensions: [
        ...[1, 2].map((n) => (pi: ExtensionAPI) => pi.registerTool(tool("same", async () => text(String(n))))),
        handling({ tool_result: (event) => see("ran", event.content) }),
      ],
    });
    await stage.submit("go");
  },
  "load.no-command-conflict": async (open, see) => {
    const stage = await open({
      extensions: [1, 2].map(() => (pi: ExtensionAPI) => {
        pi.registerCommand("same", { handler: async () => {} });
        pi.registerShortcut("ctrl+q", { handler: () => {} });
      }),
    });
    see("load errors", stage.loadErrors);
  },
  "load.own-tool-twice": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "same", id: "c1" }] }],
      extensions: [
        (pi) => {
          pi.registerTool(tool("same", async () => text("first")));
          pi.registerTool(tool("same", async () => text("second")));
          on(pi, "tool_result", (event) => see("ran", event.content));
        },
      ],
    });
    await stage.submit("go");
    see("load errors", stage.loadErrors);
  },
  "load.buffered-mcp": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          pi.registerMcpServer("s", { command: "x" });
          see("in the factory", pi.getMcpServers());
          on(pi, "session_start", () => see("later", pi.getMcpServers()));
          on(pi, "mcp_servers_change", () => {});
        },
        (pi) => see("in the next factory", pi.getMcpServers()),
      ],
    });
  },
  "load.own-flag-default": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          pi.registerFlag("f", { type: "string", default: "d" });
          see("in the factory", pi.getFlag("f"));
        },
      ],
    });
  },
  "bind.actions-before-start": async (open, see) => {
    let own: ExtensionAPI | undefined;
    await open({
      start: false,
      extensions: [
        (pi) => {
          own = pi;
        },
      ],
    });
    see(
      "getActiveTools",
      attempt(() => own?.getActiveTools()),
    );
    see(
      "appendEntry",
      attempt(() => own?.appendEntry("e", 1)),
    );
  },
  "bind.no-start-without-bind": async (open, see) => {
    const stage = await open({ start: false, extensions: [handling({ session_start: () => see("never", 1) })] });
    await stage.submit("hello");
    see("requests", stage.requests.length);
  },
  "bind.start-order": async (open, see) => {
    const seen: string[] = [];
    await open({
      extensions: [
        handling({
          session_start: async () => {
            await tick();
            seen.push("start done");
          },
          resources_discover: () => void seen.push("discover"),
        }),
      ],
    });
    see("order", seen);
  },
  "bind.discover-reason": async (open, see) => {
    await open({
      extensions: [handling({ resources_discover: ({ reason, type }) => see("event", { reason, type }) })],
    });
  },
  "bind.start-payload": async (open, see) => {
    await open({
      extensions: [handling({ session_start: (event) => see("keys", [Object.keys(event).sort(), event.reason]) })],
    });
  },
  "bind.twice": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ extensions: [handling({ session_start: ({ reason }) => void seen.push(reason) })] });
    await stage.start();
    see("reasons", seen);
  },
  "flags.default": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          pi.registerFlag("with", { type: "string", default: "d" });
          pi.registerFlag("without", { type: "boolean" });
          pi.registerFlag("off", { type: "boolean", default: false });
          on(pi, "session_start", () =>
            see(
              "values",
              ["with", "without", "off", "never"].map((name) => [name, pi.getFlag(name)]),
            ),
          );
        },
      ],
    });
  },
  "flags.host-boolean": async (open, see) => {
    await open({
      flags: { b: true },
      extensions: [
        (pi) => {
          pi.registerFlag("b", { type: "boolean", default: false });
          on(pi, "session_start", () => see("value", pi.getFlag("b")));
        },
      ],
    });
  },
  "flags.host-string": async (open, see) => {
    await open({
      flags: { s: "given" },
      extensions: [
        (pi) => {
          pi.registerFlag("s", { type: "string", default: "d" });
          see("in the factory", pi.getFlag("s"));
          on(pi, "session_start", () => see("value", pi.getFlag("s")));
        },
      ],
    });
  },
  "flags.only-own": async (open, see) => {
    await open({
      extensions: [
        (pi) => pi.registerFlag("f", { type: "string", default: "d" }),
        (pi) => void on(pi, "session_start", () => see("of another", pi.getFlag("f"))),
      ],
    });
  },
  "flags.shared-value": async (open, see) => {
    await open({
      extensions: ["one", "two"].map((value) => (pi: ExtensionAPI) => {
        pi.registerFlag("f", { type: "string", default: value });
        see(`${value} in the factory`, pi.getFlag("f"));
        on(pi, "session_start", () => see(value, pi.getFlag("f")));
      }),
    });
  },
  "flags.bad-default": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          see(
            "string",
            attempt(() => pi.registerFlag("f", { type: "boolean", default: "yes" as never })),
          );
          see(
            "boolean",
            attempt(() => pi.registerFlag("g", { type: "string", default: true as never })),
          );
        },
      ],
    });
  },
  "flags.survive-reload": async (open, see) => {
    const stage = await open({
      flags: { s: "given" },
      extensions: [
        (pi) => {
          pi.registerFlag("s", { type: "string", default: "d" });
          on(pi, "session_start", ({ reason }) => see(reason, pi.getFlag("s")));
        },
      ],
    });
    await stage.reload();
  },
  "flags.late": async (open, see) => {
    await open({
      extensions: [
        (pi) =>
          void on(pi, "session_start", () => {
            pi.registerFlag("late", { type: "string", default: "d" });
            see("value", pi.getFlag("late"));
          }),
      ],
    });
  },
  "errors.tool-schema": async (open, see) => {
    const stage = await open({
      extensions: [
        ...[undefined, null, [], "x"].map(
          (parameters) => (pi: ExtensionAPI) => pi.registerTool(tool("t", async () => {}, { parameters })),
        ),
      ],
    });
    see("load errors", stage.loadErrors);
  },
  "errors.command-name": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          for (const name of ["", undefined, 3])
            see(
              String(name),
              attempt(() => pi.registerCommand(name as never, { handler: async () => {} })),
            );
          see(
            "object",
            attempt(() => pi.registerCommand({ name: "x" } as never, undefined as never)),
          );
        },
      ],
    });
  },
  "errors.command-handler": async (open, see) => {
    await open({
      extensions: [
        (pi) => {
          for (const options of [undefined, {}, { handler: "x" }])
            see(
              JSON.stringify(options) ?? "undefined",
              attempt(() => pi.registerCommand("c", options as never)),
            );
        },
      ],
    });
  },
} satisfies Record<keyof typeof loading, Scenario>;
