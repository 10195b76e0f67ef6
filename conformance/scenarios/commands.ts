// Scenarios: commands.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attemptAsync, on } from "../recording.ts";
import type { messages } from "../requirements/messages.ts";
import type { Scenario, Stage } from "../stage.ts";
import { asked, once, traced } from "./messages-stages.ts";

export const commandsScenarios = {
  "command.parsing": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("one", { handler: async (args) => void seen.push(args) })],
    });
    for (const line of ["/one", "/one ", "/one a b", "/one  two spaces ", '/one "quoted arg"', "/one /two"])
      await stage.submit(line);
    see("arguments", seen);
    see("requests", stage.requests.length);
  },
  "command.not-a-command": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("one", { handler: async (args) => void seen.push(args) })],
    });
    for (const line of ["/one\na", "/one\ta", " /one", "/ONE", "/oneself", "one"]) await stage.submit(line);
    see("commands", seen);
    see("requests", stage.requests.length);
  },
  "command.no-input-event": async (open, see) => {
    const trace = await traced(open, [], (stage) => stage.submit("/c"), {
      extensions: [(pi) => pi.registerCommand("c", { handler: async () => {} })],
    });
    see("events", trace);
  },
  "command.duplicates": async (open, see) => {
    const seen: unknown[] = [];
    let own: ExtensionAPI | undefined;
    const stage = await open({
      extensions: [1, 2].map((n) => (pi: ExtensionAPI) => {
        own = pi;
        pi.registerCommand("same", { handler: async () => void seen.push(n) });
      }),
    });
    see(
      "names",
      own?.getCommands().map(({ name }) => name),
    );
    for (const line of ["/same:2", "/same:1", "/same", "/same:3"]) await stage.submit(line);
    see("ran", seen);
    see(
      "requests",
      asked(stage).map((request) => request.at(-1)),
    );
  },
  "command.literal-suffix": async (open, see) => {
    let own: ExtensionAPI | undefined;
    const register =
      (...names: string[]) =>
      (pi: ExtensionAPI) => {
        own = pi;
        for (const name of names) pi.registerCommand(name, { handler: async () => {} });
      };
    await open({ extensions: [register("dup"), register("dup:1", "dup"), register("dup:1")] });
    see(
      "names",
      own?.getCommands().map(({ name }) => name),
    );
  },
  "command.reregistered": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerCommand("a", { handler: async () => void seen.push("first") });
          pi.registerCommand("b", { handler: async () => {} });
          pi.registerCommand("a", { description: "again", handler: async () => void seen.push("second") });
          on(pi, "session_start", () =>
            see(
              "commands",
              pi.getCommands().map(({ name, description }) => [name, description ?? null]),
            ),
          );
        },
      ],
    });
    await stage.submit("/a");
    see("ran", seen);
  },
  "command.error": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: () => {
              throw new Error("boom");
            },
          }),
      ],
    });
    see("prompt", await attemptAsync(() => stage.submit("/c x")));
    see("errors", stage.errors);
    see("requests", stage.requests.length);
  },
  "command.rejects": async (open, see) => {
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("c", { handler: async () => Promise.reject("text") })],
    });
    await stage.submit("/c");
    see("errors", stage.errors);
  },
  "command.while-running": async (open, see) => {
    const stage: Stage = await open({
      extensions: [
        (pi) => pi.registerCommand("c", { handler: async (args, ctx) => see("ran", [args, ctx.isIdle()]) }),
        once("turn_start", () => stage.submit("/c now")),
      ],
    });
    await stage.submit("go");
    see("requests", stage.requests.length);
  },
  "command.not-queued": async (open, see) => {
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("c", { handler: async () => see("never", 1) })],
    });
    see("steer", await attemptAsync(() => stage.steer("/c x")));
    see("followUp", await attemptAsync(() => stage.followUp("/c")));
  },
  "command.sync": async (open, see) => {
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("c", { handler: (() => "ignored") as never })],
    });
    see("prompt", await attemptAsync(() => stage.submit("/c")));
    see("errors", stage.errors);
  },
} satisfies Partial<Record<keyof typeof messages, Scenario>>;
