// From a script as data to the turns and steps a playbook plays.
import type { ImageContent, Usage } from "@earendil-works/pi-ai";
import { callStep } from "./call-step.ts";
import { parseScript } from "./parse-script.ts";
import { plainStep } from "./plain-steps.ts";
import type { QueuedMessage } from "./queued-messages.ts";
import type { ModelScriptJSON, ScriptJSON, StepJSON, StepOptionsJSON, TurnJSON } from "./script-json.ts";
import type { Script } from "./script-queue.ts";
import type { Step, StepOptions } from "./step.ts";
import type { Prompt, Turn } from "./turn.ts";

/**
 * Makes a script of its form as data, for `createPlaybook()`. Messages name the place of a step as `source#/path`.
 *
 * @param json a script as data, or one for each model id; it is checked first.
 * @param source where it came from, such as a file's path. Default `"script"`.
 * @throws PlaybookError `invalid-script`, with the path, what was expected there and what was found.
 * @example
 * const playbook = createPlaybook(fromJSON([{ when: "hi", steps: [{ says: "hello" }] }]));
 */
export const fromJSON = (json: ScriptJSON | unknown, source?: string): Script | Record<string, Script> => {
  const script = parseScript(json, source);
  const name = source ?? "script";
  if (isModelScript(script)) return scriptOf(script, `${name}#`);
  return Object.fromEntries(Object.entries(script).map(([id, each]) => [id, scriptOf(each, `${name}#/${id}`)]));
};

const isModelScript = (script: ScriptJSON): script is ModelScriptJSON => Array.isArray(script);

const scriptOf = (items: ModelScriptJSON, place: string): Script =>
  items.map((item, index) => {
    const at = `${place}/${index}`;
    return "when" in item ? turnOf(item, at) : stepOf(item, at);
  });

const turnOf = ({ when, steps = [] }: TurnJSON, writtenAt: string): Turn => ({
  kind: "turn",
  // The images are only read; pi types them as mutable.
  prompt: (typeof when === "string" ? { text: when } : { ...when }) as Prompt & { images?: ImageContent[] },
  steps: steps.map((step, index) => stepOf(step, `${writtenAt}/steps/${index}`)),
  writtenAt,
});

const stepOf = (json: StepJSON, writtenAt: string): Step => {
  if ("says" in json) {
    const { says, block, ...options } = json;
    const own = { ...optionsOf(options), ...(block && { block }) };
    return plainStep(() => writtenAt, { kind: "says", text: says, options: own });
  }
  if ("thinks" in json) {
    const { thinks, block } = json;
    return plainStep(() => writtenAt, { kind: "thinks", text: thinks, ...(block && { block }) });
  }
  if ("together" in json) {
    const { together, ...options } = json;
    const parts = partsOf(together, `${writtenAt}/together`);
    return plainStep(() => writtenAt, { kind: "together", parts, options: optionsOf(options) });
  }
  if ("fails" in json) {
    const { fails, reason = "error", after, ...options } = json;
    const sent = after && { after: partsOf(after, `${writtenAt}/after`) };
    const own = optionsOf(options);
    return plainStep(() => writtenAt, { kind: "fails", errorMessage: fails, reason, ...sent, options: own });
  }
  const { calls, params, id, allowUndeclared, block, ...options } = json;
  const own = {
    ...(id !== undefined && { id }),
    ...(allowUndeclared !== undefined && { allowUndeclared }),
    ...(block && { block }),
  };
  return callStep(calls, params, { ...optionsOf(options), ...own }, () => writtenAt);
};

const partsOf = (parts: readonly StepJSON[], place: string): Step[] =>
  parts.map((part, index) => stepOf(part, `${place}/${index}`));

// Usage and images are only read; pi types them as mutable.
const optionsOf = ({ usage, queued, ...options }: StepOptionsJSON): StepOptions => ({
  ...options,
  ...(usage && { usage: usage as Partial<Usage> }),
  ...(queued && { queued: queued as readonly QueuedMessage[] }),
});
