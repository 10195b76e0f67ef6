// A scripted tool call, and the callbacks that wait for its result.
import { describeValue, lazyCallSite, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import type { ModelRequest } from "./model-request.ts";
import type { BlockOptions, Expectation } from "./step.ts";
import { type Place, WrittenStep } from "./written-step.ts";

/** The arguments of a tool call; `any`, since values of an interface fit no other index signature. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Params = Readonly<Record<string, any>>;

/** What late-bound params are given. */
export interface StepContext {
  /** The 1-based step that calls the tool. */
  readonly step: number;
  /** The request that the step answers. */
  readonly request: ModelRequest;
}

/** The result of a scripted tool call, as pi recorded it. */
export interface CallResult {
  readonly step: number | undefined;
  readonly toolName: string;
  readonly toolCallId: string;
  /** The text blocks of `content`, joined by newlines. */
  readonly text: string;
  readonly content: { type: string; text?: string; data?: string; mimeType?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: the shape of details is the tool's own
  readonly details: any;
  readonly isError: boolean;
}

/** Called with the result of a tool call; a throw or a rejection fails the run. */
export type ResultCallback = (result: CallResult) => void | Promise<void>;

/**
 * What `then` asks of `this`: a step can be called on, but it is no subtype, so that `await step`
 * does not compile.
 */
interface Unawaitable {
  readonly kind: "calls";
  readonly "a step cannot be awaited"?: never;
}

/** A response that calls one tool. */
export interface CallStep {
  readonly kind: "calls";
  readonly tool: string;
  readonly params: Params | ((context: StepContext) => Params | Promise<Params>) | undefined;
  readonly options: CallOptions;
  readonly writtenAt: string | undefined;
  readonly callbacks: readonly ResultCallback[];
  readonly expectations: readonly Expectation[];
  /** Captures the result of the call. Exists for the reading order; a step is no promise and cannot be awaited. */
  then(this: Unawaitable, callback: ResultCallback): CallStep;
  /** Captures the result of the call. */
  onResult(callback: ResultCallback): CallStep;
  /** Checks the request this step answers; a throw fails the run and names the step. */
  expecting(check: Expectation): CallStep;
}

/** Options of a scripted call. */
export interface CallOptions extends BlockOptions {
  /** The tool call's id. Default `call-1`, `call-2`, … in the order they are played. */
  readonly id?: string | undefined;
  /** Whether the tool may be one that the request did not declare, since models do that. Default `false`. */
  readonly allowUndeclared?: boolean | undefined;
}

/**
 * A response that calls `tool` with `params`.
 *
 * @param params an object, or a function that makes it when the step is played, so that it can use what an earlier
 * result brought.
 * @throws PlaybookError `invalid-step` when the name or the params are not of that shape.
 * @example
 * let id = "";
 * when("make it", [
 *   calls("create", { name: "a" }).then((result) => { id = result.text; }),
 *   calls("open", () => ({ id })),
 *   says("done"),
 * ]);
 */
export const calls = (
  tool: string,
  params?: Params | ((context: StepContext) => Params | Promise<Params>),
  options: CallOptions = {},
): CallStep => {
  return callStep(tool, params, options, lazyCallSite(calls));
};

/** A call step that was written at `place`. */
export const callStep = (tool: string, params: CallStep["params"], options: CallOptions, place: Place): CallStep => {
  if (typeof tool !== "string" || tool === "") throw invalidCall("a tool's name", tool, place());
  if (params !== undefined && typeof params !== "function") checkParams(params, place);
  return new WrittenCall(place, { kind: "calls", tool, params, options, callbacks: [] }) as WrittenCall & CallData;
};

type CallData = Pick<CallStep, "kind" | "tool" | "params" | "options"> & { readonly callbacks: ResultCallback[] };

class WrittenCall extends WrittenStep {
  declare readonly tool: string;
  declare readonly callbacks: ResultCallback[];

  // biome-ignore lint/suspicious/noThenProperty: part of the contract; awaiting it is detected and refused
  then(callback: ResultCallback, ...rest: unknown[]): this {
    // An await calls then(resolve, reject); an author passes one callback.
    if (rest.length > 0) throw awaited(this.tool, this.writtenAt);
    return this.onResult(callback);
  }

  onResult(callback: ResultCallback): this {
    this.callbacks.push(callback);
    return this;
  }
}

/** Whether `value` can be the arguments of a tool call. */
export const isParams = (value: unknown): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const checkParams = (params: unknown, place: Place): void => {
  if (!isParams(params)) throw invalidCall("params as an object, or a function that returns one", params, place());
};

const invalidCall = (expected: string, received: unknown, writtenAt: string | undefined): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: "calls() was given something that is no tool call.",
      writtenAt,
      expected,
      received: describeValue(received),
      fix: 'write calls("bash", { command: "ls" }).',
    }),
  );

const awaited = (tool: string, writtenAt: string | undefined): PlaybookError =>
  new PlaybookError(
    "awaited-step",
    tellFailure({
      happened: `The step calls("${tool}") was awaited, or returned from an async function.`,
      writtenAt,
      cause: "a step is a line of a script and not a promise; its .then() only captures the tool's result.",
      fix: `leave out the await, or return together(calls("${tool}", …)) or [calls("${tool}", …)] from an async function.`,
    }),
  );
