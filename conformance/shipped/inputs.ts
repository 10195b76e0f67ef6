// Shipped examples about what goes to the model: inputs, prompts, sent messages.
import { call, lastRequest, notices, type ShippedExample, toolNames } from "./shipped-example.ts";

export const inputs: readonly ShippedExample[] = [
  {
    file: "input-transform.ts",
    shows: "rewrites ?quick, answers ping itself and leaves the extension's own messages alone",
    act: async (stage, see, ui) => {
      await stage.submit("?quick what is pi");
      see("model", lastRequest(stage));
      await stage.submit("ping");
      await stage.submit("?quick   ");
      see("notices", notices(ui));
      see("requests", stage.requests.length);
      see("own", await stage.emit("input", { text: "?quick x", source: "extension" }));
    },
    expected: {
      model: ["user: Respond briefly in 1-2 sentences: what is pi"],
      notices: ["info: pong", "warning: Usage: ?quick <question>"],
      requests: 1,
      own: { action: "continue" },
    },
  },
  {
    file: "input-transform-streaming.ts",
    shows: "leaves a steered input and one without a diff alone",
    act: async (stage, see) => {
      see(
        "steered",
        await stage.emit("input", { text: "my changes", source: "interactive", streamingBehavior: "steer" }),
      );
      see("no repository", await stage.emit("input", { text: "my changes", source: "interactive" }));
    },
    expected: { steered: { action: "continue" }, "no repository": { action: "continue" } },
  },
  {
    file: "pirate.ts",
    shows: "adds to the system prompt while pirate mode is on",
    act: async (stage, see, ui) => {
      const has = async () =>
        String(
          (
            (await stage.emit("before_agent_start", { prompt: "x" })) as {
              systemPromptOptions: { forceSystemPrompt?: string };
            }
          ).systemPromptOptions.forceSystemPrompt,
        ).includes("PIRATE MODE");
      see("off", await has());
      await stage.submit("/pirate");
      see("on", await has());
      await stage.submit("/pirate");
      see("off again", await has());
      see("notices", notices(ui));
    },
    expected: {
      off: false,
      on: true,
      "off again": false,
      notices: ["info: Arrr! Pirate mode enabled!", "info: Pirate mode disabled"],
    },
  },
  {
    file: "prompt-customizer.ts",
    shows: "writes a section of the prompt from the active tools",
    act: async (stage, see) => {
      const result = (await stage.emit("before_agent_start", { prompt: "x" })) as {
        systemPromptOptions: { sections: Record<string, string> };
      };
      see(
        "lines",
        result.systemPromptOptions.sections.tool_guidance?.split("\n").map((line) => line.slice(0, 12)),
      );
    },
    expected: {
      lines: ["- Use `read` ", "- For large ", "- Use `bash` ", "- Use `edit` ", "- Use `write"].map((line) =>
        line.slice(0, 12),
      ),
    },
  },
  {
    file: "send-user-message.ts",
    shows: "asks, and queues a follow-up while the agent is busy",
    replies: [call("nope"), "one", "two"],
    act: async (stage, see, ui) => {
      await stage.submit("/ask");
      await stage.submit("/ask hello there");
      await stage.settled();
      see("model", lastRequest(stage)[0]);
      see("notices", notices(ui));
    },
    expected: { model: "user: hello there", notices: ["warning: Usage: /ask <message>"] },
  },
  {
    file: "send-user-message.ts",
    shows: "joins structured content",
    act: async (stage, see) => {
      await stage.submit("/askwith be quick");
      await stage.settled();
      see("model", lastRequest(stage));
    },
    expected: { model: ["user: User request: be quick\nPlease respond concisely."] },
  },
  {
    file: "plan-mode/index.ts",
    shows: "narrows the tools to reading ones and blocks a writing command",
    act: async (stage, see) => {
      await stage.submit("/plan");
      see("tools", toolNames(stage));
      see(
        "rm",
        (
          (await stage.emit("tool_call", { toolName: "bash", toolCallId: "c", input: { command: "rm x" } })) as {
            block?: boolean;
          }
        )?.block,
      );
      see("ls", [await stage.emit("tool_call", { toolName: "bash", toolCallId: "c", input: { command: "ls" } })]);
      await stage.submit("/plan");
      see("tools again", toolNames(stage));
    },
    expected: {
      tools: ["read", "bash", "grep", "find", "ls"],
      rm: true,
      ls: [undefined],
      "tools again": ["read", "bash", "edit", "write"],
    },
  },
  {
    file: "system-prompt-header.ts",
    shows: "shows the length of the prompt and takes it away at the end",
    act: async (stage, see, ui) => {
      await stage.emit("agent_start");
      see("status", /^System: \d+ chars$/.test(ui.status.get("system-prompt") ?? ""));
      await stage.emit("session_shutdown", { reason: "quit" });
      see("gone", ui.status.has("system-prompt"));
    },
    expected: { status: true, gone: false },
  },
];
