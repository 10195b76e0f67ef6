// One request on its way through the provider hooks into the record.
import type { SimpleStreamOptions } from "@earendil-works/pi-ai";
import { copyOf, createListCopier } from "./copy-of.ts";
import type { ModelLike } from "./model.ts";
import {
  type DeclaredTool,
  type ModelContext,
  type ModelRequest,
  optionsOf,
  payloadOf,
  type RequestMessage,
  type RequestPayload,
  userTextOf,
} from "./model-request.ts";
import { asAnyModel } from "./pi-seams.ts";

/** A call of the stream function. */
export interface StreamCall {
  readonly model: ModelLike;
  readonly context: ModelContext;
  readonly options: SimpleStreamOptions | undefined;
  /** Whether it came through the provider, where the kind of a request can be told. */
  readonly inSession: boolean;
}

/** Records the requests of one model double. */
export interface RequestRecorder {
  /**
   * Shows the payload to `before_provider_request`, as a provider does before it sends it, and returns the record of
   * what was sent in the end. The copy is made once, on the first use.
   */
  record(
    call: StreamCall,
    kind: ModelRequest["kind"],
    step: number | undefined,
  ): (() => ModelRequest) | Promise<() => ModelRequest>;
}

/** A class, since one is made for every request: a literal that names its prototype takes six times as long. */
class RecordedRequest implements ModelRequest {
  readonly step: number | undefined;
  readonly kind: ModelRequest["kind"];
  readonly modelId: string;
  readonly systemPrompt: string;
  readonly tools: DeclaredTool[];
  readonly messages: RequestMessage[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Only a request that was replaced has the key. */
  declare payload?: unknown;

  constructor(sent: RequestPayload, kind: ModelRequest["kind"], step: number | undefined, options: object | undefined) {
    this.step = step;
    this.kind = kind;
    this.modelId = sent.model;
    this.systemPrompt = sent.systemPrompt;
    this.tools = sent.tools as DeclaredTool[];
    this.messages = sent.messages as RequestMessage[];
    this.options = optionsOf(options);
  }

  /** A getter, as a comparison of requests as data must not trip over a method. */
  get userText(): () => string {
    return () => userTextOf(this.messages);
  }
}
// To vitest and to node:assert it is a plain object.
Object.defineProperty(RecordedRequest.prototype, "constructor", { value: Object });

export const createRequestRecorder = (): RequestRecorder => {
  const copyMessages = createListCopier();
  const copyTools = createListCopier();

  const recordOf = (
    payload: RequestPayload,
    replaced: unknown,
    kind: ModelRequest["kind"],
    step: number | undefined,
    options: object | undefined,
  ): ModelRequest => {
    const sent = typeof replaced === "object" ? { ...payload, ...(replaced as Partial<RequestPayload>) } : payload;
    const copied: RequestPayload = {
      model: payload.model,
      systemPrompt: copyOf(sent.systemPrompt),
      tools: Array.isArray(sent.tools) ? copyTools(sent.tools) : copyOf(sent.tools),
      messages: Array.isArray(sent.messages) ? copyMessages(sent.messages) : copyOf(sent.messages),
    };
    const request = new RecordedRequest(copied, kind, step, options);
    if (replaced !== undefined) request.payload = copyOf(replaced);
    return request;
  };

  return {
    record(call, kind, step) {
      const { model, context, options } = call;
      const recorder = (shown?: RequestPayload, replaced?: unknown): (() => ModelRequest) => {
        let record: ModelRequest | undefined;
        return () => {
          record ??= recordOf(shown ?? payloadOf(model.id, context), replaced, kind, step, options);
          return record;
        };
      };
      // Most requests of a bare stream have no hook, and pay for no promise.
      if (options?.onPayload === undefined) return recorder();
      const shown = forHandlers(payloadOf(model.id, context), call, kind);
      // Without a handler pi gives back what it was given.
      const sent = Promise.resolve(options.onPayload(shown, asAnyModel(model)));
      return sent.then((replaced) => recorder(shown, replaced === shown ? undefined : replaced));
    },
  };
};

/**
 * The payload as handlers get it, who may change it in place. The messages of a turn are a copy already, which pi makes
 * for each request (0.74.0 to 1.6.0); anything else is its owner's.
 */
const forHandlers = (
  payload: RequestPayload,
  { context, inSession }: StreamCall,
  kind: ModelRequest["kind"],
): RequestPayload => ({
  ...payload,
  messages: inSession && kind === "turn" ? [...payload.messages] : (copyOf(payload.messages) as RequestMessage[]),
  // Up to 0.85 these are the tools themselves.
  ...(context.tools === undefined ? {} : { tools: copyOf(payload.tools) as DeclaredTool[] }),
});
