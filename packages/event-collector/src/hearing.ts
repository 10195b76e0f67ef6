// Hears what only extensions are told, once for each event and before any handler acts, without taking anybody's place: the
// first handler of an event runs inside the call that emits it, so a handler of our own in front of it would be seen.
// pi's rules of dispatch: docs/extensions.md, "Events"; a handler may also end a dispatch, so one behind it would miss some.
import { type AnyEvent, endsInput, type Handler } from "./pi-seams.ts";

export interface Hearing {
  /** The handler of an extension, hearing first what it is told. */
  through(type: string, handler: Handler): Handler;
  /** Our own handler, which comes last: it hears what nobody else listens to. */
  last(event: AnyEvent, ctx: unknown): void;
}

/** pi tells each handler of these with an object of its own, since one may change what the next is told (0.74.0 to 1.6.0). */
const anew: ReadonlySet<string> = new Set(["input", "before_agent_start"]);

export const createHearing = (hear: (event: AnyEvent, ctx: unknown) => void): Hearing => {
  /** By event: the handlers that were told. One that is told the same object again is in another dispatch. */
  const told = new WeakMap<AnyEvent, Set<unknown>>();
  const handlers = new Map<string, Set<unknown>>();
  /** By type of `anew`: the handlers that the dispatch under way has still to come to. */
  const ahead = new Map<string, Set<unknown>>();

  const isFirst = (handler: unknown, event: AnyEvent): boolean => {
    const { type } = event;
    if (anew.has(type)) {
      if (ahead.get(type)?.delete(handler)) return false;
      const others = new Set(handlers.get(type));
      others.delete(handler);
      ahead.set(type, others);
      return true;
    }
    const known = told.get(event);
    if (known === undefined || known.has(handler)) {
      told.set(event, new Set([handler]));
      return true;
    }
    known.add(handler);
    return false;
  };

  const last = (event: AnyEvent, ctx: unknown): void => {
    if (isFirst(last, event)) hear(event, ctx);
  };

  return {
    through(type, handler) {
      const known = handlers.get(type) ?? new Set([last]);
      handlers.set(type, known.add(handler));
      return (event, ctx) => {
        if (isFirst(handler, event)) hear(event, ctx);
        const answer = handler(event, ctx);
        // It ends the dispatch: whoever is ahead will be told of the next input first.
        if (type === "input") void endsInput(answer).then((ends) => ends && ahead.delete(type));
        return answer;
      };
    },
    last,
  };
};
