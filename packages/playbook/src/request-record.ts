// One request on its way through the provider hooks into the record.
import type { SimpleStreamOptions } from "@earendil-works/pi-ai";
import { copyOf } from "./copy-of.ts";
import type { ModelLike } from "./model.ts";
import {
  type ModelContext,
  type ModelRequest,
  optionsOf,
  payloadOf,
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

/**
 * Shows the payload to `before_provider_request`, as a provider does before it sends it, and returns the record of
 * what was sent in the end. The copy is made once, on the first use.
 */
export const recordRequest = (
  { model, context, options }: StreamCall,
  kind: ModelRequest["kind"],
  step: number | undefined,
): (() => ModelRequest) | Promise<() => ModelRequest> => {
  let payload: RequestPayload | undefined;
  const payloadOnce = (): RequestPayload => {
    payload ??= payloadOf(model.id, context);
    return payload;
  };
  const recorder = (replaced?: unknown): (() => ModelRequest) => {
    let record: ModelRequest | undefined;
    return () => {
      record ??= recordOf(payloadOnce(), replaced, kind, step, optionsOf(options));
      return record;
    };
  };
  // Most requests of a bare stream have no hook, and pay for no promise.
  if (options?.onPayload === undefined) return recorder();
  return Promise.resolve(options.onPayload(payloadOnce(), asAnyModel(model))).then(recorder);
};

const recordOf = (
  payload: RequestPayload,
  replaced: unknown,
  kind: ModelRequest["kind"],
  step: number | undefined,
  options: Record<string, unknown>,
): ModelRequest => {
  // The payload is a copy already; a handler's replacement is not.
  const { systemPrompt, tools, messages } =
    typeof replaced === "object" ? { ...payload, ...(copyOf(replaced) as Partial<RequestPayload>) } : payload;
  const request = {
    step,
    kind,
    modelId: payload.model,
    systemPrompt,
    tools,
    messages,
    options,
    ...(replaced === undefined ? {} : { payload: copyOf(replaced) }),
  };
  // Not enumerable, so that a comparison of requests as data does not trip over a method.
  return Object.defineProperty(request, "userText", { value: () => userTextOf(messages) }) as ModelRequest;
};
