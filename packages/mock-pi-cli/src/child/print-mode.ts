// Print and JSON mode: the prompts are run one after the other, then the process ends.
import type { Agent, AgentState } from "./agent.ts";
import { type AssistantMessage, userMessage } from "./messages.ts";
import type { Output } from "./output.ts";

export interface PrintSetting {
  readonly state: AgentState;
  readonly agent: Agent;
  readonly output: Output;
  readonly mode: "text" | "json";
  readonly prompts: readonly { readonly text: string; readonly images?: readonly unknown[] }[];
  end(exitCode: number): void;
}

const tell = ({ state, output }: PrintSetting): number => {
  const last = state.session.messages.at(-1) as AssistantMessage | undefined;
  if (last?.role !== "assistant") return 0;
  if (last.stopReason === "error" || last.stopReason === "aborted") {
    output.error(last.errorMessage || `Request ${last.stopReason}`);
    return 1;
  }
  for (const block of last.content) if (block.type === "text") output.text(`${block.text}\n`);
  if (last.stopReason !== "length" || !state.has("lengthFails")) return 0;
  output.error("Response was truncated: the model reached its output token limit.");
  return 1;
};

/** Runs the prompts and ends with the exit code. */
export const runPrint = async (setting: PrintSetting): Promise<void> => {
  const { agent, state, output, mode, prompts, end } = setting;
  const close = (): void => end(mode === "text" ? tell(setting) : 0);
  if (mode === "json") output.record(state.session.header);
  const given = prompts.filter(({ text }) => text !== "");
  for (const [index, { text, images }] of given.entries()) {
    if (index === given.length - 1 && !state.has("compactionAwaited")) state.onCompaction = close;
    await agent.run([userMessage(text, images)]);
  }
  close();
};
