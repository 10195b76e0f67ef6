// Composes the parts: a script becomes a stream function, a provider and an extension.
import type { Api, AssistantMessageEventStream, Model, SimpleStreamOptions } from "@earendil-works/pi-ai";
import type { ExtensionFactory, ProviderConfig } from "@earendil-works/pi-coding-agent";
import { createFailureKeeper, describeValue, tellFailure } from "@pi-testkit/failure-report";
import { atAddress, enterAddress, newAddress } from "./address-book.ts";
import { PlaybookError } from "./errors.ts";
import { createPlaybookExtension } from "./extension.ts";
import { defaultModelId, type ModelSettings, modelOf, providerId } from "./model.ts";
import { createModelDouble, refuse } from "./model-double.ts";
import type { ModelContext, ModelRequest } from "./model-request.ts";
import { createQueuedMessages } from "./queued-messages.ts";
import { createRequestMarks } from "./request-kind.ts";
import type { ScriptJSON } from "./script-json.ts";
import { createScriptQueue, type Script, type ScriptQueue } from "./script-queue.ts";
import { createSummaryAnswers, type Summaries } from "./summaries.ts";
import { modelScriptJSON } from "./to-json.ts";
import type { Prompt } from "./turn.ts";

/** What `createPlaybook` takes beside the script. */
export interface PlaybookOptions {
  /** Models to offer beside those that have a script. Without scripts by id, the first of them plays the script. */
  readonly models?: readonly ModelSettings[] | undefined;
  /** Answers to pi's own summary requests (compaction, branch summary). Default: one fixed text for all. */
  readonly summaries?: Summaries | undefined;
  /** How many requests `requests` keeps, the newest ones. Default `"all"`. */
  readonly keepRequests?: "all" | number | undefined;
  /** Called with each request when the model is asked, also with those that `keepRequests` drops. A throw fails the run. */
  readonly onRequest?: ((request: ModelRequest) => void) | undefined;
  /** Called with the first failure at the moment it happens, so that a harness can stop its run. */
  readonly onFailure?: ((failure: Error) => void) | undefined;
}

/** A stream function of pi's shape, for `agentLoop(…, streamFn)` and `new Agent({ streamFn })`. */
export type PlaybookStreamFn = (
  model: Model<Api>,
  context: ModelContext,
  options?: SimpleStreamOptions,
) => AssistantMessageEventStream;

