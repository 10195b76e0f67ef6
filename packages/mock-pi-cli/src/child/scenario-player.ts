// Plays an RPC scenario: steps are written verbatim, become UI requests, or do what goes wrong with a real process.
import type { CommandRule, ParsedScenario, ScenarioStep } from "../scenario-shape.ts";
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

/** Puts the id of the command, or of the answer, where a step says `"$id"`. */
const withId = (value: unknown, id: unknown): unknown => {
  if (value === "$id") return id;
  if (Array.isArray(value)) return value.map((item) => withId(item, id));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withId(item, id)]));
};

export const createScenarioPlayer = (scenario: ParsedScenario, output: Output, life: Life): ScenarioPlayer => {
  const used = new Map<CommandRule, number>();
  // One list after the other, so that a delay in one holds back the next.
  let playing: Promise<void> = Promise.resolve();

  const control = async (name: string, value: unknown, cause: Fields | undefined): Promise<void> => {
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
      case "$respond": {
        const hasId = cause?.id !== undefined;
        return output.record({
          ...(hasId && { id: cause?.id }),
          type: "response",
          command: cause?.type,
          ...(value as object),
        });
      }
      case "$ui":
        return output.record({ type: "extension_ui_request", id: crypto.randomUUID(), ...(value as object) });
      case "$error":
        return output.record({ type: "extension_error", ...(value as object) });
    }
  };

  const play = async (steps: readonly ScenarioStep[], cause: Fields | undefined): Promise<void> => {
    for (const step of steps) {
      const [[key = "", value] = [], ...more] = Object.entries(step);
      if (step.ui_request_descriptor !== undefined) output.record(requestOf(step.ui_request_descriptor as Fields));
      else if (key.startsWith("$") && more.length === 0) await control(key, value, cause);
      else output.record(step);
    }
  };

  const begin = (steps: readonly ScenarioStep[], cause?: Fields): void => {
    const own = cause === undefined ? steps : (withId(steps, cause.id) as readonly ScenarioStep[]);
    // Without a wait in front of them, steps are written before the next line is read.
    playing = playing.then(() => play(own, cause));
  };

  const rule = (command: Fields): CommandRule | undefined =>
    scenario.on_command?.find((each) => fits(command, each.when) && (used.get(each) ?? 0) < (each.times ?? Infinity));

  return {
    start: () => begin(scenario.on_start ?? []),
    take(command) {
      const found = rule(command);
      if (found) {
        used.set(found, (used.get(found) ?? 0) + 1);
        begin(found.steps, command);
        return true;
      }
      if (command.type !== "prompt" || scenario.on_prompt === undefined) return false;
      begin(scenario.on_prompt);
      return true;
    },
    answered: () => begin(scenario.on_response ?? []),
  };
};
