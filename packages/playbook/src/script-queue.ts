// The script of one model id: which step is next, and what is an error about asking for one.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import { describeStep, isStep } from "./plain-steps.ts";
import type { Step } from "./step.ts";
import { isTurn, type Turn } from "./turn.ts";

/** Turns, and steps outside a turn; those belong to the turn before them, or to none. */
export type Script = readonly (Turn | Step)[];

/** A step on its turn to be played. */
export interface ScriptedStep {
  readonly step: Step;
  /** 1-based in the script of its model. */
  readonly number: number;
}

/** A turn with its steps numbered; the first group of a script may have no turn. */
interface Group {
  readonly turn: Turn | undefined;
  readonly steps: ScriptedStep[];
  used: number;
  /** Whether play() has sent the prompt, so that it need not be compared. */
  sent: boolean;
}

/** What a queue must know of a request. */
export interface AskedFor {
  /** The text of the user's last message. */
  readonly userText: string;
  /** Whether it is one of the agent, whose user text must be the turn's prompt. */
  readonly asks: boolean;
  /** Whether it is the first one after the user's message, so that a turn may begin with it. */
  readonly opens: boolean;
}

export interface ScriptQueue {
  readonly consumed: number;
  readonly remaining: number;
  append(script: Script): void;
  /** The whole script, appended parts and played steps included. */
  readonly script: Script;
  /** Whether a step of it has messages for the user to queue. */
  readonly hasQueued: boolean;
  /** Drops the steps not yet played and returns how many they were; their numbers are not given again. */
  discard(): number;
  /** The next step for a request. */
  next(request: AskedFor): ScriptedStep | PlaybookError;
  /** Makes the next turn the current one and returns it; undefined when the script has none left. */
  startTurn(): Turn | undefined;
  /** From now on the user's text decides which turn is current. */
  stopDriving(): void;
  /** After the current turn: the steps it did not use, as a failure. */
  unusedInTurn(): PlaybookError | undefined;
  /** At the end: every step that was not used, as a failure. */
  unused(): PlaybookError | undefined;
}

const queuesMessages = (step: Step): boolean =>
  ("options" in step && step.options?.queued !== undefined) ||
  (step.kind === "together" && step.parts.some(queuesMessages));

