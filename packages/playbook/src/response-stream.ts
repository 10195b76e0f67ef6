// The stream a provider hands to pi: an async iterable of events and the final message.
import type { AssistantMessage, AssistantMessageEvent } from "@earendil-works/pi-ai";

export interface ResponseStream extends AsyncIterable<AssistantMessageEvent> {
  push(event: AssistantMessageEvent): void;
  end(message?: AssistantMessage): void;
  result(): Promise<AssistantMessage>;
}

/** Creates an empty stream. A `done` or `error` event ends it; what is pushed later is ignored. */
export const createResponseStream = (): ResponseStream => {
  const queue: AssistantMessageEvent[] = [];
  let head = 0;
  let wake: (() => void) | undefined;
  let ended = false;
  let resolve: (message: AssistantMessage) => void = () => {};
  const promise = new Promise<AssistantMessage>((settle) => {
    resolve = settle;
  });

  const finish = (message: AssistantMessage | undefined): void => {
    ended = true;
    if (message !== undefined) resolve(message);
    wake?.();
  };

  const next = async (): Promise<IteratorResult<AssistantMessageEvent, undefined>> => {
    while (true) {
      const event = queue[head];
      if (event !== undefined) {
        head++;
        return { value: event, done: false };
      }
      if (ended) return { value: undefined, done: true };
      await new Promise<void>((awake) => {
        wake = awake;
      });
    }
  };

  return {
    push(event) {
      if (ended) return;
      queue.push(event);
      if (event.type === "done") finish(event.message);
      else if (event.type === "error") finish(event.error);
      else wake?.();
    },
    end: finish,
    result: () => promise,
    [Symbol.asyncIterator]: () => ({ next }),
  };
};
