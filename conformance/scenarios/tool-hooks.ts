// Scenarios: tool hooks.

import type { combination } from "../requirements/combination.ts";
import type { Scenario } from "../stage.ts";
import { boom, call, emitting, result, structured, switching } from "./combination-stages.ts";

export const toolHooksScenarios = {
  "before.last-truthy": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ a: 1 }),
      () => ({ b: 2 }),
    ).then(() => {}),
  "before.falsy-ignored": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ a: 1 }),
      () => undefined,
      () => null,
      () => 0,
    ).then(() => {}),
  "before.cancel-stops": (open, see) =>
    emitting(
      open,
      see,
      "session_before_switch",
      switching,
      () => ({ cancel: true }),
      () => see("not called", 1),
    ).then(() => {}),
  "before.summary-lost": (open, see) =>
    emitting(
      open,
      see,
      "session_before_compact",
      {},
      () => ({ compaction: { summary: "s" } }),
      () => ({}),
    ).then(() => {}),
  "before.throw-does-not-cancel": (open, see) =>
    emitting(open, see, "session_before_switch", switching, boom, () => ({ ok: 1 })).then(() => {}),
  "before.fork-and-tree": async (open, see) => {
    const fork = { entryId: "x", position: "before" };
    await emitting(
      open,
      see,
      "session_before_fork",
      fork,
      () => ({ a: 1 }),
      () => ({ cancel: true }),
      boom,
    );
    await emitting(
      open,
      see,
      "session_before_tree",
      {},
      () => ({ label: "a" }),
      () => ({ label: "b" }),
    );
  },
  "tool-call.last-truthy": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ reason: "a" }),
      () => ({ block: false, reason: "b" }),
    ).then(() => {}),
  "tool-call.block-stops": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ block: true, reason: "first", terminate: true }),
      () => see("not called", 1),
    ).then(() => {}),
  "tool-call.block-false-replaced": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => ({ block: false }),
      () => ({ block: true, reason: "second" }),
    ).then(() => {}),
  "tool-call.throw-propagates": (open, see) =>
    emitting(open, see, "tool_call", call, boom, () => see("not called", 1)).then((stage) =>
      see("unreported", stage.errors),
    ),
  "tool-call.mutation-shared": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      { ...call, input: { command: "ls" } },
      (event: { input: { command: string } }) => {
        event.input.command = "pwd";
      },
      (event: { input: object }) => see("next sees", event.input),
    ).then(() => {}),
  "tool-call.falsy": (open, see) =>
    emitting(
      open,
      see,
      "tool_call",
      call,
      () => false,
      () => undefined,
    ).then(() => {}),
  "tool-result.chain": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ content: [{ type: "text", text: "new" }], isError: true }),
      (event: { content: unknown; isError: boolean }) => see("next sees", [event.content, event.isError]),
    ).then(() => {}),
  "tool-result.fields-merge": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ details: { mine: 1 } }),
      () => ({ isError: true }),
    ).then(() => {}),
  "tool-result.unmodified": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({}),
      () => undefined,
      () => "x",
    ).then(() => {}),
  "tool-result.assignment-lost": (open, see) =>
    emitting(open, see, "tool_result", result, (event: { content: unknown }) => {
      event.content = [];
    }).then(() => {}),
  "tool-result.assignment-kept": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      (event: { content: unknown }) => {
        event.content = [{ type: "text", text: "assigned" }];
      },
      () => ({ isError: false }),
    ).then(() => {}),
  "tool-result.nested-mutation": async (open, see) => {
    const own = structuredClone(result);
    await emitting(open, see, "tool_result", own, (event: { content: { text: string }[] }) => {
      for (const block of event.content) block.text = "changed";
    });
    see("payload", own.content);
  },
  "tool-result.structured-dropped": (open, see) =>
    emitting(open, see, "tool_result", structured, () => ({ content: [] })).then(() => {}),
  "tool-result.structured-kept": async (open, see) => {
    await emitting(open, see, "tool_result", structured, () => ({ content: [], structuredContent: { b: 2 } }));
    await emitting(open, see, "tool_result", structured, () => ({ isError: true }));
  },
  "tool-result.undefined-field": (open, see) =>
    emitting(open, see, "tool_result", result, () => ({ content: undefined, isError: undefined })).then(() => {}),
  "tool-result.null-details": (open, see) =>
    emitting(open, see, "tool_result", result, () => ({ details: null })).then(() => {}),
  "tool-result.throw": (open, see) =>
    emitting(
      open,
      see,
      "tool_result",
      result,
      () => ({ isError: true }),
      boom,
      () => ({ details: 2 }),
    ).then(() => {}),
} satisfies Partial<Record<keyof typeof combination, Scenario>>;
