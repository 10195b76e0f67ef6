// Answers the requests of a model from the script's queues, and records what it was sent.
import type { AssistantMessageEventStream, SimpleStreamOptions } from "@earendil-works/pi-ai";
import { describeValue, type FailureKeeper, tellFailure } from "@pi-testkit/failure-report";
import { emptyMessage, type Response, scriptedBlock } from "./assistant-message.ts";
import type { CallStep } from "./call-step.ts";
import { PlaybookError } from "./errors.ts";
import type { ModelLike } from "./model.ts";
import {
  declaredNames,
  endsWithUser,
  type ModelContext,
  type ModelRequest,
  payloadOf,
  timestampAfter,
  userTextOf,
} from "./model-request.ts";
import { asAnyModel, asPiStream, loadPiFacts, type PiFacts, summarizerPrompt } from "./pi-seams.ts";
import type { QueuedMessages } from "./queued-messages.ts";
import type { RequestMarks } from "./request-kind.ts";
import { createRequestRecorder, type StreamCall } from "./request-record.ts";
import { resolveStep } from "./resolve-step.ts";
import { createResponseStream, type ResponseStream } from "./response-stream.ts";
import { callbackThrew, createResultCaptures, type ResultCaptures } from "./result-captures.ts";
import type { ScriptedStep, ScriptQueue } from "./script-queue.ts";
import { streamResponse } from "./stream-response.ts";
import type { SummaryAnswers } from "./summaries.ts";

export interface ModelDoubleSetting {
  readonly queues: ReadonlyMap<string, ScriptQueue>;
  readonly failures: FailureKeeper;
  readonly marks: RequestMarks;
  readonly queued: QueuedMessages;
  readonly summaries: SummaryAnswers;
  readonly keepRequests: "all" | number;
  readonly onRequest: ((request: ModelRequest) => void) | undefined;
}

export interface ModelDouble {
  readonly requests: ModelRequest[];
  readonly captures: ResultCaptures;
  stream(call: StreamCall): AssistantMessageEventStream;
  /** Lets results that are on their way reach their callbacks. */
  settle(): Promise<void>;
  close(): void;
}

/** The text the model gives once a failure is kept; it must not look transient to pi, which would try again. */
const stopped = "The pi-testkit playbook stopped this run; run(), play() and assertDone() throw the reason.";

// Kept from before a test installs fake timers.
const realSetImmediate = setImmediate;

export const createModelDouble = ({
  queues,
  failures,
  marks,
  queued,
  summaries,
  keepRequests,
  onRequest,
}: ModelDoubleSetting): ModelDouble => {
  const requests: ModelRequest[] = [];
  const recorder = createRequestRecorder();
  const captures = createResultCaptures((failure) => failures.keep(failure));
  let calls = 0;
  let closed = false;

  const identify = (step: CallStep, number: number): string => {
    const id = step.options.id ?? `call-${++calls}`;
    if (captures.has(id)) throw repeatedId(id, step, number);
    captures.expect(id, step, number);
    return id;
  };

  const keep = (request: ModelRequest): void => {
    requests.push(request);
    if (keepRequests !== "all" && requests.length > keepRequests) requests.shift();
  };

  const answer = async (call: StreamCall): Promise<Response> => {
    const { model, context, options, inSession } = call;
    if (captures.waiting > 0) await captures.deliverFrom(context.messages);
    if (failures.first !== undefined) return stoppedResponse(model, context);
    const kind = inSession
      ? marks.kindOf(options, () => payloadOf(model.id, context).systemPrompt.startsWith(summarizerPrompt))
      : "turn";
    const scripted = kind === "summary" ? undefined : nextStep(queues, model, context, kind);
    const recorded = recorder.record(call, kind, PlaybookError.isInstance(scripted) ? undefined : scripted?.number);
    const request = typeof recorded === "function" ? recorded : await recorded;
    if (keepRequests !== 0) keep(request());
    if (onRequest) tell(onRequest, request());
    if (options?.onResponse) await options.onResponse({ status: 200, headers: {} }, asAnyModel(model));
    if (PlaybookError.isInstance(scripted)) throw scripted;
    if (scripted === undefined) return textResponse(await summaries.next(request()), model, context);
    const response = await resolveStep(scripted, {
      model,
      timestamp: timestampAfter(context),
      request,
      declared() {
        const names = declaredNames(context);
        return kind === "turn" && (inSession || names.length > 0) ? names : undefined;
      },
      identify,
    });
    if (response.queued !== undefined) {
      const inRun = inSession && kind === "turn";
      if (!inRun || !(await queued.send(response.queued, options?.sessionId))) throw noSession(scripted);
    }
    return response;
  };

  const fail = (thrown: unknown): void => {
    try {
      failures.keep(thrown instanceof Error ? thrown : new Error(describeValue(thrown)));
    } catch {
      // The failure is kept; what its listener throws has nobody to hear it here.
    }
  };

  const answerOrStop = async (call: StreamCall): Promise<Response> => {
    try {
      return await answer(call);
    } catch (thrown) {
      fail(thrown);
      return stoppedResponse(call.model, call.context);
    }
  };

  let facts: PiFacts | undefined;
  const run = async (stream: ResponseStream, call: StreamCall): Promise<void> => {
    const { model, context, options } = call;
    facts ??= await loadPiFacts(context);
    // Asked after an abort, a provider answers with the abort; no step is eaten.
    const response = options?.signal?.aborted ? stoppedResponse(model, context) : await answerOrStop(call);
    const onStreamEvent = streamEventListener(options);
    const stuckMs = await streamResponse(stream, response, {
      signal: options?.signal,
      facts,
      onEvent: onStreamEvent && ((data) => onStreamEvent(data, model)),
    });
    if (stuckMs !== undefined) throw stuckDelay(stuckMs, response);
  };

  return {
    requests,
    captures,
    stream(call) {
      if (closed) return refuse(call.model, call.context);
      const stream = createResponseStream();
      run(stream, call).catch((thrown: unknown) => {
        fail(thrown);
        const { message } = stoppedResponse(call.model, call.context);
        stream.push({ type: "error", reason: "error", error: message });
      });
      return asPiStream(stream);
    },
    async settle() {
      // Up to 0.75.3 pi delivers events to extensions on a queue of its own, after prompt() has resolved.
      for (let turn = 0; turn < 50 && captures.waiting > 0; turn++) {
        await new Promise<void>((resolve) => realSetImmediate(resolve));
      }
      await captures.returned();
    },
    close() {
      closed = true;
    },
  };
};