/** Creates the queue of one script. `name` is told in messages when there are several. */
export const createScriptQueue = (script: Script, name?: string): ScriptQueue => {
  const groups: Group[] = [{ turn: undefined, steps: [], used: 0, sent: false }];
  let numbered = 0;
  let dropped = 0;
  let consumed = 0;
  let current = 0;
  // Turns are started by play(); until then the user's text decides which turn is current.
  let driven = false;

  const group = (): Group => groups[current] as Group;
  const left = (): ScriptedStep[] => groups.slice(current).flatMap((each) => each.steps.slice(each.used));
  const of = name === undefined ? "" : ` of the script for model "${name}"`;

  const whole: (Turn | Step)[] = [];
  let hasQueued = false;
  const append = (added: Script): void => {
    if (!Array.isArray(added)) throw notAScript(added);
    for (const item of added) {
      if (isTurn(item)) groups.push({ turn: item, steps: [], used: 0, sent: false });
      else if (!isStep(item)) throw notAScript(item);
      const last = groups.at(-1) as Group;
      whole.push(item);
      for (const step of isTurn(item) ? item.steps : [item]) {
        last.steps.push({ step, number: ++numbered });
        hasQueued ||= queuesMessages(step);
      }
    }
  };
  append(script);

  const exhausted = (userText: string): PlaybookError => {
    const { turn, steps } = group();
    const later = left().length;
    return new PlaybookError(
      "exhausted",
      tellFailure({
        happened: `The model was asked for step ${consumed + dropped + 1}${of}, and ${turn ? `the turn when(${describeValue(turn.prompt.text)})` : "the script"} has none left.`,
        writtenAt: turn?.writtenAt ?? steps.at(-1)?.step.writtenAt,
        expected: `${turn ? `the turn to be over after ${steps.length === 1 ? "its one step" : `its ${steps.length} steps`}` : "no further request"}`,
        received: `a request after the user's text ${describeValue(userText)}`,
        left: later > 0 ? [`${later} step${later === 1 ? "" : "s"} of later turns, which are not eaten`] : [],
        cause:
          steps.at(-1)?.step.kind === "calls"
            ? "the last step calls a tool, and pi asks the model again with its result."
            : "an extension or a queued message started another request.",
        fix: 'add the missing step, usually a closing says("…").',
      }),
      { step: consumed + dropped + 1 },
    );
  };

  const mismatch = (turn: Turn, userText: string): PlaybookError =>
    new PlaybookError(
      "prompt-mismatch",
      tellFailure({
        happened: `Step ${consumed + dropped + 1}${of} belongs to another prompt than the one the user sent.`,
        writtenAt: turn.writtenAt,
        expected: describeValue(turn.prompt.text),
        received: describeValue(userText),
        cause: "the prompts were sent in another order, or something changed the text on its way.",
        fix: "send the prompts with play(), or write the text that arrives in when().",
      }),
      { step: consumed + dropped + 1 },
    );

  const unusedInTurn = (): PlaybookError | undefined => {
    const { turn, steps, used } = group();
    if (used === steps.length) return undefined;
    return leftOver(
      turn ? `The turn when(${describeValue(turn.prompt.text)}) ended` : "The first turn was about to be sent",
      steps.slice(used),
      turn?.writtenAt,
      of,
    );
  };

  return {
    get consumed() {
      return consumed;
    },
    get remaining() {
      return numbered - dropped - consumed;
    },
    append,
    script: whole,
    get hasQueued() {
      return hasQueued;
    },
    discard() {
      const count = left().length;
      dropped += count;
      current = groups.length - 1;
      group().used = group().steps.length;
      return count;
    },
    next({ userText, asks, opens }) {
      while (!driven && current + 1 < groups.length) {
        const { turn, steps, used } = group();
        const begins = opens && groups[current + 1]?.turn?.prompt.text === userText;
        if (used < steps.length) {
          // The same text as this turn's own may be another attempt at its request.
          const isNext = begins && turn && used > 0 && turn.prompt.text !== userText;
          if (isNext) return unusedInTurn() as PlaybookError;
          break;
        }
        // A turn is never started by a request of the turn before it that ran dry.
        if (asks && turn && !begins) return exhausted(userText);
        current++;
      }
      const { turn, steps, used, sent } = group();
      const scripted = steps[used];
      if (scripted === undefined) return exhausted(userText);
      if (!sent && asks && used === 0 && turn && turn.prompt.text !== userText) return mismatch(turn, userText);
      group().used++;
      consumed++;
      return scripted;
    },
    startTurn() {
      driven = true;
      if (current + 1 >= groups.length) return undefined;
      current++;
      group().sent = true;
      return group().turn;
    },
    stopDriving() {
      driven = false;
    },
    unusedInTurn,
    unused() {
      const rest = left();
      if (rest.length === 0) return undefined;
      return leftOver("The script ended", rest, rest[0]?.step.writtenAt, of);
    },
  };
};

const leftOver = (
  ended: string,
  rest: readonly ScriptedStep[],
  writtenAt: string | undefined,
  of: string,
): PlaybookError =>
  new PlaybookError(
    "left-over",
    tellFailure({
      happened: `${ended} with ${rest.length} step${rest.length === 1 ? "" : "s"}${of} unused.`,
      writtenAt,
      left: rest.slice(0, 10).map(({ step, number }) => `step ${number}: ${describeStep(step)}`),
      cause:
        "pi stopped asking the model earlier than the script expects: a run was blocked, aborted or ended by a tool, or the prompt was handled by an extension.",
      fix: "remove the steps, or find out why the model was not asked.",
    }),
    { step: rest[0]?.number },
  );

const notAScript = (received: unknown): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: "The script holds something that is neither a turn nor a step.",
      expected: "an array of when(…), says(…), calls(…) …",
      received: describeValue(received),
    }),
  );
