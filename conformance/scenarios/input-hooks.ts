// Scenarios: input hooks.
import { handling } from "../recording.ts";
import type { combination } from "../requirements/combination.ts";
import type { Scenario } from "../stage.ts";
import { bashCommand, bashResult, boom, emitting } from "./combination-stages.ts";

export const inputHooksScenarios = {
  "input.transform-chain": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "interactive" },
      (event: { text: string }) => ({ action: "transform", text: `${event.text}b` }),
      (event: { text: string }) => ({ action: "transform", text: `${event.text}c` }),
    ).then(() => {}),
  "input.handled-stops": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => ({ action: "handled" }),
      () => see("not called", 1),
    ).then(() => {}),
  "input.continue": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => undefined,
      () => ({ action: "continue" }),
      () => ({
        action: "nonsense",
      }),
    ).then(() => {}),
  "input.same-text": (open, see) =>
    emitting(
      open,
      see,
      "input",
      { text: "a", source: "rpc" },
      () => ({ action: "transform", text: "b" }),
      () => ({
        action: "transform",
        text: "a",
      }),
    ).then(() => {}),
  "input.images": async (open, see) => {
    const images = [{ type: "image", data: "x", mimeType: "image/png" }];
    const other = [{ type: "image", data: "y", mimeType: "image/png" }];
    await emitting(open, see, "input", { text: "a", images, source: "rpc" }, () => ({
      action: "transform",
      text: "b",
    }));
    await emitting(open, see, "input", { text: "a", images, source: "rpc" }, () => ({
      action: "transform",
      text: "a",
      images: other,
    }));
  },
  "input.undefined-text": async (open, see) => {
    const stage = await open({ extensions: [handling({ input: () => ({ action: "transform" }) })] });
    const sent = (await stage.emit("input", { text: "a", source: "rpc" })) as object;
    see("keys", ["action" in sent, "text" in sent, (sent as { text?: string }).text === undefined]);
  },
  "input.keys": async (open, see) => {
    const stage = await open({ extensions: [handling({ input: (event) => see("keys", Object.keys(event).sort()) })] });
    await stage.submit("hello");
  },
  "input.throw": (open, see) =>
    emitting(open, see, "input", { text: "a", source: "rpc" }, boom, () => ({ action: "transform", text: "b" })).then(
      () => {},
    ),
  "user-bash.first": (open, see) =>
    emitting(
      open,
      see,
      "user_bash",
      bashCommand,
      () => undefined,
      () => ({ result: bashResult }),
      () => see("not called", 1),
    ).then(() => {}),
  "user-bash.invalid": (open, see) =>
    emitting(
      open,
      see,
      "user_bash",
      bashCommand,
      () => ({ result: { output: 1 } }),
      () => see("not called", 1),
    ).then(() => {}),
  "user-bash.null": async (open, see) => {
    for (const value of [null, {}, { operations: { exec: () => {} }, result: bashResult }])
      await emitting(open, see, "user_bash", bashCommand, () => value);
  },
  "user-bash.exit-code-key": async (open, see) => {
    const { exitCode: _code, ...without } = bashResult;
    await emitting(open, see, "user_bash", bashCommand, () => ({ result: without }));
    await emitting(open, see, "user_bash", bashCommand, () => ({ result: { ...bashResult, exitCode: undefined } }));
  },
  "user-bash.throw": (open, see) =>
    emitting(open, see, "user_bash", bashCommand, boom, () => see("not called", 1)).then(() => {}),
  "trust.first": (open, see) =>
    emitting(
      open,
      see,
      "project_trust",
      { cwd: "/p" },
      () => ({ trusted: "undecided" }),
      () => ({ trusted: "maybe", remember: true }),
      () => see("not called", 1),
    ).then(() => {}),
  "trust.nothing": (open, see) =>
    emitting(
      open,
      see,
      "project_trust",
      { cwd: "/p" },
      () => undefined,
      () => ({ trusted: "yes" }),
    ).then(() => {}),
  "trust.throw": (open, see) =>
    emitting(open, see, "project_trust", { cwd: "/p" }, boom, () => ({ trusted: "no" })).then((stage) =>
      see("reported", stage.errors),
    ),
  "trust.context": (open, see) =>
    emitting(open, see, "project_trust", { cwd: "/p" }, (_event: unknown, ctx: { ui: object }) => {
      see("members", [Object.keys(ctx).sort(), Object.keys(ctx.ui).sort()]);
      return { trusted: "yes" };
    }).then(() => {}),
} satisfies Partial<Record<keyof typeof combination, Scenario>>;
