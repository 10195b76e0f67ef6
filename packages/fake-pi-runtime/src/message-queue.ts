// The messages that wait for a running agent: steering and follow-up, one taken at a time, as pi's default modes do.
// Messages for the next run and those that wait for the end of the turn are kept here too.
import type { LooseMessage } from "./pi-shapes.ts";

export interface MessageQueue {
  readonly steering: LooseMessage[];
  readonly followUp: LooseMessage[];
  /** Custom messages for the start of the next run. */
  nextTurn: LooseMessage[];
  /** Custom messages to append when the current turn ends. */
  turnEnd: LooseMessage[];
  readonly isEmpty: boolean;
  /** Only what users sent counts for `hasPendingMessages()`. */
  readonly userMessages: number;
  take(queue: "steering" | "followUp"): LooseMessage[];
  /** What the next turn would take. */
  peek(): LooseMessage[];
}

export const createMessageQueue = (): MessageQueue => {
  const steering: LooseMessage[] = [];
  const followUp: LooseMessage[] = [];
  const take = (queue: "steering" | "followUp") => (queue === "steering" ? steering : followUp).splice(0, 1);
  return {
    steering,
    followUp,
    nextTurn: [],
    turnEnd: [],
    get isEmpty() {
      return steering.length === 0 && followUp.length === 0;
    },
    get userMessages() {
      return [...steering, ...followUp].filter((message) => message.role === "user").length;
    },
    take,
    peek: () => (steering.length > 0 ? steering : followUp).slice(0, 1),
  };
};
