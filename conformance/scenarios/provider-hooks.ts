// Scenarios: provider hooks.

import type { combination } from "../requirements/combination.ts";
import type { Scenario } from "../stage.ts";
import { boom, emitting, warming } from "./combination-stages.ts";

export const providerHooksScenarios = {
  "request.chain": (open, see) =>
    emitting(
      open,
      see,
      "before_provider_request",
      { payload: { a: 1 } },
      () => ({ b: 2 }),
      (event: { payload: object }) => ({ ...event.payload, c: 3 }),
    ).then(() => {}),
  "request.null": async (open, see) => {
    for (const value of [null, false, 0, "", undefined])
      await emitting(open, see, "before_provider_request", { payload: { a: 1 } }, () => value);
  },
  "request.in-place": (open, see) =>
    emitting(open, see, "before_provider_request", { payload: { a: 1 } }, (event: { payload: { a: number } }) => {
      event.payload.a = 2;
    }).then(() => {}),
  "request.throw": (open, see) =>
    emitting(open, see, "before_provider_request", { payload: { a: 1 } }, () => ({ b: 1 }), boom).then(() => {}),
  "headers.mutate": (open, see) =>
    emitting(
      open,
      see,
      "before_provider_headers",
      { headers: { a: "1", b: "2" } },
      (event: { headers: Record<string, string | null> }) => {
        event.headers.a = "mine";
        event.headers.b = null;
      },
      (event: { headers: object }) => {
        event.headers = { other: "x" };
      },
    ).then(() => {}),
  "headers.throw-keeps": (open, see) =>
    emitting(open, see, "before_provider_headers", { headers: { a: "1" } }, (event: { headers: { a: string } }) => {
      event.headers.a = "kept";
      throw new Error("boom");
    }).then(() => {}),
  "resources.merge": (open, see) =>
    emitting(
      open,
      see,
      "resources_discover",
      { cwd: "/x", reason: "startup" },
      () => ({ skillPaths: ["/a"], promptPaths: ["/p1", "/p2"] }),
      () => ({ skillPaths: ["/b"], themePaths: [] }),
      () => undefined,
    ).then(() => {}),
  "resources.throw": (open, see) =>
    emitting(open, see, "resources_discover", { cwd: "/x", reason: "startup" }, boom, () => ({
      skillPaths: ["/b"],
    })).then(() => {}),
  "warming.last": (open, see) =>
    emitting(
      open,
      see,
      "cache_warming_decision",
      warming,
      () => ({ action: "warm" }),
      () => undefined,
      () => ({
        action: "wait",
      }),
    ).then(() => {}),
  "warming.event-action": (open, see) =>
    emitting(
      open,
      see,
      "cache_warming_decision",
      warming,
      () => ({ action: "warm" }),
      (event: { action: string }) => see("next sees", event.action),
    ).then(() => {}),
  "warming.none": (open, see) =>
    emitting(open, see, "cache_warming_decision", warming, () => ({}), boom).then(() => {}),
} satisfies Partial<Record<keyof typeof combination, Scenario>>;
