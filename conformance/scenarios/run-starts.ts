// Scenarios: run starts.
import { handling, on } from "../recording.ts";
import type { messages } from "../requirements/messages.ts";
import type { Scenario, Stage } from "../stage.ts";
import { asked, callingTool, custom, entryTypes, once, traced, withTool } from "./messages-stages.ts";

export const runStartsScenarios = {
  "start.custom-messages": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async () => pi.sendMessage(custom("waiting"), { deliverAs: "nextTurn" }),
          }),
        handling({
          before_agent_start: () => ({ message: { customType: "m", content: "from start", display: false } }),
        }),
      ],
    });
    await stage.submit("/c");
    await stage.submit("go");
    see("model", asked(stage));
    see("entries", entryTypes(stage));
  },
  "start.once": async (open, see) => {
    let times = 0;
    const stage: Stage = await open({
      extensions: [
        handling({ before_agent_start: () => void times++ }),
        once("turn_start", () => stage.followUp("more")),
      ],
    });
    await stage.submit("go");
    see("times", [times, stage.requests.length]);
  },
  "start.busy": async (open, see) => {
    const stage = await open({
      extensions: [
        once("before_agent_start", (pi, _event, ctx: never) => {
          see("idle", (ctx as { isIdle(): boolean }).isIdle());
          pi.sendUserMessage("refused");
          pi.sendUserMessage("queued", { deliverAs: "steer" });
          pi.sendMessage(custom("joins"));
        }),
      ],
    });
    await stage.submit("go");
    see("errors", stage.errors);
    see("model", asked(stage));
  },
  "start.abort": async (open, see) => {
    const trace = await traced(open, [], (stage) => stage.submit("go"), {
      extensions: [handling({ before_agent_start: (_event, ctx) => ctx.abort() })],
    });
    see("events", trace);
  },
  "start.tools": async (open, see) => {
    const stage = await open({
      replies: [callingTool, "done"],
      extensions: [
        (pi) => {
          withTool(pi);
          on(pi, "before_agent_start", ({ systemPromptOptions }) => {
            systemPromptOptions.selectedTools = ["read"];
          });
          on(pi, "agent_start", () => see("active", pi.getActiveTools()));
          on(pi, "tool_execution_end", ({ isError, result }) => see("call", [isError, result.content]));
        },
      ],
    });
    await stage.submit("go");
  },
  "start.system-prompt": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          before_agent_start: () => ({ systemPrompt: "forced" }),
          turn_start: (_event, ctx) => see("in the run", ctx.getSystemPrompt()),
          agent_settled: (_event, ctx) => see("after", ctx.getSystemPrompt() === "forced"),
        }),
      ],
    });
    await stage.submit("go");
  },
  "start.set-active-tools": async (open, see) => {
    const stage = await open({
      replies: [callingTool, { calls: [{ name: "t", id: "c2" }] }, "done"],
      extensions: [
        (pi) => {
          withTool(pi);
          on(pi, "tool_result", () => pi.setActiveTools(["read"]));
          on(pi, "tool_execution_end", ({ toolCallId, isError, result }) => see(toolCallId, [isError, result.content]));
        },
      ],
    });
    await stage.submit("go");
  },
} satisfies Partial<Record<keyof typeof messages, Scenario>>;
