// Plays an RPC scenario: steps are written verbatim, become UI requests, or do what goes wrong with a real process.
import type { CommandRule, ParsedScenario, ScenarioStep } from "../scenario-shape.ts";
import type { Profile } from "../wire-changes.ts";
import type { Life } from "./life.ts";
import type { Output } from "./output.ts";
import { pause } from "./reply.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface ScenarioPlayer {
  start(): void;
  /** Takes a command of the client; false leaves it to the mock. */
  take(command: Fields): boolean;
  answered(response: Fields): void;
}

/** The native request of a descriptor: it travels whole in the title, which is all a client hands through. */
const requestOf = (descriptor: Fields): Fields => ({
  type: "extension_ui_request",
  id: descriptor.id,
  method: "input",
  title: JSON.stringify(descriptor),
});

const fits = (command: Fields, when: Fields): boolean =>
  Object.entries(when).every(([key, wanted]) => {
    const value = command[key];
    const pattern = typeof wanted === "string" ? /^\/(.+)\/([a-z]*)$/.exec(wanted) : null;
    if (pattern) return typeof value === "string" && new RegExp(pattern[1] ?? "", pattern[2]).test(value);
    return JSON.stringify(value) === JSON.stringify(wanted);
  });

/** Puts `replacement` where `value` says `mark`; inside of a longer text only when `within`. */
const put = (value: unknown, mark: string, replacement: unknown, within: boolean): unknown => {
  if (value === mark) return replacement;
  if (typeof value === "string") return within ? value.replaceAll(mark, () => String(replacement)) : value;
  if (Array.isArray(value)) return value.map((item) => put(item, mark, replacement, within));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, put(item, mark, replacement, within)]));
};

/** What an extension of pi gets for an answer: of the wrong kind it is none, and a value is not looked at. */
const outcomeOf = (method: unknown, response: Fields | undefined): unknown => {
  const none = method === "confirm" ? false : undefined;
  if (response === undefined || response.cancelled) return none;
  const key = method === "confirm" ? "confirmed" : "value";
  return key in response ? response[key] : none;
};

export const createScenarioPlayer = (
  scenario: ParsedScenario,
  output: Output,
  life: Life,
  has: Profile,
): ScenarioPlayer => {
  const used = new Map<CommandRule, number>();
  const asked = new Map<unknown, (response: Fields) => void>();
  // One list after the other, so that a delay in one holds back the next.
  let playing: Promise<void> = Promise.resolve();

  /** A dialog, until it is answered or its time is over; the client is not told of the latter. */
  const ask = (request: Fields): Promise<unknown> => {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const settle = (response: Fields | undefined): void => {
        clearTimeout(timer);
        asked.delete(id);
        resolve(outcomeOf(request.method, response));
      };
      const timer = request.timeout ? setTimeout(settle, Number(request.timeout), undefined) : undefined;
      asked.set(id, settle);
      output.record({ type: "extension_ui_request", id, ...request });
    });
  };

  const respond = (cause: Fields | undefined, fields: object): void =>
    output.record({
      ...(cause?.id !== undefined && { id: cause.id }),
      type: "response",
      command: cause?.type,
      ...fields,
    });

  const control = async (name: string, value: unknown, cause: Fields | undefined): Promise<unknown> => {
    switch (name) {
      case "$delay":
        return pause(Number(value));
      case "$stderr":
        process.stderr.write(String(value));
        return;
      case "$raw":
        return output.text(String(value));
      case "$exit":
        return life.end(Number(value));
      case "$kill":
        life.endBySignal(value as NodeJS.Signals);
        return;
      case "$hang":
        return new Promise<void>(() => {});
      case "$respond":
        return respond(cause, value as object);
      case "$handled":
        return respond(cause, { success: true, ...(has("disposition") && { data: { disposition: "handled" } }) });
      case "$ask":
        return ask(value as Fields);
      case "$ui":
        return output.record({ type: "extension_ui_request", id: crypto.randomUUID(), ...(value as object) });
      case "$error":
        return output.record({ type: "extension_error", ...(value as object) });
    }
  };

  const play = async (steps: readonly ScenarioStep[], cause: Fields | undefined): Promise<void> => {
    let answered = false;
    let answer: unknown;
    for (const each of steps) {
      const step = answered ? (put(each, "$answer", answer, true) as ScenarioStep) : each;
      const [[key = "", value] = [], ...more] = Object.entries(step);
      if (step.ui_request_descriptor !== undefined) output.record(requestOf(step.ui_request_descriptor as Fields));
      else if (key.startsWith("$") && more.length === 0) {
        const outcome = await control(key, value, cause);
        if (key !== "$ask") continue;
        answer = outcome;
        answered = true;
      } else output.record(step);
    }
  };

  const begin = (steps: readonly ScenarioStep[]): void => {
    // Without a wait in front of them, steps are written before the next line is read.
    playing = playing.then(() => play(steps, undefined));
  };

  const rule = (command: Fields): CommandRule | undefined =>
    scenario.on_command?.find((each) => fits(command, each.when) && (used.get(each) ?? 0) < (each.times ?? Infinity));

  return {
    start: () => begin(scenario.on_start ?? []),
    take(command) {
      const found = rule(command);
      if (found) {
        used.set(found, (used.get(found) ?? 0) + 1);
        // As commands of pi, side by side: one that waits for an answer holds up no other.
        void play(put(found.steps, "$id", command.id, false) as readonly ScenarioStep[], command);
        return true;
      }
      if (command.type !== "prompt" || scenario.on_prompt === undefined) return false;
      begin(scenario.on_prompt);
      return true;
    },
    answered(response) {
      const settle = asked.get(response.id);
      if (settle) settle(response);
      else begin(scenario.on_response ?? []);
    },
  };
};
