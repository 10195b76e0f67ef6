// The rule of `user_bash`: the first answer wins, and a wrong one stops the command.
import type { CombinationRule, Payload } from "./combination-rules.ts";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isAnswer = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if ((value.operations !== undefined) === (value.result !== undefined)) return false;
  if (value.operations !== undefined) return isObject(value.operations) && typeof value.operations.exec === "function";
  const { result } = value;
  return (
    isObject(result) &&
    typeof result.output === "string" &&
    "exitCode" in result &&
    (result.exitCode === undefined || typeof result.exitCode === "number") &&
    typeof result.cancelled === "boolean" &&
    typeof result.truncated === "boolean" &&
    (result.fullOutputPath === undefined || typeof result.fullOutputPath === "string")
  );
};

export const userBashRule: CombinationRule<{ payload: Payload; event?: object; answer?: unknown }> = {
  start: (payload) => ({ payload }),
  event: (state, type) => {
    state.event ??= { ...state.payload, type };
    return state.event;
  },
  take: (state, returned) => {
    if (returned === undefined) return undefined;
    if (!isAnswer(returned))
      throw new Error(
        "Invalid user_bash handler result: return undefined for local execution or exactly one valid { operations } or { result } object",
      );
    state.answer = returned;
    return "stop";
  },
  result: (state) => state.answer,
  thrown: "report and propagate",
};
