// Scenarios: contexts.
import { attempt, handling, on, text, tool } from "../recording.ts";
import type { contexts } from "../requirements/contexts.ts";
import type { Scenario } from "../stage.ts";
import { host, inPhases } from "./contexts-stages.ts";

export const contextsScenarios = {
  "ctx.members": async (open, see) => {
    const stage = await open({
      extensions: [handling({ agent_start: (_event, ctx) => see("members", Object.keys(ctx).sort()) })],
    });
    await stage.emit("agent_start");
  },
  "ctx.command-members": async (open, see) => {
    const stage = await open({});
    see("members", Object.keys(stage.context()).sort());
  },
  "ctx.tool-members": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "t", id: "c1" }] }],
      extensions: [
        (pi) =>
          pi.registerTool(
            tool("t", async (...args) => {
              const ctx = args[4];
              see("enumerable", Object.keys(ctx).sort());
              see("extra", [typeof ctx.executeTool, ctx.tools.map(({ name }: { name: string }) => name)]);
              return text("r");
            }),
          ),
      ],
    });
    await stage.submit("go");
  },
  "ctx.getters": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          agent_start: (_event, ctx) => {
            for (const name of Object.keys(ctx).sort()) {
              const descriptor = Object.getOwnPropertyDescriptor(ctx, name);
              see(name, [typeof descriptor?.get, typeof descriptor?.set, descriptor?.enumerable]);
            }
            see(
              "assigning",
              typeof (
                attempt(() => {
                  ctx.mode = "print";
                }) as { threw?: string }
              ).threw,
            );
          },
        }),
      ],
    });
    await stage.emit("agent_start");
  },
  "ctx.extensible": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          agent_start: (_event, ctx) => {
            ctx.mine = 1;
          },
        }),
        handling({ agent_start: (_event, ctx) => see("mine", ctx.mine) }),
      ],
    });
    await stage.emit("agent_start");
  },
  "ctx.mode-and-ui": async (open, see) => {
    for (const mode of ["tui", "rpc", "json", "print"] as const) {
      const without = await open({ mode });
      see(`${mode} without`, [without.context().mode, without.context().hasUI]);
      const withUI = await open({ mode, ui: host().ui });
      see(`${mode} with`, [withUI.context().mode, withUI.context().hasUI]);
    }
  },
  "ctx.cwd": async (open, see) => {
    const stage = await open({});
    see("cwd", stage.context().cwd);
    see("session", stage.context().sessionManager.getCwd());
  },
  "ctx.command-fresh": async (open, see) => {
    const seen: object[] = [];
    const stage = await open({
      extensions: [(pi) => pi.registerCommand("c", { handler: async (_args, ctx) => void seen.push(ctx) })],
    });
    await stage.submit("/c");
    await stage.submit("/c");
    see("same", [seen.length, seen[0] === seen[1]]);
  },
  "ctx.signal-phases": async (open, see) =>
    see("signal", await inPhases(open, (ctx: { signal?: AbortSignal }) => ctx.signal !== undefined)),
  "ctx.idle-phases": async (open, see) =>
    see("idle", await inPhases(open, (ctx: { isIdle(): boolean }) => ctx.isIdle())),
  "ctx.pending": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          let first = true;
          on(pi, "turn_start", (_event, ctx) => {
            if (!first) return;
            first = false;
            seen.push(ctx.hasPendingMessages());
            pi.sendMessage({ customType: "m", content: "x", display: true }, { deliverAs: "steer" });
            seen.push(["after a custom message", ctx.hasPendingMessages()]);
            pi.sendUserMessage("more", { deliverAs: "followUp" });
          });
          on(pi, "agent_end", (_event, ctx) => void seen.push(["end", ctx.hasPendingMessages()]));
          on(pi, "message_end", ({ message }, ctx) => {
            if (message.role === "assistant") seen.push(["after an answer", ctx.hasPendingMessages()]);
          });
        },
      ],
    });
    await stage.submit("go");
    see("pending", seen);
  },
  "ctx.usage-empty": async (open, see) => {
    const stage = await open({});
    see("usage", stage.context().getContextUsage());
  },
  "ctx.trusted": async (open, see) => {
    const stage = await open({});
    see("trusted", stage.context().isProjectTrusted());
  },
  "ctx.wait-for-idle": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          on(pi, "agent_settled", () => void seen.push("settled"));
          pi.registerCommand("c", {
            handler: async (_args, ctx) => {
              pi.sendUserMessage("go");
              await ctx.waitForIdle();
              seen.push("waited");
            },
          });
        },
      ],
    });
    await stage.submit("/c");
    see("order", seen);
  },
  "ctx.abort": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          context: (_event, ctx) => ctx.abort(),
          turn_end: ({ outcome, message }) => see("turn_end", [outcome, message.stopReason]),
          agent_settled: ({ aborted }) => see("settled", aborted),
        }),
      ],
    });
    await stage.submit("go");
    see("requests", stage.requests.length);
  },
  "ctx.session-manager": async (open, see) => {
    const stage = await open({});
    const manager = stage.context().sessionManager as unknown as {
      appendCustomEntry(type: string, data: unknown): string;
      getLeafId(): string;
    };
    const id = manager.appendCustomEntry("mine", 1);
    see("leaf", manager.getLeafId() === id);
  },
  "ctx.prompt-options": async (open, see) => {
    const stage = await open({
      extensions: [(pi) => pi.registerTool(tool("mine", async () => text("x"), { promptSnippet: "does it" }))],
    });
    const options = stage.context().getSystemPromptOptions() as unknown as {
      selectedTools: string[];
      toolSnippets: Record<string, string>;
    };
    see("tools", options.selectedTools);
    see("snippet", options.toolSnippets.mine);
  },
} satisfies Partial<Record<keyof typeof contexts, Scenario>>;
