// Scenarios: reload and stale.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type AnyContext, attempt, attemptAsync, handling } from "../recording.ts";
import type { replacement } from "../requirements/replacement.ts";
import type { Scenario, Stage } from "../stage.ts";
import { own, staleMembers, watching, withPi } from "./replacement-stages.ts";

export const reloadAndStaleScenarios = {
  "reload.order": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ extensions: [watching(seen)] });
    await stage.reload();
    see("order", seen);
  },
  "reload.keeps-session": async (open, see) => {
    const { stage, apis } = await withPi(open);
    apis[0]?.setSessionName("mine");
    await apis[0]?.setModel(stage.context().modelRegistry.find("scripted", "other") as never);
    await stage.submit("hello");
    await stage.reload();
    see("name", apis[1]?.getSessionName());
    see("model", stage.context().model?.id);
    see("entries", own(stage));
  },
  "reload.keeps-active-tools": async (open, see) => {
    const { stage, apis } = await withPi(open);
    apis[0]?.setActiveTools(["read", "grep"]);
    await stage.reload();
    see("active", apis[1]?.getActiveTools());
  },
  "reload.busy": async (open, see) => {
    let rejected: unknown;
    const stage: Stage = await open({
      extensions: [
        handling({
          turn_start: async () => {
            rejected = await attemptAsync(() => stage.reload());
          },
        }),
      ],
    });
    await stage.submit("go");
    see("rejected", rejected);
  },
  "reload.from-command": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async (_args, ctx) => {
              await ctx.reload();
              see("goes on", true);
              see(
                "ctx",
                attempt(() => ctx.mode),
              );
              see(
                "pi",
                attempt(() => pi.getActiveTools()),
              );
            },
          }),
      ],
    });
    await stage.submit("/c");
  },
  "reload.not-bound": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ start: false, extensions: [watching(seen)] });
    await stage.reload();
    see("order", seen);
  },
  "stale.pi": async (open, see) => {
    const { stage, apis } = await withPi(open);
    await stage.reload();
    for (const [name, act] of Object.entries(staleMembers))
      see(
        name,
        attempt(() => act(apis[0] as ExtensionAPI)),
      );
  },
  "stale.ctx": async (open, see) => {
    let old: AnyContext;
    const stage = await open({
      extensions: [
        handling({
          session_start: (_event, ctx) => {
            old ??= ctx;
          },
        }),
      ],
    });
    await stage.context().newSession();
    for (const name of Object.keys(old).sort())
      see(
        name,
        attempt(() =>
          typeof Object.getOwnPropertyDescriptor(old, name)?.get === "function" ? old[name] : old[name](),
        ),
      );
  },
  "stale.synchronous": async (open, see) => {
    const stage = await open({});
    const old = stage.context();
    const { stage: other, apis } = await withPi(open);
    await stage.reload();
    await other.reload();
    see("newSession", await attemptAsync(() => old.newSession()));
    see("waitForIdle", await attemptAsync(() => old.waitForIdle()));
    see("exec", await attemptAsync(() => apis[0]?.exec("true", [])));
    see("setModel", await attemptAsync(() => apis[0]?.setModel({} as never)));
  },
  "stale.objects": async (open, see) => {
    const stage = await open({});
    const { sessionManager, ui } = stage.context();
    await stage.context().newSession();
    see(
      "session manager",
      attempt(() => sessionManager.getEntries().length > 0),
    );
    see("ui", await attemptAsync(() => ui.confirm("a", "b")));
  },
  "stale.command-error": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          pi.registerCommand("c", {
            handler: async (_args, ctx) => {
              await ctx.newSession();
              throw new Error("after the replacement");
            },
          }),
      ],
    });
    await stage.submit("/c");
    see("errors", stage.errors);
  },
  "shutdown.quit": async (open, see) => {
    const stage = await open({ extensions: [handling({ session_shutdown: (event) => see("event", { ...event }) })] });
    await stage.shutdown();
  },
  "shutdown.stale": async (open, see) => {
    const { stage, apis } = await withPi(open);
    await stage.shutdown();
    see(
      "pi",
      attempt(() => apis[0]?.getActiveTools()),
    );
  },
  "shutdown.aborts": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      replies: [{ wait: () => new Promise((resolve) => setTimeout(resolve, 20)) }],
      extensions: [watching(seen)],
    });
    const run = stage.submit("go");
    await new Promise((resolve) => setTimeout(resolve, 5));
    await stage.shutdown();
    await run;
    see("order", seen);
  },
} satisfies Partial<Record<keyof typeof replacement, Scenario>>;
