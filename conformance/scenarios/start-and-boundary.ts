// Scenarios: start and boundary.
import { handling, roles } from "../recording.ts";
import type { combination } from "../requirements/combination.ts";
import type { Scenario } from "../stage.ts";
import { boom, boundary, turnEnd } from "./combination-stages.ts";

export const startAndBoundaryScenarios = {
  "start.messages": async (open, see) => {
    const message = (content: string) => ({ message: { customType: "m", content, display: true } });
    const stage = await open({
      extensions: [
        handling({ before_agent_start: [() => message("a"), () => undefined] }),
        handling({ before_agent_start: () => message("b") }),
      ],
    });
    see("messages", ((await stage.emit("before_agent_start", { prompt: "p" })) as { messages: unknown }).messages);
  },
  "start.prompt-chain": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "forced" }) }),
        handling({ before_agent_start: (event) => ({ systemPrompt: `${event.systemPrompt} more` }) }),
        handling({ before_agent_start: (event) => see("third reads", [event.systemPrompt]) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
  },
  "start.prompt-ctx": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "forced" }) }),
        handling({ before_agent_start: (_event, ctx) => see("ctx reads", ctx.getSystemPrompt()) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
    see("after", stage.context().getSystemPrompt() === "forced");
  },
  "start.options-shared": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          before_agent_start: (event) => {
            event.systemPromptOptions.sections.mine = "text";
            event.systemPromptOptions.selectedTools = ["read"];
          },
        }),
        handling({
          before_agent_start: (event) => {
            const { sections, selectedTools } = event.systemPromptOptions;
            see("next sees", [Object.keys(sections), selectedTools, event.systemPrompt.includes("text")]);
          },
        }),
      ],
    });
    const sent = (await stage.emit("before_agent_start", { prompt: "p" })) as { systemPromptOptions: object };
    see("keys", Object.keys(sent.systemPromptOptions).sort());
  },
  "start.empty-prompt": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: () => ({ systemPrompt: "" }) }),
        handling({ before_agent_start: (event) => see("next reads", [event.systemPrompt]) }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
  },
  "start.prompt-read-only": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          before_agent_start: (event) => {
            see("getter", typeof Object.getOwnPropertyDescriptor(event, "systemPrompt")?.get);
            event.systemPrompt = "assigned";
          },
        }),
      ],
    });
    await stage.emit("before_agent_start", { prompt: "p" });
    see(
      "errors",
      stage.errors.map(({ extensionPath, event }) => [extensionPath, event]),
    );
  },
  "start.throw": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({ before_agent_start: boom }),
        handling({ before_agent_start: () => ({ message: { customType: "m", content: "x", display: false } }) }),
      ],
    });
    see("messages", ((await stage.emit("before_agent_start", { prompt: "p" })) as { messages: unknown }).messages);
    see("errors", stage.errors);
  },
  "boundary.entries": (open, see) =>
    boundary(
      open,
      see,
      () => ({ entries: [{ type: "custom", customType: "a", data: 1 }] }),
      (event: { entries: unknown }) => {
        see("next sees", event.entries);
        return { entries: [{ type: "custom", customType: "b" }] };
      },
    ),
  "boundary.continue": (open, see) =>
    boundary(
      open,
      see,
      () => ({ continue: true }),
      (event: { continue: boolean }) => {
        see("next sees", event.continue);
        return { entries: [] };
      },
    ),
  "boundary.preview": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          turn_end: () => ({
            entries: [{ type: "custom_message", customType: "m", content: "hello", display: true }],
          }),
        }),
        handling({
          turn_end: (event) => {
            const { contextEntries, contextMessages, llmMessages, pendingMessages, canContinue } = event.context;
            see("entries", contextEntries.length);
            see("roles", roles(contextMessages));
            see("llm", roles(llmMessages));
            see("rest", [pendingMessages, canContinue]);
          },
        }),
      ],
    });
    await stage.emit("turn_end", turnEnd);
  },
  "boundary.invalid": (open, see) =>
    boundary(open, see, () => ({
      entries: [{ type: "context_edit", targetId: "ffffffff", replacement: null }],
      continue: true,
    })),
  "boundary.recovered": (open, see) =>
    boundary(
      open,
      see,
      () => ({ entries: [{ type: "context_edit", targetId: "ffffffff", replacement: null }] }),
      () => ({ entries: [{ type: "custom", customType: "ok" }] }),
    ),
  "boundary.throw": (open, see) =>
    boundary(open, see, () => ({ entries: [{ type: "custom", customType: "a" }] }), boom),
} satisfies Partial<Record<keyof typeof combination, Scenario>>;