/** A model that plays a script. Members may be passed unbound. */
export interface Playbook {
  /** The stream function, for a loop or an agent of one's own. */
  readonly streamFn: PlaybookStreamFn;
  /** The provider, as `pi.registerProvider(id, config)` takes it. */
  readonly provider: { readonly id: string; readonly config: ProviderConfig };
  /** An inline extension that registers the provider, for a session of one's own. */
  readonly extension: ExtensionFactory;
  /** The model of the (first) script. */
  readonly model: Model<Api>;
  /** Every model on offer, the first one first. */
  readonly models: readonly Model<Api>[];
  /** What the model was sent, in order, copied when it was asked. */
  readonly requests: ModelRequest[];
  /** Steps played, of all scripts. */
  readonly consumed: number;
  /** Steps not yet played, of all scripts. */
  readonly remaining: number;
  /** The first failure, if there was one. */
  readonly failure: Error | undefined;
  /** The newest request, or undefined. */
  lastRequest(): ModelRequest | undefined;
  /** The request that the 1-based step answered, or undefined. */
  requestFor(step: number): ModelRequest | undefined;
  /**
   * Sends each turn's prompt through `send` and checks that its steps were used before the next one is sent.
   * @throws the first failure, whatever pi made of it in between.
   */
  play(send: (prompt: Prompt) => Promise<unknown>): Promise<void>;
  /** Adds to the script of the first model. */
  append(script: Script): void;
  /** Drops the steps not yet played, of the first model's script; returns how many they were. */
  discard(): number;
  /** The 1-based step that made a tool call; undefined for a call of somebody else. */
  stepOf(toolCallId: string): number | undefined;
  /** Where the step that made a tool call was written, as `file:line:column`; undefined for a call of somebody else. */
  placeOf(toolCallId: string): string | undefined;
  /** Throws the first failure, or what was not used: steps, callbacks, listed summaries. */
  assertDone(): void;
  /**
   * The whole script as data, as `fromJSON()` and `./script` read it; an object by model id if that is how it was given.
   * @throws PlaybookError `not-data` that names the step, for a script that holds a function.
   */
  toJSON(): ScriptJSON;
  /** Forgets the playbook's address; a request that still comes gets an error. Idempotent, never throws. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Creates a model that plays `script`.
 *
 * @param script turns and steps, or one script for each model id.
 * @example
 * const playbook = createPlaybook([when("hi", [says("hello")])]);
 * await playbook.play((prompt) => session.prompt(prompt.text, prompt));
 */
export const createPlaybook = (
  script: Script | Readonly<Record<string, Script>>,
  options: PlaybookOptions = {},
): Playbook => {
  if (typeof script !== "object" || script === null) throw noScript(script);
  const offered = options.models ?? [];
  const scripts = Object.entries(Array.isArray(script) ? { [offered[0]?.id ?? defaultModelId]: script } : script);
  const queues = new Map<string, ScriptQueue>(
    scripts.map(([id, each]) => [id, createScriptQueue(each, scripts.length > 1 ? id : undefined)]),
  );
  const [firstId] = queues.keys();
  if (firstId === undefined) throw noScript(script);
  const queue = queues.get(firstId) as ScriptQueue;

  const address = newAddress();
  const ids = new Set([...queues.keys(), ...offered.map(({ id }) => id)]);
  const models = [...ids].map((id) => modelOf(offered.find((each) => each.id === id) ?? { id }, address));
  const failures = createFailureKeeper(options.onFailure);
  const marks = createRequestMarks();
  const queued = createQueuedMessages();
  const summaries = createSummaryAnswers(options.summaries);
  const { keepRequests = "all", onRequest } = options;
  const double = createModelDouble({ queues, failures, marks, queued, summaries, keepRequests, onRequest });

  const streamSimple: PlaybookStreamFn = (model, context, streamOptions) => {
    if (model.baseUrl === address) return double.stream({ model, context, options: streamOptions, inSession: true });
    const owner = atAddress<PlaybookStreamFn>(model.baseUrl);
    return owner ? owner(model, context, streamOptions) : refuse(model, context);
  };
  enterAddress(address, streamSimple);

  const config: ProviderConfig = {
    name: "pi-testkit playbook",
    baseUrl: address,
    apiKey: "no-key-needed",
    api: models[0]?.api as Api,
    models: models.map(({ provider: _provider, ...model }) => model),
    streamSimple,
  };

  const hasQueued = (): boolean => [...queues.values()].some((each) => each.hasQueued);

  let playing = false;
  const play: Playbook["play"] = async (send) => {
    if (playing) throw busy();
    playing = true;
    try {
      failures.throwFirst();
      const leading = queue.unusedInTurn();
      if (leading) throw failures.keep(leading);
      for (let turn = queue.startTurn(); turn !== undefined; turn = queue.startTurn()) {
        try {
          await send(turn.prompt);
        } catch (thrown) {
          // What a harness makes of our failure is not the failure.
          failures.throwFirst();
          throw thrown;
        }
        failures.throwFirst();
        await double.settle();
        const over = queue.unusedInTurn() ?? double.captures.neverFired();
        if (over) failures.keep(over);
        failures.throwFirst();
      }
    } finally {
      playing = false;
      queue.stopDriving();
    }
  };

  const sum = (count: (each: ScriptQueue) => number): number =>
    [...queues.values()].reduce((total, each) => total + count(each), 0);

  return {
    streamFn: (model, context, streamOptions) =>
      double.stream({ model, context, options: streamOptions, inSession: false }),
    provider: { id: providerId, config },
    extension: createPlaybookExtension({ config, marks, queued, hasQueued, captures: double.captures }),
    model: models[0] as Model<Api>,
    models,
    requests: double.requests,
    get consumed() {
      return sum((each) => each.consumed);
    },
    get remaining() {
      return sum((each) => each.remaining);
    },
    get failure() {
      return failures.first;
    },
    lastRequest: () => double.requests.at(-1),
    requestFor: (step) => double.requests.find((request) => request.step === step),
    play,
    append: queue.append,
    discard: queue.discard,
    stepOf: double.captures.stepOf,
    placeOf: double.captures.placeOf,
    assertDone() {
      failures.throwFirst();
      for (const each of queues.values()) {
        const unused = each.unused();
        if (unused) throw failures.keep(unused);
      }
      const over = double.captures.neverFired() ?? summaries.unused();
      if (over) throw failures.keep(over);
    },
    toJSON() {
      if (Array.isArray(script)) return modelScriptJSON(queue.script);
      return Object.fromEntries([...queues].map(([id, each]) => [id, modelScriptJSON(each.script)]));
    },
    dispose: () => double.close(),
    [Symbol.dispose]: () => double.close(),
  };
};

const noScript = (script: unknown): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: "createPlaybook() was given no script.",
      expected: "an array of turns and steps, or an object with one such array for each model id",
      received: describeValue(script),
    }),
  );

const busy = (): PlaybookError =>
  new PlaybookError(
    "busy",
    tellFailure({
      happened: "play() was called while it was playing.",
      cause: "the promise of the first call was not awaited.",
      fix: "await play() before it is called again.",
    }),
  );
