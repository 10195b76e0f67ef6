// Shipped examples about the session: names, labels, the bus, status, models, compaction.
import { notices, type ShippedExample } from "./shipped-example.ts";

export const sessions: readonly ShippedExample[] = [
  {
    file: "event-bus.ts",
    shows: "hears its own event at the start and the one of its command",
    act: async (stage, see, ui) => {
      await stage.submit("/emit from me");
      see("notices", notices(ui));
    },
    expected: {
      notices: ["info: Event from event-bus-example: Session started", "info: Event from /emit command: from me"],
    },
  },
  {
    file: "session-name.ts",
    shows: "shows and sets the name",
    act: async (stage, see, ui) => {
      await stage.submit("/session-name");
      await stage.submit("/session-name my work");
      await stage.submit("/session-name");
      see("notices", notices(ui));
      see("name", stage.context().sessionManager.getSessionName());
    },
    expected: {
      notices: ["info: No session name set", "info: Session named: my work", "info: Session: my work"],
      name: "my work",
    },
  },
  {
    file: "bookmark.ts",
    shows: "labels the last answer and takes the label away",
    act: async (stage, see, ui) => {
      await stage.submit("/bookmark early");
      await stage.submit("hello");
      await stage.submit("/bookmark here");
      await stage.submit("/unbookmark");
      await stage.submit("/unbookmark");
      see("notices", notices(ui));
      see(
        "labels",
        stage
          .context()
          .sessionManager.getEntries()
          .filter(({ type }) => type === "label").length,
      );
    },
    expected: {
      notices: [
        "warning: No assistant message to bookmark",
        "info: Bookmarked as: here",
        "info: Removed bookmark: here",
        "warning: No bookmarked entry found",
      ],
      labels: 2,
    },
  },
  {
    file: "commands.ts",
    shows: "lists the commands and shows the source of the chosen one",
    ui: { select: (_title, options) => options[1], confirm: true },
    act: async (stage, see, ui) => {
      await stage.submit("/commands");
      await stage.submit("/commands skill");
      see(
        "offered",
        ui.callsFor("select").map(({ options }) => options),
      );
      see("notices", notices(ui));
    },
    expected: {
      offered: [["--- Extensions ---", "/commands - List available slash commands"]],
      notices: ["info: <inline:1>", "info: No skill commands found"],
    },
  },
  {
    file: "status-line.ts",
    shows: "counts the turns in the status line",
    act: async (stage, see, ui) => {
      see("ready", ui.status.get("status-demo")?.includes("Ready"));
      await stage.submit("hello");
      see("done", ui.status.get("status-demo")?.includes("Turn 1 complete"));
    },
    expected: { ready: true, done: true },
  },
  {
    file: "model-status.ts",
    shows: "says which model was chosen",
    act: async (stage, see, ui) => {
      await stage.emit("model_select", { model: { provider: "p", id: "m" }, previousModel: undefined, source: "set" });
      await stage.emit("model_select", {
        model: { provider: "p", id: "m" },
        previousModel: undefined,
        source: "restore",
      });
      see("notices", notices(ui));
      see("status", ui.status.get("model"));
    },
    expected: { notices: ["info: Model: p/m"], status: "🤖 m" },
  },
  {
    file: "timed-confirm.ts",
    shows: "passes its time limits on and says what came of it",
    ui: { confirm: [true, false], select: "Option B" },
    act: async (stage, see, ui) => {
      await stage.submit("/timed");
      await stage.submit("/timed");
      await stage.submit("/timed-select");
      see(
        "limits",
        ui.calls.flatMap(({ dialogOptions }) => dialogOptions?.timeout ?? []),
      );
      see("notices", notices(ui));
    },
    expected: {
      limits: [5000, 5000, 10000],
      notices: ["info: Confirmed by user!", "info: Cancelled or timed out", "info: Selected: Option B"],
    },
  },
  {
    file: "trigger-compact.ts",
    shows: "says that there is nothing to compact",
    act: async (stage, see, ui) => {
      await stage.submit("/trigger-compact");
      await stage.settled();
      see("notices", notices(ui));
    },
    expected: {
      notices: ["info: Compaction started", "error: Compaction failed: Nothing to compact (session too small)"],
    },
  },
  {
    file: "widget-placement.ts",
    shows: "puts a widget above and one below the editor",
    act: (_stage, see, ui) =>
      see(
        "calls",
        ui.callsFor("setWidget").map(({ args }) => args),
      ),
    expected: {
      calls: [
        ["widget-above", ["Above editor widget"]],
        ["widget-below", ["Below editor widget"], { placement: "belowEditor" }],
      ],
    },
  },
  {
    file: "hidden-thinking-label.ts",
    shows: "sets the label at the start, on command and back",
    act: async (stage, see, ui) => {
      await stage.submit("/thinking-label Brewing");
      await stage.submit("/thinking-label");
      see(
        "labels",
        ui.callsFor("setHiddenThinkingLabel").map(({ args }) => args),
      );
    },
    expected: { labels: [["Pondering..."], ["Brewing"], []] },
  },
  {
    file: "working-indicator.ts",
    shows: "refuses an unknown mode and hides the indicator",
    act: async (stage, see, ui) => {
      await stage.submit("/working-indicator sparkle");
      await stage.submit("/working-indicator none");
      see("last", ui.callsFor("setWorkingIndicator").at(-1)?.args);
      see("notices", notices(ui));
    },
    expected: {
      last: [{ frames: [] }],
      notices: [
        "error: Usage: /working-indicator [dot|pulse|none|spinner|reset]",
        "info: Working indicator set to: hidden",
      ],
    },
  },
  {
    file: "titlebar-spinner.ts",
    shows: "puts the title back when the agent has settled",
    act: async (stage, see, ui) => {
      await stage.submit("hello");
      see("title", /^π - /.test(String(ui.callsFor("setTitle").at(-1)?.args[0])));
      see("calls", ui.callsFor("setTitle").length > 1);
    },
    expected: { title: true, calls: true },
  },
];
