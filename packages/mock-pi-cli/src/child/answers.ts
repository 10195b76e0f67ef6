// Which step answers the next request of the model: from a script, from one text for all, or an echo of the task.
import type { ModelScriptJSON, ScriptJSON, StepJSON } from "@pi-testkit/playbook/script";

export interface Answers {
  /** The step for a request whose last user text is `userText`. */
  next(userText: string): StepJSON;
  /** Steps of a script that were not asked for. */
  readonly left: number;
}

/** Every request is answered with `text`; without one, with what the user said. */
export const sayAlways = (text?: string): Answers => ({
  next: (userText) => ({ says: text ?? userText }),
  left: 0,
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

/** Answers from a script; a turn that runs dry never eats the steps of the next one. */
export const fromScript = (script: ScriptJSON, modelId: string): Answers => {
  const models: Readonly<Record<string, ModelScriptJSON>> = Array.isArray(script)
    ? { scripted: script as ModelScriptJSON }
    : (script as Readonly<Record<string, ModelScriptJSON>>);
  const groups = groupsOf(models[modelId] ?? Object.values(models)[0] ?? []);
  let current = 0;
  let used = 0;
  const dry = (userText: string): StepJSON => ({
    fails: `The mock's script has no step for a request after ${JSON.stringify(userText)}. Add one, usually a closing { "says": "…" }.`,
  });
  return {
    next(userText) {
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
      if (step === undefined) return dry(userText);
      used++;
      return step;
    },
    get left() {
      return groups.slice(current).reduce((sum, { steps }) => sum + steps.length, 0) - used;
    },
  };
};
