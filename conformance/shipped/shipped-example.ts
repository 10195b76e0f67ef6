// What a test of one of pi's shipped examples consists of.
import type { MockUI, MockUIConfig } from "@pi-testkit/mock-ui";
import type { Reply, See, Setup, Stage } from "../stage.ts";

export interface ShippedExample {
  /** Below pi's `examples/extensions`. */
  readonly file: string;
  /** The behaviour, as the test's title. */
  readonly shows: string;
  readonly ui?: MockUIConfig;
  readonly replies?: readonly Reply[];
  readonly setup?: Setup;
  readonly act: (stage: Stage, see: See, ui: MockUI) => Promise<void> | void;
  /** What was noted, by label: the same on the fake and on real pi. */
  readonly expected: Readonly<Record<string, unknown>>;
}

export const bash = (command: string) => ({ toolName: "bash", toolCallId: "c1", input: { command } });
export const write = (path: string) => ({ toolName: "write", toolCallId: "c1", input: { path, content: "x" } });
export const notices = (ui: MockUI) => ui.notifications.map(({ message, level }) => `${level}: ${message}`);
export const call = (name: string, params: Record<string, unknown> = {}): Reply => ({
  calls: [{ name, params, id: "c1" }],
});

/** The results of tool calls in the session, as text. */
export const results = (stage: Stage) =>
  stage
    .context()
    .sessionManager.getEntries()
    .flatMap((entry) =>
      entry.type === "message" && entry.message.role === "toolResult"
        ? entry.message.content.map((block) => (block.type === "text" ? block.text : block.type))
        : [],
    );

/** The texts the model was sent at its last request. */
export const lastRequest = (stage: Stage) =>
  ((stage.requests.at(-1)?.messages ?? []) as { role: string; content: { text?: string }[] }[]).map(
    ({ role, content }) => `${role}: ${content.map(({ text }) => text ?? "").join("|")}`,
  );

/** The registered commands, as `pi.getCommands()` of any extension lists them. */
export const toolNames = (stage: Stage): string[] =>
  (stage.context().getSystemPromptOptions() as unknown as { selectedTools: string[] }).selectedTools;
