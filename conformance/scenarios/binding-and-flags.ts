// Scenarios: binding and flags.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attempt, handling, on, tick, tool } from "../recording.ts";
import type { loading } from "../requirements/loading.ts";
import type { Scenario } from "../stage.ts";

export const bindingAndFlagsScenarios = {
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
} satisfies Partial<Record<keyof typeof loading, Scenario>>;
