// The commands that start, steer and stop runs.
import { textOf, userMessage } from "./messages.ts";
import type { Command, CommandSetting, Fields } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";
import { queued } from "./session.ts";

const busy = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";

/** pi's own answer to a message that is no text. */
const checkText = (message: unknown): string => {
  if (message === undefined || message === null)
    throw new Refusal(`Cannot read properties of ${message} (reading 'startsWith')`);
  if (typeof message !== "string") throw new Refusal("text.startsWith is not a function");
  return message;
};

const imagesOf = (command: Fields): readonly unknown[] | undefined => command.images as readonly unknown[] | undefined;

const disposition = ({ state }: CommandSetting, value: string): Fields | undefined =>
  state.has("disposition") ? { disposition: value } : undefined;

const enqueue = (command: Fields, setting: CommandSetting, kind: "steering" | "followUp"): void => {
  setting.state[kind].push(queued(checkText(command.message), imagesOf(command)));
  setting.agent.tellQueue();
};

/** pi looks at a prompt in several asynchronous steps; quick commands behind it are answered meanwhile. */
const preflight = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

const prompt: Command["run"] = async (command, setting, done) => {
  const { state, agent } = setting;
  const text = checkText(command.message);
  if (state.has("promptResponseLate")) await preflight();
  if (agent.streaming) {
    const { streamingBehavior } = command;
    if (streamingBehavior === undefined) throw new Refusal(busy);
    enqueue(command, setting, streamingBehavior === "followUp" ? "followUp" : "steering");
    return done(disposition(setting, "queued"));
  }
  done(disposition(setting, "started"));
  if (!state.has("promptResponseLate")) await preflight();
  void agent.run([userMessage(text, imagesOf(command))]);
};

const queue = (kind: "steering" | "followUp"): Command => ({
  run(command, setting, done) {
    enqueue(command, setting, kind);
    done(disposition(setting, "queued"));
  },
});

const abort: Command["run"] = async (_command, { agent }, done) => {
  await agent.abort();
  done();
};

export const runCommands: Readonly<Record<string, Command>> = {
  prompt: { run: prompt },
  steer: queue("steering"),
  follow_up: queue("followUp"),
  abort: { run: abort },
  clear_queue: {
    since: "clearQueue",
    run(_command, { state, agent }, done) {
      const texts = (kind: "steering" | "followUp"): string[] => state[kind].splice(0).map(({ text }) => text);
      const cleared = { steering: texts("steering"), followUp: texts("followUp") };
      agent.tellQueue();
      done(cleared);
    },
  },
  abort_retry: {
    run(_command, { agent }, done) {
      agent.abortRetry();
      done();
    },
  },
  get_last_assistant_text: {
    run(_command, { state }, done) {
      const last = state.session.messages.findLast(({ role, stopReason, content }) => {
        const empty = !Array.isArray(content) || content.length === 0;
        return role === "assistant" && !(empty && (stopReason === "aborted" || stopReason === "error"));
      });
      const text = last && textOf(last).trim();
      done(text === undefined || text === "" ? {} : { text });
    },
  },
};
