// Scenarios: subscriptions.
import { attempt, handling, on } from "../recording.ts";
import type { dispatch } from "../requirements/dispatch.ts";
import type { Scenario } from "../stage.ts";

export const subscriptionsScenarios = {
  "dispatch.snapshot-add": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          on(pi, "agent_start", () => {
            seen.push("first");
            on(pi, "agent_start", () => void seen.push("added"));
          });
        },
      ],
    });
    await stage.emit("agent_start");
    see("during", [...seen]);
    await stage.emit("agent_start");
    see("after", seen);
  },
  "dispatch.snapshot-remove": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({
      extensions: [
        (pi) => {
          let remove = () => {};
          on(pi, "agent_start", () => {
            seen.push("remover");
            remove();
          });
          remove = on(pi, "agent_start", () => void seen.push("removed")) ?? (() => {});
        },
      ],
    });
    await stage.emit("agent_start");
    see("during", [...seen]);
    await stage.emit("agent_start");
    see("after", seen);
  },
  "dispatch.snapshot-across": async (open, see) => {
    const seen: string[] = [];
    let remove = () => {};
    const stage = await open({
      extensions: [
        handling({ agent_start: () => remove() }),
        (pi) => {
          remove = on(pi, "agent_start", () => void seen.push("other")) ?? (() => {});
        },
      ],
    });
    await stage.emit("agent_start");
    see("during", [...seen]);
    await stage.emit("agent_start");
    see("after", seen);
  },
  "dispatch.unknown-event": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          see(
            "accepted",
            attempt(() => typeof on(pi, "no_such_event", () => {})),
          ),
      ],
    });
    see("errors", stage.errors);
  },
  "dispatch.non-function": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) =>
          see(
            "accepted",
            attempt(() => typeof on(pi, "agent_start", undefined as never)),
          ),
      ],
    });
    await stage.emit("agent_start");
    see("errors", stage.errors);
  },
  "dispatch.same-function-twice": async (open, see) => {
    let times = 0;
    const handler = () => void times++;
    const stage = await open({ extensions: [handling({ agent_start: [handler, handler] })] });
    await stage.emit("agent_start");
    see("times", times);
  },
  "dispatch.no-this": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          agent_start: function (this: unknown) {
            see("this", this === undefined);
          },
        }),
      ],
    });
    await stage.emit("agent_start");
  },
  "dispatch.unsubscribe": async (open, see) => {
    const seen: string[] = [];
    let end: unknown;
    const stage = await open({
      extensions: [
        (pi) => {
          end = on(pi, "agent_start", () => void seen.push("ended"));
          on(pi, "agent_start", () => void seen.push("kept"));
        },
      ],
    });
    see("type", typeof end);
    see("returns", (end as () => unknown)());
    await stage.emit("agent_start");
    see("left", seen);
  },
  "dispatch.unsubscribe-twice": async (open, see) => {
    const seen: string[] = [];
    let end = () => {};
    const stage = await open({
      extensions: [
        (pi) => {
          end = on(pi, "agent_start", () => void seen.push("first"));
          on(pi, "agent_start", () => void seen.push("second"));
        },
      ],
    });
    see("once", attempt(end));
    see("twice", attempt(end));
    await stage.emit("agent_start");
    see("left", seen);
  },
  "dispatch.unsubscribe-one-of-two": async (open, see) => {
    let times = 0;
    const handler = () => void times++;
    let end = () => {};
    const stage = await open({
      extensions: [
        (pi) => {
          end = on(pi, "agent_start", handler);
          on(pi, "agent_start", handler);
        },
      ],
    });
    end();
    await stage.emit("agent_start");
    see("times", times);
  },
  "dispatch.unsubscribe-stale": async (open, see) => {
    let end = () => {};
    const stage = await open({
      extensions: [
        (pi) => {
          end = on(pi, "agent_start", () => {});
        },
      ],
    });
    const first = end;
    await stage.reload();
    see("stale", attempt(first));
  },
  "dispatch.has-handlers": async (open, see) => {
    let end = () => {};
    const stage = await open({
      extensions: [
        (pi) => {
          end = on(pi, "agent_start", () => {});
        },
      ],
    });
    see("with", stage.hasHandlers("agent_start"));
    end();
    see("without", stage.hasHandlers("agent_start"));
  },
} satisfies Partial<Record<keyof typeof dispatch, Scenario>>;
