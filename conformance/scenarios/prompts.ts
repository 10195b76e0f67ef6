// Scenarios: prompts.
import { attemptAsync, handling } from "../recording.ts";
import type { messages } from "../requirements/messages.ts";
import type { Scenario, Stage } from "../stage.ts";
import { asked, callingTool, once, traced, withTool } from "./messages-stages.ts";

export const promptsScenarios = {
  "prompt.input-source": async (open, see) => {
    const stage = await open({ extensions: [handling({ input: ({ source, text: given }) => see(given, source) })] });
    await stage.submit("default");
    await stage.submit("from rpc", { source: "rpc" });
  },
  "prompt.transform": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          input: ({ text: given }) => ({ action: "transform", text: `${given}!` }),
          before_agent_start: ({ prompt, messageType }) => see("start", [prompt, messageType]),
        }),
      ],
    });
    await stage.submit("hello");
    see("model", asked(stage));
  },
  "prompt.handled": async (open, see) => {
    const trace = await traced(open, [], (stage) => stage.submit("hello"), {
      extensions: [handling({ input: () => ({ action: "handled" }) })],
    });
    see("events", trace);
  },
  "prompt.transform-to-command": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => pi.registerCommand("c", { handler: async () => see("never", 1) }),
        handling({ input: () => ({ action: "transform", text: "/c x" }) }),
      ],
    });
    await stage.submit("hello");
    see("model", asked(stage));
  },
  "prompt.unknown-slash": async (open, see) => {
    const stage = await open({});
    await stage.submit("/nobody here");
    see("model", asked(stage));
  },
  "prompt.images": async (open, see) => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const images = [{ type: "image" as const, data: png, mimeType: "image/png" }];
    const stage = await open({
      extensions: [
        handling({
          input: (event) => see("input", event.images?.length),
          before_agent_start: (event) => see("start", event.images?.length),
          message_end: ({ message }) => {
            if (message.role === "user")
              see(
                "message",
                message.content.map(({ type }: { type: string }) => type),
              );
          },
        }),
      ],
    });
    await stage.submit("look", { images });
  },
  "prompt.busy": async (open, see) => {
    const seen: unknown[] = [];
    const stage: Stage = await open({
      extensions: [
        handling({ input: ({ text: given, streamingBehavior }) => void seen.push([given, streamingBehavior ?? null]) }),
        once("turn_start", async () => see("second", await attemptAsync(() => stage.submit("second")))),
      ],
    });
    await stage.submit("first");
    see("input", seen);
    see("requests", stage.requests.length);
  },
  "prompt.steer": async (open, see) => {
    const stage: Stage = await open({
      replies: [callingTool, "done"],
      extensions: [withTool, once("tool_call", () => stage.submit("steered", { streamingBehavior: "steer" }))],
    });
    await stage.submit("go");
    see("model", asked(stage));
  },
  "prompt.follow-up": async (open, see) => {
    const stage: Stage = await open({
      replies: [callingTool, "done", "again"],
      extensions: [withTool, once("tool_call", () => stage.submit("later", { streamingBehavior: "followUp" }))],
    });
    await stage.submit("go");
    see("model", asked(stage));
  },
  "prompt.streaming-behavior": async (open, see) => {
    const seen: unknown[] = [];
    const stage: Stage = await open({
      extensions: [
        handling({ input: ({ text: given, streamingBehavior }) => void seen.push([given, streamingBehavior ?? null]) }),
        once("turn_start", () => stage.submit("second", { streamingBehavior: "followUp" })),
      ],
    });
    await stage.submit("first", { streamingBehavior: "steer" });
    see("input", seen);
  },
  "prompt.steer-runs-input": async (open, see) => {
    const seen: unknown[] = [];
    const stage: Stage = await open({
      extensions: [
        handling({
          input: ({ text: given, streamingBehavior, source }) => {
            seen.push([given, streamingBehavior ?? null, source]);
            return given === "drop" ? { action: "handled" } : undefined;
          },
        }),
        once("turn_start", async () => {
          await stage.steer("one");
          await stage.followUp("two");
          await stage.steer("drop");
        }),
      ],
    });
    await stage.submit("first");
    see("input", seen);
    see("model", asked(stage));
  },
  "prompt.one-at-a-time": async (open, see) => {
    const stage: Stage = await open({
      extensions: [
        once("turn_start", async () => {
          await stage.steer("a");
          await stage.steer("b");
          await stage.followUp("c");
          await stage.followUp("d");
        }),
      ],
    });
    await stage.submit("first");
    see("model", asked(stage));
  },
} satisfies Partial<Record<keyof typeof messages, Scenario>>;
