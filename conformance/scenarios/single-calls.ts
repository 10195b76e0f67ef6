// Scenarios: single calls.
import { on, text, tool } from "../recording.ts";
import type { tools } from "../requirements/tools.ts";
import type { Scenario } from "../stage.ts";
import { executed, running, simple, typed } from "./tools-stages.ts";

export const singleCallsScenarios = {
  "call.order": async (open, see) => {
    const { trace } = await running(open, [{ name: "t" }], (pi, seen) =>
      pi.registerTool(
        tool("t", async () => {
          seen.push("execute");
          return text("r");
        }),
      ),
    );
    see("trace", trace);
  },
  "call.five-arguments": async (open, see) => {
    await running(open, [{ name: "t", params: { a: 1 } }], (pi) =>
      pi.registerTool(
        tool("t", async (...args) => {
          const [id, params, signal, onUpdate, ctx] = args;
          see("arguments", [
            args.length,
            id,
            params,
            signal instanceof AbortSignal,
            typeof onUpdate,
            ctx.mode,
            signal === ctx.signal,
          ]);
          return text("r");
        }),
      ),
    );
  },
  "call.same-params": async (open, see) => {
    const seen: unknown[] = [];
    await running(open, [{ name: "t", params: { a: 1 } }], (pi) => {
      pi.registerTool(
        tool("t", async (_id, params) => {
          seen.push(params);
          return text("r");
        }),
      );
      on(pi, "tool_call", ({ input }) => void seen.push(input));
      on(pi, "tool_result", ({ input }) => void seen.push(input));
      on(pi, "tool_execution_start", ({ args }) => void seen.push(args));
    });
    see("same", [seen[1] === seen[2], seen[2] === seen[3], seen[0] === seen[1]]);
  },
  "call.transcript-raw": async (open, see) => {
    const { stage } = await running(open, [{ name: "t", params: { a: 1 } }], (pi) => {
      pi.registerTool(
        tool("t", async (_id, params) => {
          see("executed", params);
          return text("r");
        }),
      );
      on(pi, "tool_call", ({ input }) => {
        input.a = 2;
      });
    });
    see("transcript", stage.requests[1]?.messages.slice(0, 2));
  },
  "call.args-are-live": async (open, see) => {
    const { stage } = await running(open, [{ name: "t", params: { a: 1 } }], (pi) => {
      pi.registerTool(
        tool("t", async (_id, params) => {
          see("executed", params);
          return text("r");
        }),
      );
      on(pi, "tool_execution_start", ({ args }) => {
        args.a = 3;
      });
    });
    see("transcript", stage.requests[1]?.messages.slice(0, 2));
  },
  "call.not-found": async (open, see) => {
    const { trace, messages } = await running(open, [{ name: "nope" }], () => {});
    see("trace", trace);
    see("message", messages);
  },
  "call.inactive": async (open, see) => {
    const { trace, messages } = await running(open, [{ name: "t" }], simple("t", text("r"), { defaultActive: false }));
    see("trace", trace);
    see("message", messages);
  },
  "call.invalid": async (open, see) => {
    const { trace, messages } = await running(
      open,
      [
        { name: "t", params: { n: {}, list: 3 } },
        { name: "t", params: {} },
      ],
      simple("t", text("r"), { parameters: typed }),
    );
    see("trace", trace);
    see("messages", messages);
  },
  "call.coerced": async (open, see) => {
    await running(open, [{ name: "t", params: { n: "42", list: "one", flag: "true" } }], (pi) => {
      pi.registerTool(
        tool(
          "t",
          async (_id, params) => {
            see("executed", params);
            return text("r");
          },
          { parameters: typed },
        ),
      );
      on(pi, "tool_call", ({ input }) => see("tool_call", input));
      on(pi, "tool_execution_start", ({ args }) => see("start", args));
    });
  },
  "call.extra-keys": async (open, see) => {
    await running(open, [{ name: "t", params: { n: 1, other: true } }], (pi) =>
      pi.registerTool(
        tool(
          "t",
          async (_id, params) => {
            see("executed", params);
            return text("r");
          },
          { parameters: typed },
        ),
      ),
    );
  },
  "call.prepare": async (open, see) => {
    await running(open, [{ name: "t", params: { old: 5 } }], (pi) => {
      const prepareArguments = ({ old }: { old: number }) => ({ n: old });
      pi.registerTool(tool("t", async (_id, params) => executed(see, params), { parameters: typed, prepareArguments }));
      on(pi, "tool_execution_start", ({ args }) => see("start", args));
    });
  },
  "call.prepare-throws": async (open, see) => {
    const prepareArguments = () => {
      throw new Error("not these");
    };
    const { trace, messages } = await running(open, [{ name: "t" }], simple("t", text("r"), { prepareArguments }));
    see("trace", trace);
    see("message", messages);
  },
  "call.blocked": async (open, see) => {
    const { trace, messages, stage } = await running(open, [{ name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", () => ({ block: true, reason: "no" }));
      on(pi, "tool_execution_end", (event) => see("end", event));
    });
    see("trace", trace);
    see("message", messages);
    see("errors", stage.errors);
  },
  "call.blocked-no-reason": async (open, see) => {
    const { messages } = await running(open, [{ name: "t" }, { name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", ({ toolCallId }) => ({ block: true, ...(toolCallId === "c1" ? { reason: "" } : {}) }));
    });
    see("messages", messages);
  },
  "call.hook-throws": async (open, see) => {
    const { trace, messages, stage } = await running(open, [{ name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", () => {
        throw new Error("hook");
      });
    });
    see("trace", trace);
    see("message", messages);
    see("errors", stage.errors);
  },
  "call.hook-throws-value": async (open, see) => {
    const { messages } = await running(open, [{ name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", async () => Promise.reject("text"));
    });
    see("message", messages);
  },
  "call.mutated-input": async (open, see) => {
    await running(open, [{ name: "t", params: { n: 1 } }], (pi) => {
      pi.registerTool(tool("t", async (_id, params) => executed(see, params), { parameters: typed }));
      on(pi, "tool_call", ({ input }) => {
        input.n = "not checked again";
      });
      on(pi, "tool_result", ({ input }) => see("tool_result", input));
    });
  },
  "call.replaced-input": async (open, see) => {
    await running(open, [{ name: "t", params: { n: 1 } }], (pi) => {
      pi.registerTool(tool("t", async (_id, params) => executed(see, params), { parameters: typed }));
      on(pi, "tool_call", (event) => {
        event.input = { n: 99 };
      });
    });
  },
} satisfies Partial<Record<keyof typeof tools, Scenario>>;
