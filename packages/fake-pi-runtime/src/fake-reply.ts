// What the model of a fake run answers, as a test writes it down. There is no model: a reply is the whole of it.

/** One tool call of a reply. Without an `id` it gets the next free one: `call-1`, `call-2` … */
export interface FakeToolCall {
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly id?: string | undefined;
}

/**
 * An assistant message: a text, or its parts. `error` makes it fail as a provider does; `wait` is awaited before the
 * message starts (the run's abort signal is its argument), so that a test can do something while the model "thinks".
 */
export type FakeReply =
  | string
  | {
      readonly text?: string | undefined;
      readonly thinking?: string | undefined;
      readonly calls?: readonly FakeToolCall[] | undefined;
      readonly stopReason?: "stop" | "length" | "toolUse" | undefined;
      readonly error?: string | undefined;
      readonly wait?: ((signal: AbortSignal | undefined) => unknown) | undefined;
    };

/** @internal */
export interface ReplyParts {
  readonly text: string | undefined;
  readonly thinking: string | undefined;
  readonly calls: readonly { id: string; name: string; params: Record<string, unknown> }[];
  readonly stopReason: "stop" | "length" | "toolUse" | undefined;
  readonly error: string | undefined;
  readonly wait: ((signal: AbortSignal | undefined) => unknown) | undefined;
}

/** @internal A reply in parts; without one the model says "ok". */
export const asReply = (reply: FakeReply | undefined, nextCallId: () => string): ReplyParts => {
  const parts = typeof reply === "string" ? { text: reply } : (reply ?? { text: "ok" });
  return {
    text: parts.text,
    thinking: parts.thinking,
    calls: (parts.calls ?? []).map((call) => ({
      id: call.id ?? nextCallId(),
      name: call.name,
      params: { ...call.params },
    })),
    stopReason: parts.stopReason,
    error: parts.error,
    wait: parts.wait,
  };
};
