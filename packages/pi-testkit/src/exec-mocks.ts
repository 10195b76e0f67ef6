// Mocks of the programs that extensions run with pi.exec and the user with !command. It decides what a call comes to;
// how pi is brought to ask it is no business of this file.
import { createFailureKeeper } from "@pi-testkit/failure-report";
import type { Passthrough, ThrowsError } from "@pi-testkit/mock-tools";
import { execHandlerThrew, execLeftOver, execQueueExhausted, invalidExecOutcome } from "./exec-failures.ts";
import {
  createExecHandlers,
  type ExecAnswer,
  type ExecCall,
  type ExecMockOption,
  type ExecOutput,
} from "./exec-handlers.ts";

/** A recorded command. */
export interface ExecRecord extends Omit<ExecCall, "signal"> {
  /** Whether a mock answered; `false` for a program that really ran. */
  readonly mocked: boolean;
  /** What the mock came to; absent for a program that really ran, could not be started, or was killed. */
  readonly output?: Required<{ [key in keyof ExecOutput]: NonNullable<ExecOutput[key]> }>;
}

/** The commands of a session with `mockExec`. Members may be passed unbound. */
export interface ExecMocks {
  /** What was run, in the order it was asked for. */
  readonly calls: readonly ExecRecord[];
  callsFor(command: string): ExecRecord[];
  readonly failure: Error | undefined;
  /** Throws the first failure, or what is left over in queues. */
  assertDone(): void;
}

/** @internal How one call ends. */
export type ExecEnd =
  | { readonly kind: "output"; readonly output: NonNullable<ExecRecord["output"]> }
  | { readonly kind: "unstartable"; readonly message: string }
  | { readonly kind: "real" };

/** @internal */
export interface ExecDecider extends ExecMocks {
  /** Claims a call. The function returned decides it; `undefined` means that no mock names the command. */
  claim(call: Omit<ExecCall, "signal">): ((signal: AbortSignal) => Promise<ExecEnd>) | undefined;
}

const isThrowsError = (value: object): value is ThrowsError => "throwsError" in value;
const isPassthrough = (value: object): value is Passthrough => "passthrough" in value;
const outputKeys: readonly string[] = ["stdout", "stderr", "code"];

const endOf = (outcome: unknown): ExecEnd | undefined => {
  if (typeof outcome === "string") return { kind: "output", output: { stdout: outcome, stderr: "", code: 0 } };
  if (typeof outcome !== "object" || outcome === null) return undefined;
  if (isThrowsError(outcome)) return { kind: "unstartable", message: outcome.throwsError };
  if (isPassthrough(outcome)) return { kind: "real" };
  if (!Object.keys(outcome).every((key) => outputKeys.includes(key))) return undefined;
  const { stdout = "", stderr = "", code = 0 }: ExecOutput = outcome;
  return { kind: "output", output: { stdout, stderr, code } };
};

/** @internal */
export const createExecMocks = (option: ExecMockOption, onFailure: (failure: Error) => void): ExecDecider => {
  const handlers = createExecHandlers(option);
  const keeper = createFailureKeeper(onFailure);
  const calls: ExecRecord[] = [];

  const decide = async (answer: NonNullable<ExecAnswer>, call: ExecCall): Promise<ExecEnd> => {
    if (answer === "exhausted") throw execQueueExhausted(call);
    let outcome: unknown;
    try {
      outcome = await answer(call);
    } catch (thrown) {
      throw execHandlerThrew(call, thrown);
    }
    const end = endOf(outcome);
    if (end === undefined) throw invalidExecOutcome(call, outcome);
    return end;
  };

  return {
    calls,
    callsFor: (command) => calls.filter((call) => call.command === command),
    get failure() {
      return keeper.first;
    },
    assertDone() {
      keeper.throwFirst();
      const left = handlers.leftOver();
      if (left.length > 0) throw execLeftOver(left);
    },
    claim(asked) {
      const answer = handlers.take(asked.command);
      const index = calls.push({ ...asked, args: [...asked.args], mocked: answer !== undefined }) - 1;
      if (answer === undefined) return undefined;
      return async (signal) => {
        try {
          const end = await decide(answer, { ...asked, signal });
          if (end.kind === "output" && !signal.aborted)
            Object.assign(calls[index] as ExecRecord, { output: end.output });
          if (end.kind === "real") Object.assign(calls[index] as ExecRecord, { mocked: false });
          return end;
        } catch (error) {
          return { kind: "unstartable", message: keeper.keep(error as Error).message };
        }
      };
    },
  };
};
