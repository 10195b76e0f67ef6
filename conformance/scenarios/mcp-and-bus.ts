// Scenarios: mcp and bus.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attempt, handling, on, tick } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { Scenario } from "../stage.ts";
import { withPi } from "./api-stages.ts";

export const mcpAndBusScenarios = {
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
} satisfies Partial<Record<keyof typeof api, Scenario>>;
