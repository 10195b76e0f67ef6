// Which step answers the next request of the model: from a script, from one text for all, or an echo of the task.
import type { ModelScriptJSON, ScriptJSON, StepJSON } from "@pi-testkit/playbook/script";
import type { PlayedScript } from "../state-folder.ts";

export interface Answers {
  /** The step for a request whose last user text is `userText`. */
  next(userText: string): StepJSON;
  /** Whether the script had no step for a request; trying again would not help. */
  readonly failed: boolean;
}

/** Every request is answered with `text`; without one, with what the user said. */
export const sayAlways = (text?: string): Answers => ({
  next: (userText) => ({ says: text ?? userText }),
  failed: false,
});

interface Group {
  readonly prompt: string | undefined;
  readonly steps: readonly StepJSON[];
}

const groupsOf = (script: ModelScriptJSON): Group[] => {
  const groups: Group[] = [];
  let loose: StepJSON[] | undefined;
  for (const item of script) {
    if ("when" in item) {
      loose = undefined;
      groups.push({ prompt: typeof item.when === "string" ? item.when : item.when.text, steps: item.steps ?? [] });
      continue;
    }
    if (loose === undefined) {
      // A step behind a turn belongs to it.
      const last = groups.at(-1);
      loose = [...(last?.steps ?? [])];
      if (last) groups.pop();
      groups.push({ prompt: last?.prompt, steps: loose });
    }
    loose.push(item);
  }
  return groups;
};

/** Called with how far the script is played: at first, and after each step. */
export type TellPlayed = (played: () => PlayedScript) => void;

/**
 * Answers from a script; a turn that runs dry never eats the steps of the next one, and none answers another prompt
 * than its own.
 */
export const fromScript = (script: ScriptJSON, modelId: string, tell: TellPlayed): Answers => {
  const models: Readonly<Record<string, ModelScriptJSON>> = Array.isArray(script)
    ? { scripted: script as ModelScriptJSON }
    : (script as Readonly<Record<string, ModelScriptJSON>>);
  const groups = groupsOf(models[modelId] ?? Object.values(models)[0] ?? []);
  let current = 0;
  let used = 0;
  let failure: string | undefined;
  const fail = (message: string): StepJSON => {
    failure ??= message;
    return { fails: message };
  };
  const dry = (userText: string): StepJSON =>
    fail(
      `The mock's script has no step for a request after ${JSON.stringify(userText)}. Add one, usually a closing { "says": "…" }.`,
    );
  const mismatch = (prompt: string, userText: string): StepJSON =>
    fail(
      `The mock's script has the prompt ${JSON.stringify(prompt)} next, and pi was given ${JSON.stringify(userText)}. Write in "when" the text that arrives.`,
    );
  const take = (userText: string): StepJSON => {
    let group = groups[current];
    while (group && used >= group.steps.length) {
      const following = groups[current + 1];
      if (following === undefined || (following.prompt !== undefined && following.prompt !== userText && used > 0))
        return dry(userText);
      current++;
      used = 0;
      group = following;
    }
    const step = group?.steps[used];
    if (group === undefined || step === undefined) return dry(userText);
    if (used === 0 && group.prompt !== undefined && group.prompt !== userText) return mismatch(group.prompt, userText);
    used++;
    return step;
  };
  const played = (): PlayedScript => ({
    steps: groups.reduce((sum, { steps }) => sum + steps.length, 0),
    left: groups.slice(current).flatMap(({ steps }, index) => steps.slice(index === 0 ? used : 0)),
    ...(failure !== undefined && { failure }),
  });
  tell(played);
  return {
    next(userText) {
      const step = take(userText);
      tell(played);
      return step;
    },
    get failed() {
      return failure !== undefined;
    },
  };
};
