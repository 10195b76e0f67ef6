// Shipped examples that bring tools and renderers.
import { call, notices, results, type ShippedExample, toolNames } from "./shipped-example.ts";

export const tools: readonly ShippedExample[] = [
  {
    file: "todo.ts",
    shows: "keeps its list over calls, and its command needs a terminal",
    replies: [
      call("todo", { action: "add", text: "buy milk" }),
      call("todo", { action: "add", text: "sleep" }),
      call("todo", { action: "toggle", id: 1 }),
      call("todo", { action: "list" }),
      "done",
    ],
    setup: { mode: "rpc" },
    act: async (stage, see, ui) => {
      await stage.submit("go");
      see("results", results(stage));
      await stage.submit("/todos");
      see("notices", notices(ui));
    },
    expected: {
      results: [
        "Added todo #1: buy milk",
        "Added todo #2: sleep",
        "Todo #1 completed",
        "[x] #1: buy milk\n[ ] #2: sleep",
      ],
      notices: ["error: /todos requires interactive mode"],
    },
  },
  {
    file: "structured-output.ts",
    shows: "ends the run with its answer",
    replies: [call("structured_output", { headline: "Done", summary: "s", actionItems: ["a"] }), "never asked"],
    act: async (stage, see) => {
      await stage.submit("go");
      see("results", results(stage));
      see("requests", stage.requests.length);
    },
    expected: { results: ["Saved structured output: Done"], requests: 1 },
  },
  {
    file: "shutdown-command.ts",
    shows: "reports its progress before it asks pi to stop",
    replies: [call("deploy_and_exit", { environment: "staging" }), "done"],
    act: async (stage, see) => {
      await stage.submit("go");
      see("results", results(stage));
    },
    expected: { results: ["Done! Shutdown requested."] },
  },
  {
    file: "dynamic-tools.ts",
    shows: "registers tools at the start and on command",
    act: async (stage, see) => {
      const before = toolNames(stage);
      await stage.submit("/add-echo-tool echo_more");
      see(
        "new",
        toolNames(stage).filter((name) => !before.includes(name)),
      );
      see(
        "at the start",
        before.filter((name) => name.startsWith("echo")),
      );
    },
    expected: { new: ["echo_more"], "at the start": ["echo_session"] },
  },
  {
    file: "tool-override.ts",
    shows: "replaces read and refuses a sensitive file",
    replies: [call("read", { path: "x/.env" }), "done"],
    act: async (stage, see) => {
      await stage.submit("go");
      see(
        "results",
        results(stage).map((text) => text.slice(0, 42)),
      );
    },
    expected: { results: ['Access denied: "x/.env" matches a blocked p'.slice(0, 42)] },
  },
  {
    file: "message-renderer.ts",
    shows: "sends a status message with its level, and has a renderer for it",
    act: async (stage, see) => {
      await stage.submit("/status warn disk is full");
      const entry = stage.context().sessionManager.getLeafEntry() as unknown as {
        customType: string;
        content: string;
        details: { level: string };
      };
      see("entry", [entry.customType, entry.content, entry.details.level]);
      see("renderer", typeof stage.renderers("message", "status-update"));
    },
    expected: { entry: ["status-update", "disk is full", "warn"], renderer: "function" },
  },
  {
    file: "entry-renderer.ts",
    shows: "appends a card that the model never sees",
    act: async (stage, see) => {
      await stage.submit("/status-card all well");
      const entry = stage.context().sessionManager.getLeafEntry() as unknown as {
        type: string;
        data: { message: string };
      };
      see("entry", [entry.type, entry.data.message]);
      await stage.submit("hello");
      see("model", JSON.stringify(stage.requests).includes("all well"));
      see("renderer", typeof stage.renderers("entry", "status-card"));
    },
    expected: { entry: ["custom", "all well"], model: false, renderer: "function" },
  },
  {
    file: "reload-runtime.ts",
    shows: "reloads once the run of its tool has settled",
    replies: [call("reload_runtime")],
    act: async (stage, see) => {
      const first = stage.context();
      await stage.submit("go");
      await stage.settled();
      see("results", results(stage));
      let stale = false;
      try {
        void first.mode;
      } catch {
        stale = true;
      }
      see("reloaded", stale);
    },
    expected: { results: ["Reload requested. Pi reloads after this response."], reloaded: true },
  },
];
