// The examples of the README, run.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { matchesKey } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { cancelled, createMockUI, createRenderers, modes } from "./index.ts";

const extension = (pi: ExtensionAPI) => {
  pi.registerCommand("deploy", {
    description: "Deploy",
    handler: async (_args, ctx) => {
      const target = await ctx.ui.select("Target", ["staging", "production"]);
      if (target === undefined) return;
      const name = await ctx.ui.input("Name", "release name");
      const sure = await ctx.ui.confirm("Sure?", `Deploy ${name} to ${target}`);
      ctx.ui.notify(sure ? `deployed ${name} to ${target}` : "not deployed", sure ? "info" : "warning");
    },
  });
};

const deployWith = async (bindings: object) => {
  const t = await bareSession({ replies: [], factories: [extension], bind: false });
  await t.session.bindExtensions(bindings);
  await t.session.prompt("/deploy");
  await t.dispose();
};

const extensionWithPicker = (pi: ExtensionAPI) => {
  pi.registerCommand("pick", {
    description: "Pick",
    handler: async (_args, ctx) => {
      const options = ["red", "green"];
      const picked = await ctx.ui.custom<string>((tui, theme, _keybindings, done) => {
        let at = 0;
        return {
          render: () => options.map((option, row) => (row === at ? theme.fg("accent", `> ${option}`) : `  ${option}`)),
          invalidate() {},
          handleInput(data) {
            if (matchesKey(data, "down")) at = Math.min(at + 1, options.length - 1);
            if (matchesKey(data, "enter")) done(options[at] as string);
            tui.requestRender();
          },
        };
      });
      ctx.ui.notify(`picked ${picked}`);
    },
  });
};

it("answers the dialogs of an extension", async () => {
  // #region dialogs
  const ui = createMockUI({
    select: { Target: "staging" }, // by title; the key `default` is for all others
    input: (title, placeholder) => `${title}: ${placeholder}`, // pi's own arguments; may be async
    confirm: [true, cancelled], // a queue: one answer for each dialog, in order
  });
  // #endregion dialogs
  const t = await bareSession({ replies: [], factories: [extension], bind: false });
  const { session } = t;
  // #region session
  await session.bindExtensions({ ...ui.bindings, onError: (error: unknown) => expect.fail(String(error)) });
  await session.prompt("/deploy");
  await session.prompt("/deploy");

  expect(ui.notifications).toEqual([
    { message: "deployed Name: release name to staging", level: "info" },
    { message: "not deployed", level: "warning" },
  ]);
  expect(ui.callsFor("confirm")[0]).toMatchObject({ title: "Sure?", returnValue: true });
  ui.assertDone();
  // #endregion session
  await t.dispose();
});

it("drives a custom component", async () => {
  // #region custom
  const ui = createMockUI({
    custom: (screen) => {
      screen.press("down");
      expect(screen.text()).toBe("  red\n> green");
      screen.press("enter");
    },
  });
  // #endregion custom
  const t = await bareSession({ replies: [], factories: [extensionWithPicker], uiContext: ui.context });
  await t.session.prompt("/pick");
  expect(ui.notifications).toEqual([{ message: "picked green", level: "info" }]);
  ui.assertDone();
  await t.dispose();
});

// #region modes
describe.each(modes)("in %s mode", (mode) => {
  it("deploys only where there is a user to ask", async () => {
    const ui = createMockUI({ mode, select: "staging", input: "v1" });
    await deployWith(ui.bindings);
    expect(ui.notifications).toHaveLength(ui.hasUI ? 1 : 0);
  });
});
// #endregion modes

it("renders what the transcript shows", async () => {
  const factory = (pi: any) =>
    pi.registerMessageRenderer?.("card", (message: any) => ({
      render: () => [`card: ${message.content}`],
      invalidate() {},
    }));
  const t = await bareSession({ replies: [], factories: [factory] });
  const { session } = t;
  // #region renderers
  const { renderTool, renderMessage } = createRenderers(session);
  expect(await renderMessage("card", { content: "hello" }, { width: 40 })).toBe("card: hello");
  expect(await renderTool({ name: "ls", arguments: { path: "." } }, { content: "a.ts" }, { expanded: true })).toContain(
    "a.ts",
  );
  // #endregion renderers
  await t.dispose();
});