const tell = (onRequest: (request: ModelRequest) => void, request: ModelRequest): void => {
  try {
    onRequest(request);
  } catch (thrown) {
    const happened = `The onRequest option threw at ${request.step === undefined ? `a request of kind "${request.kind}"` : `the request of step ${request.step}`}`;
    throw callbackThrew(happened, { writtenAt: undefined }, request.step, thrown);
  }
};

type StreamEventListener = (data: object, model: ModelLike) => void | Promise<void>;

// Known to pi from 1.x on; the types of older releases do not have it.
const streamEventListener = (options: SimpleStreamOptions | undefined): StreamEventListener | undefined =>
  (options as { onProviderStreamEvent?: StreamEventListener } | undefined)?.onProviderStreamEvent;

const nextStep = (
  queues: ReadonlyMap<string, ScriptQueue>,
  model: ModelLike,
  context: ModelContext,
  kind: ModelRequest["kind"],
): ScriptedStep | PlaybookError => {
  // On a bare stream the caller's model may have any id; with one script there is nothing to choose.
  const queue = queues.get(model.id) ?? (queues.size === 1 ? [...queues.values()][0] : undefined);
  if (queue === undefined) return unknownModel(model, [...queues.keys()]);
  const asks = kind === "turn";
  return queue.next({ userText: userTextOf(context.messages), asks, opens: asks && endsWithUser(context.messages) });
};

const stoppedResponse = (model: ModelLike, context: ModelContext): Response => ({
  blocks: [],
  message: { ...emptyMessage(model, timestampAfter(context)), stopReason: "error", errorMessage: stopped },
});

const textResponse = (text: string | PlaybookError, model: ModelLike, context: ModelContext): Response => {
  if (PlaybookError.isInstance(text)) throw text;
  const block = { type: "text", text } as const;
  return {
    blocks: [scriptedBlock(block, {})],
    message: { ...emptyMessage(model, timestampAfter(context)), content: [block] },
  };
};

/** The stream of a model that no playbook of this process plays. */
export const refuse = (model: ModelLike, context: ModelContext): AssistantMessageEventStream => {
  const stream = createResponseStream();
  const errorMessage = `No playbook of this process plays the model "${model.id}" at ${model.baseUrl}: it was disposed of.`;
  stream.push({ type: "error", reason: "error", error: { ...stoppedResponse(model, context).message, errorMessage } });
  return asPiStream(stream);
};

const unknownModel = (model: ModelLike, known: readonly string[]): PlaybookError =>
  new PlaybookError(
    "exhausted",
    tellFailure({
      happened: `The model "${model.id}" was asked, and no script is for it.`,
      expected: `one of ${known.join(", ")}`,
      received: model.id,
      fix: `add a script under "${model.id}" to createPlaybook({ … }).`,
    }),
  );

const stuckDelay = (ms: number, { scripted }: Response): PlaybookError =>
  new PlaybookError(
    "stuck-delay",
    tellFailure({
      happened: `Step ${scripted?.number} waits ${ms} ms, its delayMs, on fake timers that nobody advances.`,
      writtenAt: scripted?.step.writtenAt,
      cause: "the test installed fake timers, and awaits the run before it moves them.",
      fix: `start the run without awaiting it, advance the timers by ${ms} ms, then await it; or leave out delayMs.`,
    }),
    { step: scripted?.number },
  );

const noSession = ({ step, number }: ScriptedStep): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: `Step ${number} has messages for the user to queue, and there is no session to queue them in.`,
      writtenAt: step.writtenAt,
      cause: "the step was played on a bare stream, or for a completion of an extension.",
      fix: "load playbook.extension into the session, or queue the messages in the test and leave them out of the script.",
    }),
    { step: number },
  );

const repeatedId = (id: string, step: CallStep, number: number): PlaybookError =>
  new PlaybookError(
    "invalid-step",
    tellFailure({
      happened: `Step ${number} calls "${step.tool}" with the id "${id}", which an earlier call already has.`,
      writtenAt: step.writtenAt,
      fix: "give each call an id of its own, or none.",
    }),
    { step: number },
  );
