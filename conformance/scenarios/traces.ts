// Scenarios: traces.
import { type AnyHandler, handling, roles, text, tool } from "../recording.ts";
import type { messages } from "../requirements/messages.ts";
import type { Scenario } from "../stage.ts";
import { asked, callingTool, entryTypes, once, traced, withTool } from "./messages-stages.ts";

export const tracesScenarios = {
  "trace.plain": async (open, see) => see("events", await traced(open, ["hello"], (stage) => stage.submit("go"))),
  "trace.tool": async (open, see) =>
    see("events", await traced(open, [callingTool, "done"], (stage) => stage.submit("go"), { extensions: [withTool] })),
  "trace.second-prompt": async (open, see) =>
    see(
      "events",
      await traced(open, ["one", "two"], async (stage) => {
        await stage.submit("first");
        await stage.submit("second");
      }),
    ),
  "trace.error": async (open, see) =>
    see("events", await traced(open, [{ error: "the model is down" }], (stage) => stage.submit("go"))),
  "trace.abort": async (open, see) =>
    see(
      "events",
      await traced(open, [], (stage) => stage.submit("go"), {
        extensions: [handling({ context: (_event, ctx) => ctx.abort() })],
      }),
    ),
  "trace.invalid": async (open, see) =>
    see(
      "events",
      await traced(open, [callingTool, "done"], (stage) => stage.submit("go"), {
        extensions: [
          (pi) =>
            pi.registerTool(
              tool("t", async () => text("r"), {
                parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
              }),
            ),
        ],
      }),
    ),
  "trace.updates": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      replies: [{ thinking: "hm", text: "well", calls: [{ name: "t", id: "c1", params: { a: 1 } }] }, "done"],
      extensions: [
        withTool,
        handling({
          message_update: ({ assistantMessageEvent: { type, delta, content, contentIndex } }) =>
            void seen.push([type, contentIndex, delta ?? content ?? null]),
        }),
      ],
    });
    await stage.submit("go");
    see("updates", seen);
  },
  "trace.turn-index": async (open, see) => {
    const seen: unknown[] = [];
    const note: AnyHandler = ({ type, turnIndex }) => void seen.push([type, turnIndex]);
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [
        withTool,
        handling({ turn_start: note, turn_end: note }),
        once("agent_end", (pi) => pi.sendUserMessage("more", { deliverAs: "followUp" })),
      ],
    });
    await stage.submit("go");
    see("turns", seen);
  },
  "trace.agent-end": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [withTool, handling({ agent_end: ({ messages: sent }) => void seen.push(roles(sent)) })],
    });
    await stage.submit("go");
    await stage.submit("again");
    see("messages", seen);
  },
  "trace.message-copies": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_start: ({ message }) => {
            if (message.role === "assistant") message.mine = 1;
            if (message.role === "user") message.mine = 2;
          },
          message_end: ({ message }) => {
            if (message.role !== "system") see(message.role, message.mine ?? null);
          },
        }),
      ],
    });
    await stage.submit("go");
  },
  "boundary.continues": async (open, see) => {
    const stage = await open({
      extensions: [
        once("turn_end", () => ({
          entries: [{ type: "custom_message", customType: "m", content: "go on", display: true }],
          continue: true,
        })),
      ],
    });
    await stage.submit("go");
    see("model", asked(stage));
    see("errors", stage.errors);
  },
  "boundary.nothing-to-run": async (open, see) => {
    const stage = await open({ extensions: [handling({ turn_end: () => ({ continue: true }) })] });
    await stage.submit("go");
    see("requests", stage.requests.length);
    see("errors", stage.errors);
  },
  "boundary.stored": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [
        withTool,
        once("turn_end", () => ({
          entries: [
            { type: "custom", customType: "mine", data: 1 },
            { type: "custom_message", customType: "m", content: "noted", display: true },
          ],
        })),
      ],
    });
    await stage.submit("go");
    see("entries", entryTypes(stage));
    see("model", asked(stage));
  },
  "boundary.settle-continues": async (open, see) => {
    const trace = await traced(open, [], (stage) => stage.submit("go"), {
      extensions: [
        once("agent_before_settle", () => ({
          entries: [{ type: "custom_message", customType: "m", content: "go on", display: true }],
          continue: true,
        })),
      ],
    });
    see(
      "events",
      trace.filter((step) => /^(before_agent_start|agent_)/.test(String(step))),
    );
  },
  "boundary.settle-aborted": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        handling({
          context: (_event, ctx) => ctx.abort(),
          agent_before_settle: () => void seen.push("before settle"),
          agent_settled: () => void seen.push("settled"),
        }),
      ],
    });
    await stage.submit("go");
    see("events", seen);
  },
  "host.on-error-texts": async (open, see) => {
    const boom: AnyHandler = () => {
      throw new Error("boom");
    };
    const events =
      "input before_agent_start agent_start turn_start message_start message_end context before_provider_request turn_end agent_end agent_settled".split(
        " ",
      );
    const stage = await open({ extensions: [handling(Object.fromEntries(events.map((event) => [event, boom])))] });
    await stage.submit("go");
    see("errors", stage.errors);
  },
} satisfies Partial<Record<keyof typeof messages, Scenario>>;
