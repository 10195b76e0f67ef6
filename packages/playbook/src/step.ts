// The steps of a script as data: what one response of the model holds. Knows nothing of streams.
import type { Usage } from "@earendil-works/pi-ai";
import type { Answer } from "./answer.ts";
import type { CallStep } from "./call-step.ts";
import type { ModelRequest } from "./model-request.ts";
import type { QueuedMessage } from "./queued-messages.ts";

/** How a response is sent, beside what it says. */
export interface StepOptions {
  /** Tokens the response reports; what is left out has the defaults of `defaultUsage`. */
  readonly usage?: Partial<Usage> | undefined;
  /** Why the model stopped. Default: `"toolUse"` when it calls a tool, else `"stop"`. */
  readonly stopReason?: "stop" | "length" | "toolUse" | undefined;
  /** Into how many deltas each block is cut. Default 1; 0 sends no `message_update` at all. */
  readonly deltas?: number | undefined;
  /** Milliseconds to wait before the block is streamed. Obeys fake timers. */
  readonly delayMs?: number | undefined;
  /**
   * What the user sends while the response is on its way. pi delivers it after the response and its tools, as steering,
   * before it asks the model again. Needs a session with the playbook's extension.
   */
  readonly queued?: readonly QueuedMessage[] | undefined;
}

/** Keys of a block beside its own, as pi-ai's types have them: `thinkingSignature`, `redacted`, `textSignature`, … */
export type BlockExtras = Readonly<Record<string, unknown>>;

/** Options of a step that is one block. */
export interface BlockOptions extends StepOptions {
  /** Further keys of the block, such as the `textSignature` that a provider gave it. */
  readonly block?: BlockExtras | undefined;
}

/** What a step expects of the request it answers; a throw fails the run. */
export type Expectation = (request: ModelRequest) => void | Promise<void>;

interface Written {
  /** `path:line:column` of the line that wrote the step. */
  readonly writtenAt: string | undefined;
  readonly expectations: readonly Expectation[];
}

export interface TextPart extends Written {
  readonly kind: "says";
  readonly text: string;
  readonly options: BlockOptions;
}
export interface ThinkingPart extends Written {
  readonly kind: "thinks";
  readonly text: string;
  readonly block?: BlockExtras | undefined;
}
export interface TogetherPart extends Written {
  readonly kind: "together";
  readonly parts: readonly Step[];
  /** Of the whole message; only a recorded one has them, where no part may be there to carry them. */
  readonly options?: StepOptions;
}
export interface FailurePart extends Written {
  readonly kind: "fails";
  readonly errorMessage: string;
  readonly reason: "error" | "aborted";
  /** What had been sent before it failed. */
  readonly after?: readonly Step[] | undefined;
  readonly options: StepOptions;
}
export interface AnswerPart extends Written {
  readonly kind: "answers";
  readonly decide: (request: ModelRequest) => Answer | Promise<Answer>;
}

/** What every builder but `calls()` returns. */
export type PlainStep = (TextPart | ThinkingPart | TogetherPart | FailurePart | AnswerPart) & {
  /**
   * Checks the request this step answers; a throw fails the run and names the step.
   * @example says("done").expecting((request) => expect(request.userText()).toContain("tests"))
   */
  expecting(check: Expectation): PlainStep;
};

/** One response of the model. */
export type Step = PlainStep | CallStep;
