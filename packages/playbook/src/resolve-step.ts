// From a scripted step to the response it makes: late-bound params, decided answers, expectations, declared tools.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { type Block, emptyMessage, type Response, type ScriptedBlock, scriptedBlock } from "./assistant-message.ts";
import { type CallStep, isParams, type Params } from "./call-step.ts";
import { copyOf } from "./copy-of.ts";
import { PlaybookError } from "./errors.ts";
import type { ModelLike } from "./model.ts";
import type { ModelRequest } from "./model-request.ts";
import { asArguments } from "./pi-seams.ts";
import { isStep } from "./plain-steps.ts";
import { callbackThrew } from "./result-captures.ts";
import type { ScriptedStep } from "./script-queue.ts";
import type { BlockExtras, FailurePart, PlainStep, Step, StepOptions } from "./step.ts";

/** What resolving a step needs of the playbook. */
export interface StepSetting {
  readonly model: ModelLike;
  readonly timestamp: number;
  /** The request, copied; made on the first use. */
  readonly request: () => ModelRequest;
  /** Names of the declared tools; undefined when the step may call any. */
  readonly declared: () => readonly string[] | undefined;
  /** Gives a call its id and waits for its result. Throws for an id that was played before. */
  readonly identify: (step: CallStep, number: number) => string;
}

/**
 * The response of a step.
 * @throws PlaybookError for an author's callback that threw, an answer that is no step, a tool that is not declared.
 */
export const resolveStep = async ({ step, number }: ScriptedStep, setting: StepSetting): Promise<Response> => {
  if (step.expectations.length > 0) await checkExpectations(step, number, setting);
  if (step.kind === "answers") {
    const [decided] = await decide(step, number, setting);
    return resolveStep({ step: decided, number }, setting);
  }
  const parts = flatten(step);
  const blocks: ScriptedBlock[] = [];
  let options: StepOptions = (step.kind === "together" || step.kind === "fails" ? step.options : undefined) ?? {};
  let { queued } = options;
  for (const part of parts) {
    if (part !== step && part.expectations.length > 0) await checkExpectations(part, number, setting);
    const own: StepOptions = ("options" in part ? part.options : undefined) ?? {};
    options = { usage: own.usage ?? options.usage, stopReason: own.stopReason ?? options.stopReason };
    if (own.queued) queued = [...(queued ?? []), ...own.queued];
    const fate = step.kind === "fails" ? "fails" : "runs";
    const block = part.kind === "calls" ? await callBlock(part, number, setting, fate) : plainBlock(part);
    blocks.push(scriptedBlock(block, own));
  }
  if (step.kind === "fails") return failureResponse(step, number, setting, blocks);
  const stops = blocks.some(({ block }) => block.type === "toolCall") ? "toolUse" : "stop";
  const stopReason = options.stopReason ?? stops;
  const message = emptyMessage(setting.model, setting.timestamp, { usage: options.usage, stopReason });
  message.content = blocks.map(({ block }) => block);
  const response: Response = { blocks, message, scripted: { step, number } };
  return queued === undefined ? response : { ...response, queued };
};

const flatten = (step: Step): readonly Step[] => {
  if (step.kind === "fails") return (step.after ?? []).flatMap(flatten);
  return step.kind === "together" ? step.parts.flatMap(flatten) : [step];
};

const failureResponse = (
  step: FailurePart & PlainStep,
  number: number,
  { model, timestamp }: StepSetting,
  sent: readonly ScriptedBlock[],
): Response => ({
  blocks: sent.map((block, index) => (index === sent.length - 1 ? { ...block, open: true } : block)),
  delayMs: step.options.delayMs ?? 0,
  scripted: { step, number },
  ...(step.options.queued && { queued: step.options.queued }),
  message: {
    ...emptyMessage(model, timestamp, { usage: step.options.usage }),
    content: sent.map(({ block }) => block),
    stopReason: step.reason,
    errorMessage: step.errorMessage,
  },
});

