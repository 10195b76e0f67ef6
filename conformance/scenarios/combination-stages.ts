// What the scenarios of this section set up and note.
import { type AnyHandler, attemptAsync, handling } from "../recording.ts";
import type { OpenStage, See } from "../stage.ts";

/** Opens a stage with one extension per handler and emits once. */
export const emitting = async (open: OpenStage, see: See, event: string, payload: object, ...handlers: unknown[]) => {
  const stage = await open({ extensions: handlers.map((handler) => handling({ [event]: handler as AnyHandler })) });
  see("result", await attemptAsync(() => stage.emit(event, payload)));
  if (stage.errors.length > 0) see("errors", stage.errors);
  return stage;
};

export const call = { toolName: "bash", toolCallId: "c1", input: { command: "ls" } };
export const result = {
  ...call,
  content: [{ type: "text", text: "out" }],
  details: { d: 1 },
  isError: false,
};
export const structured = { ...result, structuredContent: { a: 1 } };
export const user = (content: string) => ({ role: "user", content, timestamp: 1 });
export const boom = () => {
  throw new Error("boom");
};
export const switching = { reason: "new", targetSessionFile: undefined };
export const bashCommand = { command: "ls", excludeFromContext: false, cwd: "/x" };
export const bashResult = { output: "o", exitCode: 0, cancelled: false, truncated: false };
export const turnEnd = {
  turnIndex: 0,
  message: { role: "assistant", content: [], stopReason: "stop" },
  toolResults: [],
  messageEntryId: "00000000",
  toolResultEntryIds: [],
  outcome: "completed",
};
export const warming = { warmCost: 1, missCost: 2, continuationProbability: 0.5, action: "stop" };

/** The result of a boundary without the preview. */
export const boundary = async (open: OpenStage, see: See, ...handlers: AnyHandler[]) => {
  const stage = await open({ extensions: handlers.map((handler) => handling({ turn_end: handler })) });
  const { entries, continue: goOn, valid } = (await stage.emit("turn_end", turnEnd)) as Record<string, unknown>;
  see("result", { entries, goOn, valid });
  see("errors", stage.errors);
};
