// Scenarios: sent messages.
import { handling, tick } from "../recording.ts";
import type { messages } from "../requirements/messages.ts";
import type { Scenario } from "../stage.ts";
import { asked, callingTool, custom, entryTypes, once, traced, withTool } from "./messages-stages.ts";

const nothing = undefined as never;

export const sentMessagesScenarios = {
  "send.idle": async (open, see) => {
    const trace = await traced(
      open,
      [],
      async (stage) => {
        await stage.submit("/c");
        see("entries", entryTypes(stage));
      },
      {
        extensions: [
          (pi) =>
            pi.registerCommand("c", {
              handler: async (_args, ctx) => {
                pi.sendMessage(custom("x"));
                see("at once", ctx.sessionManager.getLeafEntry()?.type);
              },
            }),
        ],
      },
    );
    see("events", trace);
  },
  "send.normalised": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async () =>
              pi.sendMessage({ customType: "m", content: null, display: false, details: { d: 1 }, extra: 1 } as never),
          }),
      ],
    });
    await stage.submit("/c");
    see("entry", stage.context().sessionManager.getLeafEntry());
  },
  "send.trigger": async (open, see) => {
    const trace = await traced(
      open,
      [],
      async (stage) => {
        await stage.submit("/c");
        await stage.settled();
        see("model", asked(stage));
      },
      {
        extensions: [
          (pi) => pi.registerCommand("c", { handler: async () => pi.sendMessage(custom("x"), { triggerTurn: true }) }),
          handling({
            before_agent_start: (event) =>
              see("start", [event.messageType, event.message.customType, event.message.content, "prompt" in event]),
          }),
        ],
      },
    );
    see("events", trace);
  },
  "send.running": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [withTool, once("tool_call", (pi) => pi.sendMessage(custom("steered")))],
    });
    await stage.submit("go");
    see("model", asked(stage));
    see("entries", entryTypes(stage));
  },
  "send.follow-up": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done", "again"],
      extensions: [withTool, once("tool_call", (pi) => pi.sendMessage(custom("later"), { deliverAs: "followUp" }))],
    });
    await stage.submit("go");
    see("model", asked(stage));
  },
  "send.trigger-false": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [withTool, once("tool_call", (pi) => pi.sendMessage(custom("noted"), { triggerTurn: false }))],
    });
    await stage.submit("go");
    see("model", asked(stage));
    see("entries", entryTypes(stage));
  },
  "send.next-turn": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async () => pi.sendMessage(custom("waiting"), { deliverAs: "nextTurn", triggerTurn: true }),
          }),
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    see("before", entryTypes(stage));
    await stage.submit("go");
    see("model", asked(stage));
    see("entries", entryTypes(stage));
  },
  "send.in-settled": async (open, see) => {
    const trace = await traced(
      open,
      [],
      async (stage) => {
        await stage.submit("go");
        await stage.settled();
      },
      { extensions: [once("agent_settled", (pi) => pi.sendMessage(custom("more"), { triggerTurn: true }))] },
    );
    see(
      "events",
      trace.filter((step) =>
        ["before_agent_start", "agent_start", "agent_settled"].includes(String(Array.isArray(step) ? step[0] : step)),
      ),
    );
  },
  "send.returns": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async () => see("returned", [pi.sendMessage(custom("x")), pi.sendUserMessage("y")]),
          }),
        (pi) =>
          pi.registerCommand("nothing", {
            handler: async () => see("nothing", [pi.sendMessage(nothing), pi.sendUserMessage(nothing)]),
          }),
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    await stage.submit("/nothing");
    await stage.settled();
    see("errors", stage.errors);
  },
  "user.idle": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        (pi) => pi.registerCommand("c", { handler: async () => pi.sendUserMessage("from the extension") }),
        handling({ input: ({ text: given, source }) => void seen.push([given, source]) }),
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    see("input", seen);
    see("model", asked(stage));
  },
  "user.busy": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        handling({ input: ({ text: given }) => void seen.push(given) }),
        once("turn_start", (pi) => pi.sendUserMessage("lost")),
      ],
    });
    await stage.submit("go");
    await tick();
    see("input", seen);
    see("errors", stage.errors);
    see("model", asked(stage));
  },
  "user.steer": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [withTool, once("tool_call", (pi) => pi.sendUserMessage("steered", { deliverAs: "steer" }))],
    });
    await stage.submit("go");
    see("model", asked(stage));
  },
  "user.parts": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async () =>
              pi.sendUserMessage([
                { type: "text", text: "a" },
                { type: "text", text: "b" },
              ]),
          }),
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    see("model", asked(stage));
  },
  "user.no-command": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerCommand("c", { handler: async () => pi.sendUserMessage("/d x") });
          pi.registerCommand("d", { handler: async () => see("never", 1) });
        },
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    see("model", asked(stage));
  },
  "user.expands": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerCommand("c", { handler: async () => pi.sendUserMessage("/d x", { expandPromptTemplates: true }) });
          pi.registerCommand("d", { handler: async (args) => void seen.push(args) });
        },
        handling({ input: () => void seen.push("input") }),
      ],
    });
    await stage.submit("/c");
    await stage.settled();
    see("ran", seen);
    see("requests", stage.requests.length);
  },
  "user.in-agent-end": async (open, see) => {
    const trace = await traced(
      open,
      [],
      async (stage) => {
        await stage.submit("go");
        see("model", asked(stage));
        see("errors", stage.errors);
      },
      {
        extensions: [
          once("agent_end", (pi) => {
            pi.sendUserMessage("refused");
            pi.sendUserMessage("more", { deliverAs: "followUp" });
          }),
        ],
      },
    );
    see(
      "events",
      trace.filter((step) =>
        /^(before_agent_start|agent_start|agent_end|agent_before_settle|agent_settled)/.test(String(step)),
      ),
    );
  },
  "user.in-settled": async (open, see) => {
    const trace = await traced(
      open,
      [],
      async (stage) => {
        await stage.submit("go");
        await stage.settled();
        see("model", asked(stage));
      },
      { extensions: [once("agent_settled", (pi) => pi.sendUserMessage("more"))] },
    );
    see(
      "events",
      trace.filter((step) => /^(input|before_agent_start|agent_start|agent_settled)/.test(String(step))),
    );
  },
} satisfies Partial<Record<keyof typeof messages, Scenario>>;