const plainBlock = (part: PlainStep): Block => {
  if (part.kind === "says") return withExtras({ type: "text", text: part.text }, part.options.block);
  if (part.kind === "thinks") return withExtras({ type: "thinking", thinking: part.text }, part.block);
  throw new Error(`A ${part.kind} step has no block.`);
};

const withExtras = <B extends Block>(block: B, extras: BlockExtras | undefined): B =>
  extras === undefined ? block : { ...block, ...copyOf(extras) };

const callBlock = async (
  part: CallStep,
  number: number,
  setting: StepSetting,
  fate: "runs" | "fails",
): Promise<Block> => {
  checkDeclared(part, number, setting.declared());
  const params = await paramsOf(part, number, setting);
  // A call that failed with its response has no result, and another attempt may make it again.
  const given = fate === "fails" ? part.options.id : undefined;
  const id = given ?? setting.identify(part, number);
  return withExtras({ type: "toolCall", id, name: part.tool, arguments: asArguments(params) }, part.options.block);
};

const paramsOf = async (part: CallStep, number: number, setting: StepSetting): Promise<Params> => {
  if (typeof part.params !== "function") return copyOf(part.params ?? {}) as Params;
  let params: unknown;
  try {
    params = await part.params({ step: number, request: setting.request() });
  } catch (thrown) {
    throw callbackThrew(`The params of step ${number}, calls("${part.tool}", …), threw`, part, number, thrown);
  }
  if (isParams(params)) return params;
  throw new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: `The params of step ${number}, calls("${part.tool}", …), returned something that is no object.`,
      writtenAt: part.writtenAt,
      expected: "an object",
      received: describeValue(params),
    }),
    { step: number },
  );
};

const decide = async (
  step: PlainStep & { kind: "answers" },
  number: number,
  setting: StepSetting,
): Promise<readonly [Step]> => {
  let answer: unknown;
  try {
    answer = await step.decide(setting.request());
  } catch (thrown) {
    if (PlaybookError.isInstance(thrown) && thrown.code === "awaited-step") throw thrown;
    throw callbackThrew(`The function of step ${number}, answers(…), threw`, step, number, thrown);
  }
  const [decided, ...more] = Array.isArray(answer) ? answer : [answer];
  // In an array, since a call has a `then` and an async function would await it.
  if (isStep(decided) && more.length === 0) return [decided];
  throw new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: `The function of step ${number}, answers(…), returned something that is not one step.`,
      writtenAt: step.writtenAt,
      expected: "a step, or an array of one",
      received: Array.isArray(answer) ? `an array of ${answer.length}` : describeValue(answer),
      ...(more.length > 0 ? { fix: "put several parts of one response into together(…)." } : {}),
    }),
    { step: number },
  );
};

const checkExpectations = async (step: Step, number: number, setting: StepSetting): Promise<void> => {
  for (const check of step.expectations) {
    try {
      await check(setting.request());
    } catch (thrown) {
      if (PlaybookError.isInstance(thrown) && thrown.code === "diverged") throw thrown;
      throw callbackThrew(`Step ${number} expected another request`, step, number, thrown);
    }
  }
};

const checkDeclared = (step: CallStep, number: number, declared: readonly string[] | undefined): void => {
  if (declared === undefined || declared.includes(step.tool) || step.options.allowUndeclared) return;
  const nearest = nearestName(step.tool, declared);
  throw new PlaybookError(
    "undeclared-tool",
    tellFailure({
      happened: `Step ${number} calls the tool "${step.tool}", which the request did not declare.`,
      writtenAt: step.writtenAt,
      expected: declared.length > 0 ? `one of ${declared.join(", ")}` : "no call, since no tool is declared",
      received: step.tool,
      cause: nearest
        ? `a typo for "${nearest}".`
        : "the extension that registers it was not loaded, or the tool is not active at this step.",
      fix: `correct the name, activate the tool, or write calls("${step.tool}", …, { allowUndeclared: true }) for a model that calls it all the same.`,
    }),
    { step: number },
  );
};
