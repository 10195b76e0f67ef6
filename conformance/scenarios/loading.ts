// Scenarios: loading.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type AnyHandler, attempt, attemptAsync, handling, on, text, tick, tool } from "../recording.ts";
import type { loading } from "../requirements/loading.ts";
import type { Scenario } from "../stage.ts";
import { actions, anyModel, failing } from "./loading-stages.ts";

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
} satisfies Partial<Record<keyof typeof loading, Scenario>>;
