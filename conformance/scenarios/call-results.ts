// Scenarios: call results.
import { on, text, tick, tool } from "../recording.ts";
import type { tools } from "../requirements/tools.ts";
import type { Scenario } from "../stage.ts";
import { running, simple, toolEvents } from "./tools-stages.ts";

export const callResultsScenarios = {
  "call.execute-throws": async (open, see) => {
    const { messages, stage } = await running(open, [{ name: "t" }, { name: "t" }], (pi) => {
      pi.registerTool(
        tool("t", async (id) => {
          throw id === "c1" ? new Error("failed") : "a string";
        }),
      );
      on(pi, "tool_result", ({ toolCallId, content, details, isError }) => {
        see(`tool_result ${toolCallId}`, { content, details, isError });
        return toolCallId === "c2" ? { isError: false, content: [{ type: "text", text: "repaired" }] } : undefined;
      });
    });
    see("messages", messages);
    see("errors", stage.errors);
  },
  "call.is-error": async (open, see) => {
    const { messages } = await running(
      open,
      [{ name: "t" }],
      simple("t", { content: [{ type: "text", text: "x" }], details: { d: 1 }, isError: true }),
    );
    see("message", messages);
  },
  "call.returns-undefined": async (open, see) => {
    const { messages } = await running(open, [{ name: "t" }], simple("t", undefined));
    see("message", messages);
  },
  "call.no-content": async (open, see) => {
    const { messages } = await running(open, [{ name: "t" }], (pi) => {
      simple("t", { details: 1 })(pi);
      on(pi, "tool_result", ({ content }) => see("tool_result", [content]));
    });
    see("message", messages);
  },
  "call.sync-return": async (open, see) => {
    const { messages } = await running(open, [{ name: "t" }], (pi) => pi.registerTool(tool("t", () => text("sync"))));
    see("message", messages);
  },
  "call.result-message": async (open, see) => {
    const { messages } = await running(
      open,
      [{ name: "t" }],
      simple("t", { ...text("r"), terminate: false, structuredContent: { a: 1 } }),
    );
    see("keys", Object.keys(messages[0] ?? {}).sort());
  },
  "call.end-event": async (open, see) => {
    await running(open, [{ name: "t" }, { name: "nope" }], (pi) => {
      simple("t", { ...text("r"), structuredContent: { a: 1 } })(pi);
      on(pi, "tool_execution_end", (event) =>
        see(event.toolCallId, [Object.keys(event).sort(), event.result, event.isError]),
      );
    });
  },
  "call.update": async (open, see) => {
    const seen: unknown[] = [];
    const { trace } = await running(open, [{ name: "t", params: { a: 1 } }], (pi, trace) => {
      pi.registerTool(
        tool("t", async (_id, _params, _signal, onUpdate) => {
          onUpdate(text("half"));
          onUpdate(text("more"));
          trace.push("returns");
          return text("r");
        }),
      );
      on(pi, "tool_execution_update", async ({ partialResult, args }) => {
        await tick();
        seen.push([partialResult.content[0].text, args]);
      });
    });
    see("updates", seen);
    see(
      "trace",
      trace.filter((step) => Array.isArray(step) && step[0] !== "tool_execution_update"),
    );
  },
  "call.late-update": async (open, see) => {
    let update: ((partial: unknown) => void) | undefined;
    const { stage, trace } = await running(open, [{ name: "t" }], (pi) =>
      pi.registerTool(
        tool("t", async (_id, _params, _signal, onUpdate) => {
          update = onUpdate;
          return text("r");
        }),
      ),
    );
    update?.(text("late"));
    await tick();
    see(
      "updates",
      trace.filter((step) => Array.isArray(step) && step[0] === "tool_execution_update"),
    );
    see("errors", stage.errors);
  },
  "call.rewritten": async (open, see) => {
    const { messages, stage } = await running(open, [{ name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_result", () => ({ content: [{ type: "text", text: "rewritten" }], details: { mine: 1 } }));
      on(pi, "tool_execution_end", ({ result }) => see("end", result));
    });
    see("message", messages);
    see("model", stage.requests[1]?.messages.at(-1));
  },
  "call.length-stop": async (open, see) => {
    const trace: unknown[] = [];
    const stage = await open({
      replies: [
        {
          calls: [
            { name: "t", id: "c1" },
            { name: "t", id: "c2" },
          ],
          stopReason: "length",
        },
        "done",
      ],
      extensions: [
        simple(),
        (pi) => {
          for (const event of toolEvents) on(pi, event, ({ toolCallId }) => void trace.push([event, toolCallId]));
          on(pi, "message_end", ({ message }) => {
            if (message.role === "toolResult") see(message.toolCallId, message);
          });
        },
      ],
    });
    await stage.submit("go");
    see("trace", trace);
    see("requests", stage.requests.length);
  },
} satisfies Partial<Record<keyof typeof tools, Scenario>>;
