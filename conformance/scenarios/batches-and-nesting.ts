// Scenarios: batches and nesting.
import { on, text, tick, tool } from "../recording.ts";
import type { tools } from "../requirements/tools.ts";
import type { Scenario } from "../stage.ts";
import { executed, gated, running, simple, toolEvents, typed } from "./tools-stages.ts";

export const batchesAndNestingScenarios = {
  "batch.parallel": async (open, see) => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { trace } = await running(open, [{ name: "slow" }, { name: "fast" }], (pi, seen) => {
      pi.registerTool(gated("slow", gate, seen));
      pi.registerTool(gated("fast", Promise.resolve(), seen));
      on(pi, "tool_execution_end", ({ toolName }) => {
        if (toolName === "fast") release();
      });
    });
    see("trace", trace);
  },
  "batch.slow-hook": async (open, see) => {
    const { trace } = await running(open, [{ name: "t" }, { name: "t" }], (pi, seen) => {
      simple()(pi);
      on(pi, "tool_call", async ({ toolCallId }) => {
        seen.push(["hook starts", toolCallId]);
        await tick();
        seen.push(["hook ends", toolCallId]);
      });
    });
    see("trace", trace);
  },
  "batch.sequential": async (open, see) => {
    const { trace } = await running(open, [{ name: "par" }, { name: "seq" }], (pi, seen) => {
      pi.registerTool(gated("par", tick(), seen));
      pi.registerTool(gated("seq", tick(), seen, { executionMode: "sequential" }));
    });
    see("trace", trace);
  },
  "batch.one-blocked": async (open, see) => {
    const { trace } = await running(open, [{ name: "a" }, { name: "b" }], (pi, seen) => {
      pi.registerTool(gated("a", tick(), seen));
      pi.registerTool(gated("b", tick(), seen));
      on(pi, "tool_call", ({ toolName }) => (toolName === "a" ? { block: true } : undefined));
    });
    see("trace", trace);
  },
  "batch.terminate-all": async (open, see) => {
    const { stage } = await running(
      open,
      [{ name: "t" }, { name: "t" }],
      simple("t", { ...text("r"), terminate: true }),
    );
    see("requests", stage.requests.length);
  },
  "batch.terminate-some": async (open, see) => {
    const { stage } = await running(open, [{ name: "t" }, { name: "u" }], (pi) => {
      simple("t", { ...text("r"), terminate: true })(pi);
      simple("u")(pi);
    });
    see("requests", stage.requests.length);
  },
  "batch.block-terminates": async (open, see) => {
    const { stage } = await running(open, [{ name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", () => ({ block: true, terminate: true }));
    });
    see("requests", stage.requests.length);
  },
  "abort.in-parallel-tool": async (open, see) => {
    const { trace, messages } = await running(open, [{ name: "first" }, { name: "second" }], (pi, seen) => {
      pi.registerTool(
        tool("first", async (...args) => {
          args[4].abort();
          seen.push(["aborted", args[2].aborted]);
          return text("finished");
        }),
      );
      pi.registerTool(gated("second", Promise.resolve(), seen));
    });
    see("trace", trace);
    see(
      "messages",
      messages.map(({ content, isError }) => [content, isError]),
    );
  },
  "abort.in-sequential-tool": async (open, see) => {
    const { trace, messages } = await running(open, [{ name: "first" }, { name: "second" }], (pi) => {
      pi.registerTool(
        tool(
          "first",
          async (...args) => {
            args[4].abort();
            return text("finished");
          },
          { executionMode: "sequential" },
        ),
      );
      simple("second")(pi);
    });
    see("trace", trace);
    see(
      "messages",
      messages.map(({ content, isError }) => [content, isError]),
    );
  },
  "abort.in-tool-call": async (open, see) => {
    const { trace, messages } = await running(open, [{ name: "t" }, { name: "t" }], (pi) => {
      simple()(pi);
      on(pi, "tool_call", (_event, ctx) => ctx.abort());
      on(pi, "agent_settled", ({ aborted }) => see("settled", aborted));
      on(pi, "turn_end", ({ outcome }) => see("turn_end", outcome));
    });
    see("trace", trace);
    see(
      "messages",
      messages.map(({ content, isError }) => [content, isError]),
    );
  },
  "nested.result": async (open, see) => {
    await running(open, [{ name: "outer" }], (pi) => {
      pi.registerTool(
        tool("inner", async (_id, params) => ({
          content: [{ type: "text", text: JSON.stringify(params) }],
          details: { d: 1 },
        })),
      );
      pi.registerTool(
        tool("outer", async (...args) => executed(see, await args[4].executeTool("inner", { a: 1 }), "outcome")),
      );
    });
  },
  "nested.ids": async (open, see) => {
    const { trace } = await running(open, [{ name: "outer" }], (pi, seen) => {
      simple("inner")(pi);
      pi.registerTool(
        tool("outer", async (...args) => {
          await args[4].executeTool("inner", {});
          await args[4].executeTool("inner", {});
          return text("r");
        }),
      );
      for (const event of toolEvents)
        on(
          pi,
          event,
          ({ toolCallId, parentToolCallId }) => void seen.push([event, toolCallId, parentToolCallId ?? null]),
        );
    });
    see("trace", trace);
  },
  "nested.not-found": async (open, see) => {
    await running(open, [{ name: "outer" }], (pi) => {
      simple("off", text("r"), { defaultActive: false })(pi);
      simple("model", text("r"), { exposure: "model-only" })(pi);
      pi.registerTool(
        tool("outer", async (...args) => {
          for (const name of ["nope", "off", "model"]) see(name, await args[4].executeTool(name, {}));
          return text("r");
        }),
      );
    });
  },
  "nested.callable": async (open, see) => {
    await running(open, [{ name: "outer" }], (pi) => {
      for (const exposure of ["direct", "model-only", "codemode", "deferred", "hidden"])
        simple(exposure, text(exposure), { exposure })(pi);
      pi.registerTool(
        tool("outer", async (...args) => {
          see(
            "tools",
            args[4].tools.map(({ name }: { name: string }) => name),
          );
          see("codemode", (await args[4].executeTool("codemode", {})).result.content);
          return text("r");
        }),
      );
    });
  },
  "nested.blocked": async (open, see) => {
    await running(open, [{ name: "outer" }], (pi) => {
      simple("inner")(pi);
      pi.registerTool(
        tool("outer", async (...args) => executed(see, await args[4].executeTool("inner", {}), "outcome")),
      );
      on(pi, "tool_call", ({ toolName }) => (toolName === "inner" ? { block: true, reason: "not nested" } : undefined));
    });
  },
  "nested.record": async (open, see) => {
    const { messages } = await running(open, [{ name: "outer" }], (pi) => {
      simple("inner")(pi);
      pi.registerTool(
        tool("outer", async (...args) => {
          await args[4].executeTool("inner", { a: 1 });
          await args[4].executeTool("nope", {});
          return text("r");
        }),
      );
    });
    see("nestedCalls", messages[0]?.nestedCalls);
  },
  "nested.nested": async (open, see) => {
    const { trace } = await running(open, [{ name: "outer" }], (pi) => {
      simple("inner")(pi);
      pi.registerTool(tool("middle", async (...args) => (await args[4].executeTool("inner", {})).result));
      pi.registerTool(tool("outer", async (...args) => (await args[4].executeTool("middle", {})).result));
    });
    see("trace", trace);
  },
  "nested.validation": async (open, see) => {
    await running(open, [{ name: "outer" }], (pi) => {
      simple("inner", text("r"), { parameters: typed })(pi);
      pi.registerTool(
        tool("outer", async (...args) => executed(see, await args[4].executeTool("inner", { n: {} }), "outcome")),
      );
    });
  },
} satisfies Partial<Record<keyof typeof tools, Scenario>>;
