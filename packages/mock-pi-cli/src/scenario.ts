// Checks an RPC scenario from outside: a file, or what onRpc() was given.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError, parseScript } from "@pi-testkit/playbook/script";
import { type TSchema, Type } from "typebox";
import { faultOf, notDataIn } from "./data-check.ts";
import { MockPiError } from "./mock-pi-error.ts";
import { isSignal, toolsSchema } from "./response-check.ts";
import type { RpcScenario } from "./scenario-shape.ts";

const step = Type.Record(Type.String(), Type.Unknown(), { description: "an object" });
const steps = (description: string): TSchema => Type.Array(step, { description });

/**
 * The schema of a scenario, a typebox schema and so a JSON Schema: an editor that is given it can complete one.
 *
 * @example
 * writeFileSync("scenario.schema.json", JSON.stringify(scenarioSchema));
 */
export const scenarioSchema: TSchema = Type.Object(
  {
    on_prompt: Type.Optional(steps("an array of steps for every prompt")),
    on_response: Type.Optional(steps("an array of steps for every extension_ui_response")),
    available_models: Type.Optional(Type.Array(Type.Unknown(), { description: "an array of models" })),
    on_start: Type.Optional(steps("an array of steps to begin with")),
    on_command: Type.Optional(
      Type.Array(
        Type.Object(
          {
            when: Type.Record(Type.String(), Type.Unknown(), { description: "an object with fields of the command" }),
            steps: steps("an array of steps for the command"),
            times: Type.Optional(Type.Integer({ minimum: 1, description: "a whole number, 1 or more" })),
          },
          { additionalProperties: false, description: "an object { when, steps, times? }" },
        ),
        { description: "an array of { when, steps, times? }" },
      ),
    ),
    steps: Type.Optional(Type.Unknown({ description: "a script as data" })),
    tools: Type.Optional(toolsSchema),
    commands: Type.Optional(steps("an array of commands as get_commands lists them")),
    pi_version: Type.Optional(
      Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$", description: 'a version of pi, such as "1.6.0"' }),
    ),
    survive_null: Type.Optional(Type.Boolean({ description: "true or false" })),
  },
  { additionalProperties: false, description: "an object" },
);

const keys = Object.keys((scenarioSchema as unknown as { properties: object }).properties);

/** The steps that do something, with what they take. */
const controls: Readonly<Record<string, { readonly fits: (value: unknown) => boolean; readonly expected: string }>> = {
  $delay: { fits: (value) => typeof value === "number" && value >= 0, expected: "a number of milliseconds, 0 or more" },
  $stderr: { fits: (value) => typeof value === "string", expected: "a text" },
  $raw: { fits: (value) => typeof value === "string", expected: "a text" },
  $exit: { fits: (value) => Number.isInteger(value), expected: "an exit code" },
  $kill: { fits: isSignal, expected: "the name of a signal of this system" },
  $hang: { fits: (value) => value === true, expected: "true" },
  $respond: {
    fits: (value) => typeof value === "object" && value !== null,
    expected: "an object { success, data?, error? }",
  },
  $handled: { fits: (value) => value === true, expected: "true" },
  $ask: {
    fits: (value) =>
      typeof value === "object" &&
      value !== null &&
      ["select", "confirm", "input", "editor"].includes((value as { method?: string }).method ?? ""),
    expected: "an object { method, … } with the method select, confirm, input or editor",
  },
  $ui: { fits: (value) => typeof value === "object" && value !== null, expected: "an object { method, … }" },
  $error: {
    fits: (value) => typeof value === "object" && value !== null,
    expected: "an object { extensionPath, event, error }",
  },
};

interface Fault {
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  readonly fix?: string | undefined;
}

const stepFault = (each: Readonly<Record<string, unknown>>, pointer: string): Fault | undefined => {
  const descriptor = each.ui_request_descriptor;
  if (descriptor !== undefined) {
    const id = (descriptor as { id?: unknown } | null)?.id;
    if (typeof id === "string") return undefined;
    return {
      pointer: `${pointer}/ui_request_descriptor`,
      expected: 'an object with an "id"',
      received: describeValue(descriptor),
    };
  }
  const [[key = "", value] = [], ...more] = Object.entries(each);
  if (!key.startsWith("$") || more.length > 0) return undefined;
  const control = controls[key];
  if (control?.fits(value)) return undefined;
  if (control) return { pointer: `${pointer}/${key}`, expected: control.expected, received: describeValue(value) };
  const near = nearestName(key, Object.keys(controls));
  return {
    pointer,
    expected: `one of ${Object.keys(controls).join(", ")}, or a record to be written`,
    received: describeValue(key),
    fix: near && `write "${near}".`,
  };
};

const listsOf = (scenario: RpcScenario): (readonly [string, readonly Readonly<Record<string, unknown>>[]])[] => [
  ["/on_start", scenario.on_start ?? []],
  ["/on_prompt", scenario.on_prompt ?? []],
  ["/on_response", scenario.on_response ?? []],
  ...(scenario.on_command ?? []).map((rule, index) => [`/on_command/${index}/steps`, rule.steps] as const),
];

const faultIn = (value: unknown): Fault | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { pointer: "", expected: `an object with some of ${keys.join(", ")}`, received: describeValue(value) };
  const fault = faultOf(scenarioSchema, value);
  if (fault) return fault;
  for (const [pointer, list] of listsOf(value as RpcScenario))
    for (const [index, each] of list.entries()) {
      const found = stepFault(each, `${pointer}/${index}`);
      if (found) return found;
    }
  return notDataIn(value);
};

/**
 * Checks that `value` is an RPC scenario and returns it.
 *
 * @param source where it came from, such as a file's path; messages name it.
 * @throws MockPiError `invalid-scenario`, with the path, what was expected there and what was found.
 * @example
 * parseScenario({ on_prompt: [{ type: "agent_start" }, { ui_request_descriptor: { id: "q1", kind: "choice" } }] });
 */
export const parseScenario = (value: unknown, source = "of onRpc()", writtenAt?: string): RpcScenario => {
  const fault = faultIn(value);
  if (fault !== undefined) {
    const { pointer, ...rest } = fault;
    const where = pointer === "" ? "" : ` at ${pointer}`;
    throw new MockPiError(
      "invalid-scenario",
      tellFailure({ happened: `The scenario ${source} is not valid${where}.`, writtenAt, ...rest }),
    );
  }
  const scenario = value as RpcScenario;
  if (scenario.steps === undefined) return scenario;
  try {
    parseScript(scenario.steps, `${source}#/steps`);
  } catch (error) {
    if (!PlaybookError.isInstance(error)) throw error;
    throw new MockPiError("invalid-scenario", error.message, { cause: error });
  }
  return scenario;
};
