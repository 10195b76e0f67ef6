// RPC mode: what an extension asks the user, every kind of answer, and what it shows without asking. Real pi loads the
// extension below; the mock plays the rules beside it, which say the same as data.
import type { RpcScenario } from "@pi-testkit/mock-pi-cli";
import type { GoldenScenario, Move } from "../scenario.ts";

const extension = `export default (pi) => {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler: (args, ctx) => handler(ctx.ui, ctx) });
  command("select", async (ui) => ui.notify("got " + (await ui.select("Which?", ["a", "b"]))));
  command("confirm", async (ui) => ui.notify("got " + (await ui.confirm("Sure?", "It is final.")), "info"));
  command("input", async (ui) => ui.notify("got " + (await ui.input("Name?", "your name")), "warning"));
  command("input-plain", async (ui) => ui.notify("got " + (await ui.input("Name?"))));
  command("editor", async (ui) => ui.notify("got " + (await ui.editor("Text?", "before")), "error"));
  command("timeouts", async (ui) => {
    ui.notify("got " + (await ui.confirm("Quick?", "Say it.", { timeout: 150 })));
    ui.notify("got " + (await ui.select("Quick?", ["a"], { timeout: 150 })));
    ui.notify("got " + (await ui.input("Quick?", undefined, { timeout: 150 })));
  });
  command("show", async (ui) => {
    ui.setStatus("s", "working");
    ui.setStatus("s", undefined);
    ui.setWidget("w", ["one", "two"]);
    ui.setWidget("w", ["below"], { placement: "belowEditor" });
    ui.setWidget("w", undefined);
    ui.setTitle("A title");
    ui.setEditorText("draft");
  });
  command("boom", async () => { throw new Error("no luck"); });
};
`;

const notify = (message: string, notifyType?: string) => ({
  $ui: { method: "notify", message, ...(notifyType !== undefined && { notifyType }) },
});
const rule = (name: string, ...steps: object[]) => ({
  when: { type: "prompt", message: `/${name}` },
  steps: [...steps, { $handled: true }] as Readonly<Record<string, unknown>>[],
});

const rpc: RpcScenario = {
  on_command: [
    rule("select", { $ask: { method: "select", title: "Which?", options: ["a", "b"] } }, notify("got $answer")),
    rule(
      "confirm",
      { $ask: { method: "confirm", title: "Sure?", message: "It is final." } },
      notify("got $answer", "info"),
    ),
    rule(
      "input",
      { $ask: { method: "input", title: "Name?", placeholder: "your name" } },
      notify("got $answer", "warning"),
    ),
    rule("input-plain", { $ask: { method: "input", title: "Name?" } }, notify("got $answer")),
    rule("editor", { $ask: { method: "editor", title: "Text?", prefill: "before" } }, notify("got $answer", "error")),
    rule(
      "timeouts",
      { $ask: { method: "confirm", title: "Quick?", message: "Say it.", timeout: 150 } },
      notify("got $answer"),
      { $ask: { method: "select", title: "Quick?", options: ["a"], timeout: 150 } },
      notify("got $answer"),
      { $ask: { method: "input", title: "Quick?", timeout: 150 } },
      notify("got $answer"),
    ),
    rule(
      "show",
      { $ui: { method: "setStatus", statusKey: "s", statusText: "working" } },
      { $ui: { method: "setStatus", statusKey: "s" } },
      { $ui: { method: "setWidget", widgetKey: "w", widgetLines: ["one", "two"] } },
      { $ui: { method: "setWidget", widgetKey: "w", widgetLines: ["below"], widgetPlacement: "belowEditor" } },
      { $ui: { method: "setWidget", widgetKey: "w" } },
      { $ui: { method: "setTitle", title: "A title" } },
      { $ui: { method: "set_editor_text", text: "draft" } },
    ),
    rule("boom", { $error: { extensionPath: "command:boom", event: "command", error: "no luck" } }),
  ],
};

const request: Move = { until: { type: "extension_ui_request" } };
const run = (id: string, name: string): Move => ({ write: { id, type: "prompt", message: `/${name}` } });
const handled = (id: string): Move => ({ until: { type: "response", id } });

/** One dialog and its answer. */
const dialog = (id: string, name: string, answer: Readonly<Record<string, unknown>>): Move[] => [
  run(id, name),
  request,
  { answer },
  handled(id),
];

const scenario = (...moves: Move[]) => ({
  mode: "rpc" as const,
  script: [],
  files: { "ui.js": extension },
  args: ["--no-session", "--no-tools", "-e", "./ui.js"],
  mock: { rpc },
  moves,
});

export const rpcUiScenarios = {
  "ui-select": scenario(
    ...dialog("1", "select", { value: "b" }),
    ...dialog("2", "select", { cancelled: true }),
    ...dialog("3", "select", { value: "no option" }),
    ...dialog("4", "select", {}),
    ...dialog("5", "select", { confirmed: true }),
    ...dialog("6", "select", { value: null }),
  ),
  "ui-confirm": {
    ...scenario(
      ...dialog("1", "confirm", { confirmed: true }),
      ...dialog("2", "confirm", { confirmed: false }),
      ...dialog("3", "confirm", { cancelled: true }),
      ...dialog("4", "confirm", { value: "yes" }),
      ...dialog("5", "confirm", {}),
    ),
    fast: true,
  },
  "ui-input": scenario(
    ...dialog("1", "input", { value: "me" }),
    ...dialog("2", "input", { value: "" }),
    ...dialog("3", "input", { cancelled: true }),
    ...dialog("4", "input-plain", { value: "a\u2028b" }),
  ),
  "ui-editor": scenario(
    ...dialog("1", "editor", { value: "one\ntwo" }),
    ...dialog("2", "editor", { value: "" }),
    ...dialog("3", "editor", { cancelled: true }),
    ...dialog("4", "editor", {}),
  ),
  "ui-timeout": scenario(
    run("1", "timeouts"),
    handled("1"),
    { answer: { value: "late" } },
    { send: { type: "abort" } },
  ),
  "ui-show": { ...scenario(run("1", "show"), handled("1")), fast: true },
  "ui-command-error": scenario(run("1", "boom"), handled("1")),
  "ui-two-dialogs": scenario(
    run("1", "select"),
    request,
    run("2", "confirm"),
    request,
    { answer: { confirmed: true } },
    handled("2"),
    { answer: { value: "a" } },
    handled("1"),
  ),
  "ui-commands-meanwhile": scenario(
    run("1", "select"),
    request,
    { send: { id: "t", type: "get_last_assistant_text" } },
    { write: { type: "extension_ui_response", id: "nobody", value: "x" } },
    { write: { type: "extension_ui_response" } },
    { answer: { value: "a" } },
    handled("1"),
  ),
  "ui-open-at-end": scenario(run("1", "select"), request, { end: true }),
} satisfies Record<string, GoldenScenario>;
