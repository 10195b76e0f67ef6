// Scenarios: dispatch.
import { handling, on, text, tick, tool } from "../recording.ts";
import type { dispatch } from "../requirements/dispatch.ts";
import type { Scenario } from "../stage.ts";
import { throwing } from "./dispatch-stages.ts";

export const dispatchScenarios = {
  "dispatch.load-order": async (open, see) => {
    const seen: string[] = [];
    const note = (name: string) => () => void seen.push(name);
    const stage = await open({
      extensions: [
        handling({ agent_start: [note("1a"), note("1b")] }),
        handling({ agent_start: note("2a") }),
        handling({ agent_start: [note("3a"), note("3b")] }),
      ],
    });
    await stage.emit("agent_start");
    see("order", seen);
  },
  "dispatch.sequential": async (open, see) => {
    const seen: string[] = [];
    const slow = async () => {
      seen.push("slow starts");
      await tick();
      seen.push("slow ends");
    };
    const stage = await open({
      extensions: [handling({ agent_start: slow }), handling({ agent_start: () => void seen.push("next") })],
    });
    await stage.emit("agent_start");
    see("order", seen);
  },
  "dispatch.error-isolated": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        handling({ agent_start: [throwing(new Error("boom")), () => void seen.push("same extension")] }),
        handling({ agent_start: () => void seen.push("next extension") }),
      ],
    });
    await stage.emit("agent_start");
    see("went on", seen);
    see("errors", stage.errors);
  },
  "dispatch.rejection-isolated": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ turn_start: async () => Promise.reject(new Error("later")) }),
        handling({ turn_start: () => see("went on", true) }),
      ],
    });
    await stage.emit("turn_start", { turnIndex: 0, timestamp: 1 });
    see("errors", stage.errors);
  },
  "dispatch.non-error-thrown": async (open, see) => {
    const stage = await open({
      extensions: [handling({ agent_start: [throwing("text"), throwing(undefined), throwing({ a: 1 })] })],
    });
    await stage.emit("agent_start");
    see("errors", stage.errors);
  },
  "dispatch.returns-ignored": async (open, see) => {
    const stage = await open({ extensions: [handling({ agent_start: () => ({ cancel: true, block: true }) })] });
    see("result", await stage.emit("agent_start"));
  },
  "dispatch.first-synchronous": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          on(pi, "session_info_changed", () => void seen.push("handler"));
          on(pi, "agent_start", () => {
            pi.setSessionName("x");
            seen.push("after the call");
          });
        },
      ],
    });
    await stage.emit("agent_start");
    await tick();
    see("order", seen);
  },
  "dispatch.same-event-object": async (open, see) => {
    const seen: object[] = [];
    const stage = await open({
      extensions: [
        handling({ turn_start: (event) => void seen.push(event) }),
        handling({
          turn_start: (event) => {
            seen.push(event);
            event.added = "by the second";
          },
        }),
        handling({ turn_start: (event) => see("third sees", event.added) }),
      ],
    });
    await stage.emit("turn_start", { turnIndex: 0, timestamp: 1 });
    see("same", seen[0] === seen[1]);
  },
  "dispatch.same-object-tool-call": async (open, see) => {
    const seen: object[] = [];
    const note = (event: object) => void seen.push(event);
    const stage = await open({ extensions: [handling({ tool_call: [note, note] })] });
    await stage.emit("tool_call", { toolName: "x", toolCallId: "1", input: {} });
    see("same", seen[0] === seen[1]);
  },
  "dispatch.same-object-tool-result": async (open, see) => {
    const seen: object[] = [];
    const note = (event: object) => void seen.push(event);
    const stage = await open({ extensions: [handling({ tool_result: [note, note] })] });
    const payload = { toolName: "x", toolCallId: "1", input: {}, content: [], details: {}, isError: false };
    await stage.emit("tool_result", payload);
    see("same", seen[0] === seen[1]);
    see("a copy", (seen[0] as unknown) !== payload);
  },
  "dispatch.fresh-event-object": async (open, see) => {
    const payloads: Record<string, object> = {
      input: { text: "a", source: "interactive" },
      context: { messages: [] },
      before_provider_request: { payload: {} },
      before_agent_start: { prompt: "a" },
      message_end: { message: { role: "user", content: "a", timestamp: 1 } },
    };
    for (const [name, payload] of Object.entries(payloads)) {
      const seen: object[] = [];
      const note = (event: object) => void seen.push(event);
      const stage = await open({ extensions: [handling({ [name]: [note, note] })] });
      await stage.emit(name, payload);
      see(name, [seen.length, seen[0] === seen[1]]);
    }
  },
  "dispatch.headers-object-shared": async (open, see) => {
    const seen: { headers: object }[] = [];
    const note = (event: { headers: object }) => void seen.push(event);
    const stage = await open({ extensions: [handling({ before_provider_headers: [note, note] })] });
    await stage.emit("before_provider_headers", { headers: { a: "1" } });
    see("wrapper", seen[0] === seen[1]);
    see("headers", seen[0]?.headers === seen[1]?.headers);
  },
  "dispatch.ctx-shared": async (open, see) => {
    const seen: object[] = [];
    const note = (_event: object, ctx: object) => void seen.push(ctx);
    const stage = await open({ extensions: [handling({ agent_start: note }), handling({ agent_start: note })] });
    await stage.emit("agent_start");
    see("same", seen[0] === seen[1]);
  },
  "dispatch.ctx-fresh": async (open, see) => {
    const seen: object[] = [];
    const stage = await open({ extensions: [handling({ agent_start: (_event, ctx) => void seen.push(ctx) })] });
    await stage.emit("agent_start");
    await stage.emit("agent_start");
    see("same", seen[0] === seen[1]);
  },
  "dispatch.not-awaited-name": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          on(pi, "session_info_changed", async () => {
            seen.push("starts");
            await tick();
            seen.push("ends");
          });
          on(pi, "agent_start", () => {
            pi.setSessionName("x");
            seen.push("returned");
          });
        },
      ],
    });
    await stage.emit("agent_start");
    await tick();
    await tick();
    see("order", seen);
  },
  "dispatch.not-awaited-thinking": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      reasoning: true,
      extensions: [
        (pi) => {
          on(pi, "thinking_level_select", async () => {
            seen.push("starts");
            await tick();
            seen.push("ends");
          });
          on(pi, "agent_start", () => {
            pi.setThinkingLevel("high");
            pi.setThinkingLevel("low");
            seen.push("returned");
          });
        },
      ],
    });
    await stage.emit("agent_start");
    await tick();
    await tick();
    see("order", seen);
  },
  "dispatch.message-end-before-entry": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_end: (event, ctx) => {
            const messages = ctx.sessionManager
              .getEntries()
              .filter((entry: { type: string }) => entry.type === "message");
            const known = messages.some((entry: { message: object }) => entry.message === event.message);
            if (event.message.role !== "system") see(event.message.role, known);
          },
        }),
      ],
    });
    await stage.submit("hello");
  },
  "dispatch.turn-end-after-entry": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "t", id: "c1" }] }, "done"],
      extensions: [
        (pi) => pi.registerTool(tool("t", async () => text("r"))),
        handling({
          tool_call: (_event, ctx) => see("leaf in tool_call", ctx.sessionManager.getLeafEntry().message.role),
          turn_end: (event, ctx) => {
            see("message", ctx.sessionManager.getEntry(event.messageEntryId)?.message.role);
            see(
              "results",
              event.toolResultEntryIds.map((id: string) => ctx.sessionManager.getEntry(id)?.message.role),
            );
          },
        }),
      ],
    });
    await stage.submit("go");
  },
} satisfies Partial<Record<keyof typeof dispatch, Scenario>>;
