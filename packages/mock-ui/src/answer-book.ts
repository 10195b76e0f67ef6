// Decides which answer a dialog gets: a queued one, else the config's for its title, else the config's for the rest.
// It neither runs nor checks the answer.
import { isCancelled } from "./cancelled.ts";
import type { DialogMethod } from "./handler.ts";

type Method = DialogMethod | "custom";

/** @internal An answer and the words that name the place it came from. */
export interface FoundAnswer {
  readonly exhausted?: undefined;
  readonly answer: unknown;
  readonly from: string;
  readonly writtenAt: string | undefined;
  /** The answer is what `onUnhandled` decides. */
  readonly unhandled?: true;
}

/** @internal A queue that had answers once. */
export interface ExhaustedQueue {
  readonly exhausted: string;
  readonly length: number;
  readonly writtenAt: string | undefined;
}

/** @internal Answers nobody used, and where they stand. */
export interface UnusedAnswers {
  readonly from: string;
  readonly answers: readonly unknown[];
  readonly writtenAt: string | undefined;
}

/** @internal */
export interface AnswerBook {
  /** Looks up one kind of dialog by title. A function for each kind, since a dialog must cost little. */
  finder(method: Method): (title: string | undefined) => FoundAnswer | ExhaustedQueue | undefined;
  /** `from` names the place for messages; `answer()` unless another double says otherwise. */
  push(method: Method, values: readonly unknown[], writtenAt: string | undefined, from?: string): void;
  unused(): UnusedAnswers[];
  reset(): void;
}

/** One handler of the config, made ready once, so that a dialog costs no more than a look-up. */
interface Slot {
  take(): FoundAnswer | ExhaustedQueue;
  unused(): UnusedAnswers | undefined;
  reset(): void;
}

const createSlot = (from: string, handler: unknown, writtenAt: string | undefined): Slot => {
  if (!Array.isArray(handler)) {
    const found: FoundAnswer = { answer: handler, from, writtenAt };
    return { take: () => found, unused: () => undefined, reset() {} };
  }
  const answers: readonly unknown[] = [...handler];
  let used = 0;
  return {
    take() {
      if (used === answers.length) return { exhausted: from, length: answers.length, writtenAt };
      return { answer: answers[used], from: `${from}[${used++}]`, writtenAt };
    },
    unused: () => (used < answers.length ? { from, answers: answers.slice(used), writtenAt } : undefined),
    reset() {
      used = 0;
    },
  };
};

/** A custom component has no title, so an object there is a value. */
const hasTitles = (method: string, config: unknown): config is Readonly<Record<string, unknown>> =>
  method !== "custom" &&
  typeof config === "object" &&
  config !== null &&
  !Array.isArray(config) &&
  !isCancelled(config);

/** Everything that may answer one kind of dialog. */
interface Shelf {
  readonly pushed: FoundAnswer[];
  readonly byTitle: Map<string, Slot> | undefined;
  /** For all titles, or for those without a handler of their own. */
  readonly others: Slot | undefined;
}

const createShelf = (method: Method, own: unknown, writtenAt: string | undefined): Shelf => {
  if (own === undefined) return { pushed: [], byTitle: undefined, others: undefined };
  if (!hasTitles(method, own)) return { pushed: [], byTitle: undefined, others: createSlot(method, own, writtenAt) };
  const byTitle = new Map<string, Slot>();
  for (const [title, handler] of Object.entries(own))
    if (handler !== undefined)
      byTitle.set(title, createSlot(`${method}[${JSON.stringify(title)}]`, handler, writtenAt));
  return { pushed: [], byTitle, others: byTitle.get("default") };
};

/** @internal */
export const createAnswerBook = (
  config: Readonly<Partial<Record<Method, unknown>>>,
  writtenAt: string | undefined,
): AnswerBook => {
  const shelfOf = (method: Method) => createShelf(method, config[method], writtenAt);
  const shelves: Readonly<Record<Method, Shelf>> = {
    confirm: shelfOf("confirm"),
    select: shelfOf("select"),
    input: shelfOf("input"),
    editor: shelfOf("editor"),
    custom: shelfOf("custom"),
  };
  const all = Object.values(shelves);
  const slotsOf = ({ byTitle, others }: Shelf) => (byTitle ? [...byTitle.values()] : others ? [others] : []);

  return {
    finder(method) {
      const { pushed, byTitle, others } = shelves[method];
      return (title) => {
        if (pushed.length > 0) return pushed.shift();
        if (byTitle === undefined) return others?.take();
        return (byTitle.get(title ?? "default") ?? others)?.take();
      };
    },
    push(method, values, place, from = `answer("${method}", …)`) {
      for (const answer of values) shelves[method].pushed.push({ answer, from, writtenAt: place });
    },
    unused: () => [
      ...all.flatMap(slotsOf).flatMap((slot) => slot.unused() ?? []),
      ...all
        .flatMap(({ pushed }) => pushed)
        .map(({ answer, from, writtenAt: place }) => ({ from, answers: [answer], writtenAt: place })),
    ],
    reset() {
      for (const shelf of all) {
        shelf.pushed.length = 0;
        for (const slot of slotsOf(shelf)) slot.reset();
      }
    },
  };
};
