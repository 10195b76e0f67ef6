// Decides which answer a dialog gets: a queued one, else the config's for its title, else the config's for the rest.
// It neither runs nor checks the answer.
import { isCancelled } from "./cancelled.ts";
import type { DialogMethod } from "./handler.ts";

type Method = DialogMethod | "custom";

/** @internal An answer and the words that name the place it came from. */
export interface FoundAnswer {
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

/** @internal */
export interface AnswerBook {
  find(method: Method, title: string | undefined): FoundAnswer | ExhaustedQueue | undefined;
  push(method: Method, values: readonly unknown[], writtenAt: string | undefined): void;
  /** One line for each queue that still holds answers. */
  unused(): { from: string; answers: readonly unknown[]; writtenAt: string | undefined }[];
  reset(): void;
}

interface Queue {
  readonly from: string;
  readonly answers: readonly unknown[];
  used: number;
}

/** A custom component has no title, so an object there is a value. */
const hasTitles = (method: string, config: unknown): config is Readonly<Record<string, unknown>> =>
  method !== "custom" &&
  typeof config === "object" &&
  config !== null &&
  !Array.isArray(config) &&
  !isCancelled(config);

/** @internal */
export const createAnswerBook = (
  config: Readonly<Partial<Record<Method, unknown>>>,
  configWrittenAt: string | undefined,
): AnswerBook => {
  const pushed = new Map<Method, FoundAnswer[]>();
  const queues = new Map<string, Queue>();

  const addQueue = (from: string, handler: unknown) => {
    if (Array.isArray(handler)) queues.set(from, { from, answers: [...handler], used: 0 });
  };
  const fillQueues = () => {
    queues.clear();
    for (const method of Object.keys(config) as Method[]) {
      const own = config[method];
      if (hasTitles(method, own))
        for (const [title, handler] of Object.entries(own)) addQueue(`${method}[${JSON.stringify(title)}]`, handler);
      else addQueue(method, own);
    }
  };
  fillQueues();

  const take = (from: string, handler: unknown): FoundAnswer | ExhaustedQueue | undefined => {
    if (handler === undefined) return undefined;
    const queue = queues.get(from);
    if (queue === undefined) return { answer: handler, from, writtenAt: configWrittenAt };
    if (queue.used === queue.answers.length)
      return { exhausted: from, length: queue.answers.length, writtenAt: configWrittenAt };
    return { answer: queue.answers[queue.used], from: `${from}[${queue.used++}]`, writtenAt: configWrittenAt };
  };

  return {
    find(method, title) {
      const queued = pushed.get(method)?.shift();
      if (queued !== undefined) return queued;
      const own = config[method];
      if (!hasTitles(method, own)) return take(method, own);
      const key = title !== undefined && Object.hasOwn(own, title) && own[title] !== undefined ? title : "default";
      return Object.hasOwn(own, key) ? take(`${method}[${JSON.stringify(key)}]`, own[key]) : undefined;
    },
    push(method, values, writtenAt) {
      const list = pushed.get(method) ?? [];
      pushed.set(method, list);
      for (const answer of values) list.push({ answer, from: `answer("${method}", …)`, writtenAt });
    },
    unused() {
      const left = [...queues.values()]
        .filter((queue) => queue.used < queue.answers.length)
        .map((queue) => ({
          from: queue.from,
          answers: queue.answers.slice(queue.used),
          writtenAt: configWrittenAt,
        }));
      const queued = [...pushed.values()].flat();
      return [...left, ...queued.map(({ answer, from, writtenAt }) => ({ from, answers: [answer], writtenAt }))];
    },
    reset() {
      pushed.clear();
      fillQueues();
    },
  };
};
