// From the turns and steps of a playbook to a script as data. What is a function cannot be data, and is named.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { CallStep } from "./call-step.ts";
import { PlaybookError } from "./errors.ts";
import { describeStep } from "./plain-steps.ts";
import type {
  BlockJSON,
  ModelScriptJSON,
  StepJSON,
  StepOptionsJSON,
  TogetherJSON,
  TurnJSON,
  UsageJSON,
} from "./script-json.ts";
import type { Script } from "./script-queue.ts";
import type { BlockExtras, Step, StepOptions } from "./step.ts";
import { isTurn, type Turn } from "./turn.ts";

/** @throws PlaybookError `not-data` for the first step that holds a function or another value JSON has no form for. */
export const modelScriptJSON = (script: Script): ModelScriptJSON => {
  let number = 0;
  const next = (step: Step): StepJSON => stepJSON(step, ++number);
  return script.map((item) => (isTurn(item) ? turnJSON(item, next) : next(item)));
};

const turnJSON = ({ prompt, steps }: Turn, next: (step: Step) => StepJSON): TurnJSON => {
  const { text, images, source } = prompt;
  const when = images || source ? { text, ...(images && { images }), ...(source && { source }) } : text;
  return { when, ...(steps.length > 0 && { steps: steps.map(next) }) };
};

const stepJSON = (step: Step, number: number): StepJSON => {
  if (step.expectations.length > 0) throw notData(step, number, "the check of its .expecting()");
  switch (step.kind) {
    case "says":
      return { says: step.text, ...optionsJSON(step.options), ...blockJSON(step, number, step.options.block) };
    case "thinks":
      return { thinks: step.text, ...blockJSON(step, number, step.block) };
    case "calls":
      return callJSON(step, number);
    case "together":
      return { together: partsJSON(partsOf(step), number), ...optionsJSON(step.options ?? {}) };
    case "fails": {
      const reason = step.reason === "error" ? {} : { reason: step.reason };
      const after = step.after && { after: partsJSON(step.after.flatMap(partsOf), number) };
      return { fails: step.errorMessage, ...reason, ...after, ...optionsJSON(step.options) };
    }
    case "answers":
      throw notData(step, number, "its function");
  }
};

const partsOf = (step: Step): readonly Step[] => (step.kind === "together" ? step.parts.flatMap(partsOf) : [step]);

const partsJSON = (parts: readonly Step[], number: number): TogetherJSON["together"] =>
  // A part is neither of the two kinds that are no parts.
  parts.map((part) => stepJSON(part, number)) as never;

const blockJSON = (step: Step, number: number, block: BlockExtras | undefined): BlockJSON => {
  if (block === undefined) return {};
  const strange = strangeAt(block, "block");
  if (strange) throw notData(step, number, strange);
  return { block: structuredClone(block) };
};

const callJSON = (step: CallStep, number: number): StepJSON => {
  const { tool, params, options, callbacks } = step;
  if (typeof params === "function") throw notData(step, number, "its late-bound params");
  if (callbacks.length > 0) throw notData(step, number, "the callback of its .then() or .onResult()");
  const strange = strangeAt(params, "params");
  if (strange) throw notData(step, number, strange);
  return {
    calls: tool,
    ...(params && { params: structuredClone(params) }),
    ...(options.id !== undefined && { id: options.id }),
    ...(options.allowUndeclared !== undefined && { allowUndeclared: options.allowUndeclared }),
    ...optionsJSON(options),
    ...blockJSON(step, number, options.block),
  };
};

const optionsJSON = ({ usage, stopReason, deltas, delayMs, queued }: StepOptions): StepOptionsJSON => ({
  ...(usage && { usage: { ...usage } as UsageJSON }),
  ...(stopReason !== undefined && { stopReason }),
  ...(deltas !== undefined && { deltas }),
  ...(delayMs !== undefined && { delayMs }),
  ...(queued && { queued: structuredClone(queued) }),
});

// JSON would drop or change these in silence.
const strangeAt = (value: unknown, path: string): string | undefined => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const strange = strangeAt(item, `${path}[${index}]`);
      if (strange) return strange;
    }
    return undefined;
  }
  if (typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    for (const [key, item] of Object.entries(value as object)) {
      const strange = item === undefined ? undefined : strangeAt(item, `${path}.${key}`);
      if (strange) return strange;
    }
    return undefined;
  }
  return value === undefined ? undefined : `its ${path}, ${describeValue(value)}`;
};

const notData = (step: Step, number: number, what: string): PlaybookError =>
  new PlaybookError(
    "not-data",
    tellFailure({
      happened: `Step ${number}, ${describeStep(step)}, cannot be written as JSON, because of ${what}.`,
      writtenAt: step.writtenAt,
      expected: "texts, numbers, booleans, null, arrays and plain objects",
      fix: "write the value out, or keep this script in code.",
    }),
    { step: number },
  );
