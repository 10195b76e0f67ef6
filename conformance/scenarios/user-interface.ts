// Scenarios: user interface.
import { attemptAsync, handling, tick } from "../recording.ts";
import type { contexts } from "../requirements/contexts.ts";
import type { Scenario } from "../stage.ts";
import { host } from "./contexts-stages.ts";

export const userInterfaceScenarios = {
  "ui.none-dialogs": async (open, see) => {
    const { ui } = (await open({})).context();
    see("select", [await ui.select("t", ["a"])]);
    see("confirm", await ui.confirm("t", "m"));
    see("input", [await ui.input("t")]);
    see("editor", [await ui.editor("t", "x")]);
  },
  "ui.none-rest": async (open, see) => {
    const { ui } = (await open({})).context();
    see("editorText", ui.getEditorText());
    see("themes", [ui.getAllThemes(), ui.getTheme("dark"), ui.setTheme("dark")]);
    see("expanded", ui.getToolsExpanded());
    see("component", [ui.getEditorComponent()]);
    see("input", typeof ui.onTerminalInput(() => undefined));
    see("nothing", [ui.notify("x"), ui.setStatus("a", "b"), ui.setWidget("a", ["b"]), ui.setTitle("x")]);
    see("members", Object.keys(ui).sort());
  },
  "ui.none-custom": async (open, see) => {
    const { ui } = (await open({})).context();
    see("custom", [await ui.custom(() => see("never", 1) as never)]);
  },
  "ui.none-no-events": async (open, see) => {
    const seen: string[] = [];
    const stage = await open({ extensions: [handling({ ui_prompt_start: () => void seen.push("start") })] });
    await stage.context().ui.confirm("a", "b");
    await tick();
    see("events", seen);
  },
  "ui.same-object": async (open, see) => {
    const bare = await open({});
    const [first, again] = [bare.context().ui, bare.context().ui];
    see("without", first === again);
    const withUI = await open({ ui: host().ui });
    const [one, two] = [withUI.context().ui, withUI.context().ui];
    see("with", one === two);
  },
  "ui.wrapper": async (open, see) => {
    const { ui } = host();
    Object.assign(ui, { mine: 1 });
    const stage = await open({ ui });
    const own = stage.context().ui as unknown as Record<string, unknown>;
    see("same", own === (ui as unknown));
    see("own member", own.mine);
    see("editorText", stage.context().ui.getEditorText());
  },
  "ui.dialogs": async (open, see) => {
    const { ui, calls } = host({ select: "b", confirm: true, input: "typed", editor: "text" });
    const own = (await open({ ui })).context().ui;
    see("answers", [
      await own.select("s", ["a", "b"], { timeout: 5 }),
      await own.confirm("c", "m"),
      await own.input("i", "p"),
      await own.editor("e", "pre"),
    ]);
    see("calls", calls);
  },
  "ui.prompt-events": async (open, see) => {
    const seen: unknown[] = [];
    const { ui } = host({});
    const note = (event: object) => void seen.push({ ...event });
    const own = (await open({ ui, extensions: [handling({ ui_prompt_start: note, ui_prompt_end: note })] })).context()
      .ui;
    await own.select("pick", ["a"]);
    await tick();
    await own.editor("edit");
    await tick();
    see("events", seen);
  },
  "ui.prompt-order": async (open, see) => {
    const seen: string[] = [];
    const { ui } = host({});
    const ask = ui.confirm;
    ui.confirm = (...args) => {
      seen.push("host");
      return ask(...args);
    };
    const stage = await open({
      ui,
      extensions: [
        handling({ ui_prompt_start: () => void seen.push("start"), ui_prompt_end: () => void seen.push("end") }),
      ],
    });
    await stage.context().ui.confirm("a", "b");
    seen.push("answered");
    await tick();
    see("order", seen);
  },
  "ui.prompt-nested": async (open, see) => {
    const seen: unknown[] = [];
    const { ui } = host({});
    const note = ({ type, kind, title }: Record<string, unknown>) => void seen.push([type, kind, title]);
    const own = (await open({ ui, extensions: [handling({ ui_prompt_start: note, ui_prompt_end: note })] })).context()
      .ui;
    await Promise.all([own.select("outer", ["a"]), own.confirm("inner", "m"), own.input("third")]);
    await tick();
    see("events", seen);
  },
  "ui.prompt-no-title": async (open, see) => {
    const seen: unknown[] = [];
    const { ui } = host({});
    const own = (
      await open({
        ui,
        extensions: [handling({ ui_prompt_start: (event) => void seen.push([event.kind, "title" in event]) })],
      })
    ).context().ui;
    await own.confirm("", "m");
    await tick();
    await own.custom(() => ({}) as never);
    await tick();
    see("events", seen);
  },
  "ui.sync-throw": async (open, see) => {
    const seen: string[] = [];
    const { ui } = host({});
    ui.confirm = () => {
      throw new Error("host");
    };
    const own = (
      await open({
        ui,
        extensions: [
          handling({ ui_prompt_start: () => void seen.push("start"), ui_prompt_end: () => void seen.push("end") }),
        ],
      })
    ).context().ui;
    see("call", await attemptAsync(() => own.confirm("a", "b")));
    await tick();
    see("events", seen);
  },
  "ui.rejection": async (open, see) => {
    const { ui } = host({});
    ui.input = async () => Promise.reject(new Error("host"));
    const own = (await open({ ui })).context().ui;
    see("call", await attemptAsync(() => own.input("a")));
  },
  "ui.not-a-promise": async (open, see) => {
    const { ui } = host({});
    ui.input = (() => "text") as never;
    const own = (await open({ ui })).context().ui;
    see("call", await attemptAsync(() => own.input("a")));
  },
} satisfies Partial<Record<keyof typeof contexts, Scenario>>;
