// The scripted model: what a test author writes, and what plays it.
export type { Answer } from "./answer.ts";
export {
  type CallOptions,
  type CallResult,
  type CallStep,
  calls,
  type Params,
  type ResultCallback,
  type StepContext,
} from "./call-step.ts";
export { PlaybookError, type PlaybookErrorCode } from "./errors.ts";
export { fromJSON } from "./from-json.ts";
export type { ModelSettings } from "./model.ts";
export type { DeclaredTool, ModelContext, ModelRequest, RequestMessage } from "./model-request.ts";
export { answers, fails, says, thinks, together } from "./plain-steps.ts";
export { createPlaybook, type Playbook, type PlaybookOptions, type PlaybookStreamFn } from "./playbook.ts";
export { playbookFromSession, type RecordedSession } from "./playbook-from-session.ts";
export type { QueuedMessage } from "./queued-messages.ts";
export type { RecordedResult, RecordedTool, RecordedTools } from "./recorded-tools.ts";
export type { ScriptJSON } from "./script-json.ts";
export type { Script } from "./script-queue.ts";
export type { BlockExtras, BlockOptions, Expectation, PlainStep, Step, StepOptions } from "./step.ts";
export type { Summaries } from "./summaries.ts";
export { isTurn, type Prompt, type PromptInput, type Turn, when } from "./turn.ts";
