// The mock as the user of a session of real pi that one builds oneself.
import { afterEach, expect, it } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { cancelled, createMockUI, type MockUI } from "./index.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A session whose extension runs `command` as /go. */
const start = async (ui: MockUI | undefined, command: (ctx: any) => unknown, events: any[] = []) => {
  const errors: any[] = [];
  const t = await bareSession({
    replies: [],
    factories: [
      (pi: any) => {
        for (const type of ["ui_prompt_start", "ui_prompt_end"])
          pi.on(type, (event: any) => void events.push([type, event.kind, event.title]));
        pi.registerCommand("go", { description: "go", handler: (_args: string, ctx: any) => command(ctx) });
      },
    ],
    ...(ui ? { uiContext: ui.context } : {}),
    onError: (error) => errors.push(error.error),
  });
  ends.push(t.dispose);
  await t.session.prompt("/go");
  return { ...t, errors };
};

it("has every member of this pi's own UI context as an own property, and no other", async () => {
  const t = await start(undefined, () => {});
  const members = Object.keys(t.session.extensionRunner.getUIContext());
  const ui = createMockUI();
  expect(Object.keys(ui.context).sort()).toEqual(members.sort());
  expect(ui.reportUnknownMembers(members)).toEqual([]);
});

it("answers an extension through pi's own wrapper, detached and in parallel", async () => {
  const ui = createMockUI({ confirm: false, select: ["b", cancelled], input: async (title) => `${title}!` });
  const results: unknown[] = [];
  const { errors } = await start(ui, async (ctx) => {
    const { confirm, select, input } = ctx.ui;
    results.push(ctx.hasUI, await confirm("a", "b"));
    results.push(...(await Promise.all([select("x", ["a", "b"]), select("x", ["a", "b"]), input("Name")])));
    ctx.ui.notify("done");
  });
  expect(results).toEqual([true, false, "b", undefined, "Name!"]);
  expect(ui.notifications).toEqual([{ message: "done", level: "info" }]);
  expect(errors).toEqual([]);
  ui.assertDone();
});

it("keeps a failure that the extension swallowed", async () => {
  const ui = createMockUI({ select: "stagng" });
  await start(ui, async (ctx) => {
    try {
      await ctx.ui.select("Target", ["prod", "staging"]);
    } catch {
      // An extension may do this.
    }
  });
  expect(() => ui.assertDone()).toThrow('answer "staging"');
});

it("keeps a failure that pi reports as the command's error", async () => {
  const ui = createMockUI({ onUnhandled: "error" });
  const { errors } = await start(ui, (ctx) => ctx.ui.confirm("Sure?", "really"));
  expect(errors).toHaveLength(1);
  expect(() => ui.assertDone()).toThrow('confirm "Sure?" was opened and the test has no answer for it.');
});

it("lets ui_prompt_start and ui_prompt_end reach extensions, where this pi has them", async () => {
  const events: any[] = [];
  const ui = createMockUI({ custom: (screen) => screen.press("x") });
  const t = await start(
    ui,
    async (ctx) => {
      await ctx.ui.confirm("Sure?", "really");
      await ctx.ui.custom((_tui: any, _theme: any, _keybindings: any, done: () => void) => ({
        render: () => [],
        invalidate() {},
        handleInput: () => done(),
      }));
    },
    events,
  );
  await new Promise((resolve) => setImmediate(resolve));
  const has = "withUIPrompt" in t.session.extensionRunner;
  expect(events).toEqual(
    has
      ? [
          ["ui_prompt_start", "confirm", "Sure?"],
          ["ui_prompt_end", "confirm", "Sure?"],
          ["ui_prompt_start", "custom", undefined],
          ["ui_prompt_end", "custom", undefined],
        ]
      : [],
  );
});
