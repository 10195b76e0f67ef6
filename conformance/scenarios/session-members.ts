// Scenarios: session members.
import { attempt, handling, text, tick, tool } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { Scenario } from "../stage.ts";
import { withPi } from "./api-stages.ts";

export const sessionMembersScenarios = {
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
  "settings.copy": async (open, see) => {
    const { pi } = await withPi(open);
    const first = pi.getSettings() as { retry?: { enabled?: boolean } };
    if (first.retry) first.retry.enabled = true;
    see("unchanged", (pi.getSettings() as { retry?: { enabled?: boolean } }).retry?.enabled);
  },
} satisfies Partial<Record<keyof typeof api, Scenario>>;
