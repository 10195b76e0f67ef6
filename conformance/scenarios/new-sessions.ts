// Scenarios: new sessions.
import { type AnyContext, type AnyHandler, attemptAsync, handling, on } from "../recording.ts";
import type { replacement } from "../requirements/replacement.ts";
import type { Scenario, Stage } from "../stage.ts";
import { boom, grown, idOf, own, watching, withPi } from "./replacement-stages.ts";

export const newSessionsScenarios = {
  "new.order": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ extensions: [watching(seen)] });
    await stage.context().newSession({
      setup: async () => void seen.push("setup"),
      withSession: async () => void seen.push("withSession"),
    });
    see("order", seen);
  },
  "new.payloads": async (open, see) => {
    const note: AnyHandler = (event) => see(event.type, { ...event, keys: Object.keys(event).sort() });
    const stage = await open({
      extensions: [handling({ session_before_switch: note, session_shutdown: note, session_start: note })],
    });
    await stage.context().newSession();
  },
  "new.cancel": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({
      extensions: [watching(seen), handling({ session_before_switch: () => ({ cancel: true }) })],
    });
    see("result", await stage.context().newSession({ withSession: async () => void seen.push("never") }));
    see("order", seen);
  },
  "new.returns": async (open, see) => {
    const stage = await open({});
    see("result", await stage.context().newSession());
  },
  "new.setup": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          session_start: (_event, ctx) =>
            see(
              "at the start",
              ctx.sessionManager.getEntries().filter(({ type }: { type: string }) => type === "custom").length,
            ),
        }),
      ],
    });
    await stage.context().newSession({ setup: async (manager) => void manager.appendCustomEntry("mine", 1) });
    see("entries", own(stage));
  },
  "new.with-session": async (open, see) => {
    const stage = await open({ replies: ["answer"] });
    await stage.context().newSession({
      withSession: async (ctx) => {
        see("members", [typeof ctx.sendMessage, typeof ctx.sendUserMessage, typeof ctx.newSession]);
        await ctx.sendUserMessage("hello");
        see("after the run", ctx.isIdle());
      },
    });
    see("entries", own(stage));
  },
  "new.empty": async (open, see) => {
    const stage = await open({});
    await stage.submit("old");
    const before = stage.context().sessionManager.getSessionId();
    await stage.context().newSession();
    see("entries", own(stage));
    see("same id", stage.context().sessionManager.getSessionId() === before);
  },
  "new.shutdown-usable": async (open, see) => {
    const { stage } = await withPi(open, {
      extensions: [
        (pi) => {
          on(pi, "session_shutdown", (_event, ctx) => {
            pi.appendEntry("last", 1);
            see("works", [pi.getActiveTools().length > 0, ctx.mode, ctx.isIdle()]);
          });
        },
      ],
    });
    await stage.context().newSession();
  },
  "new.shutdown-error": async (open, see) => {
    const stage = await open({ extensions: [handling({ session_shutdown: boom })] });
    see("result", await stage.context().newSession());
    see("errors", stage.errors);
  },
  "new.aborts-run": async (open, see) => {
    const seen: unknown[] = [];
    let context: AnyContext;
    const stage: Stage = await open({
      replies: [
        {
          wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
        },
      ],
      extensions: [
        watching(seen),
        handling({
          turn_start: (_event, ctx) => {
            context = ctx;
          },
        }),
      ],
    });
    const run = stage.submit("go");
    await new Promise((resolve) => setTimeout(resolve, 5));
    see("idle", context.isIdle());
    await stage.context().newSession();
    await run;
    see("order", seen);
  },
  "new.setup-throws": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ extensions: [watching(seen)] });
    see(
      "result",
      await attemptAsync(() => stage.context().newSession({ setup: async () => Promise.reject(new Error("setup")) })),
    );
    see("order", seen);
  },
  "new.with-session-throws": async (open, see) => {
    const seen: unknown[] = [];
    const stage = await open({ extensions: [watching(seen)] });
    see(
      "result",
      await attemptAsync(() =>
        stage.context().newSession({ withSession: async () => Promise.reject(new Error("with")) }),
      ),
    );
    see("order", seen);
  },
  "new.bus": async (open, see) => {
    const seen: unknown[] = [];
    let load = 0;
    const { stage, apis } = await withPi(open, {
      extensions: [
        (pi) => {
          const mine = ++load;
          pi.events.on("c", (data) => void seen.push([mine, data]));
        },
      ],
    });
    await stage.context().newSession();
    apis.at(-1)?.events.emit("c", "hello");
    see("heard", seen);
  },
  "fork.at": async (open, see) => {
    const { stage } = await grown(open);
    see("result", await stage.context().fork(idOf(stage, "assistant"), { position: "at" }));
    see("entries", own(stage));
  },
  "fork.before": async (open, see) => {
    const { stage } = await grown(open);
    see("result", await stage.context().fork(idOf(stage, "user", 1)));
    see("entries", own(stage));
  },
  "fork.payloads": async (open, see) => {
    const note: AnyHandler = (event) => see(event.type, { ...event });
    const { stage } = await grown(open, { session_before_fork: note, session_shutdown: note, session_start: note });
    await stage.context().fork(idOf(stage, "user", 1));
  },
  "fork.cancel": async (open, see) => {
    const { stage } = await grown(open, {
      session_before_fork: () => ({ cancel: true }),
      session_shutdown: () => see("never", 1),
    });
    see("result", await stage.context().fork(idOf(stage, "user")));
    see("entries", own(stage));
  },
  "fork.unknown": async (open, see) => {
    const { stage } = await grown(open, { session_before_fork: ({ entryId }) => see("before", entryId) });
    see("result", await attemptAsync(() => stage.context().fork("nope")));
  },
  "fork.not-a-user-message": async (open, see) => {
    const { stage } = await grown(open);
    see("result", await attemptAsync(() => stage.context().fork(idOf(stage, "assistant"))));
  },
  "switch.missing-file": async (open, see) => {
    const stage = await open({});
    await stage.submit("old");
    see("result", await attemptAsync(() => stage.context().switchSession(`${stage.cwd}/none.jsonl`)));
    see("entries", own(stage));
    see("file", stage.context().sessionManager.getSessionFile());
  },
  "switch.payloads": async (open, see) => {
    const note: AnyHandler = ({ previousSessionFile: _previous, ...event }) => see(event.type, event);
    const stage = await open({
      extensions: [handling({ session_before_switch: note, session_shutdown: note, session_start: note })],
    });
    await stage.context().switchSession(`${stage.cwd}/none.jsonl`);
  },
} satisfies Partial<Record<keyof typeof replacement, Scenario>>;
