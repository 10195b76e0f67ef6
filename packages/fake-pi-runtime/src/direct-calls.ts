// Events, and tool calls that no run of the fake asked for: what `fake.emit` and `fake.callTool` do. While a tool runs,
// the session is busy and has a signal, as it would be in a run.

import { argumentValidator } from "./argument-validation.ts";
import type { Payload } from "./combination-rules.ts";
import type { FakeHost } from "./fake-host.ts";
import type { FakeToolResult } from "./fake-pi.ts";
import type { Runner } from "./fake-session.ts";
import { as } from "./pi-seams.ts";
import type { Sessions } from "./session-replacement.ts";
import { lateUpdate } from "./silent-losses.ts";
import { runBatch } from "./tool-batch.ts";
import type { FinishedCall, ToolCall } from "./tool-call.ts";

export interface DirectCalls {
  emit(event: string, payload: Payload, runner: Runner): Promise<unknown>;
  callTool(name: string, params: object, options: { id?: string; signal?: AbortSignal }): Promise<FakeToolResult>;
  callTools(calls: readonly { name: string; params?: object; id?: string }[]): Promise<FakeToolResult[]>;
}

const shown = (done: FinishedCall, validator: "pi-ai" | "fallback"): FakeToolResult => {
  const content = done.result.content ?? [];
  const result: FakeToolResult = {
    content,
    details: done.result.details,
    isError: done.isError,
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    outcome: done.outcome,
    ...(done.reason === undefined ? {} : { reason: done.reason }),
  };
  return Object.defineProperty(result, "validator", { value: validator, enumerable: false });
};

export const createDirectCalls = (host: FakeHost, sessions: Sessions): DirectCalls => {
  const run = async (calls: readonly ToolCall[], given: AbortSignal | undefined): Promise<FakeToolResult[]> => {
    const { session, actions } = sessions.current;
    const validator = await argumentValidator();
    const outside = !session.running;
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (given?.aborted) abort();
    given?.addEventListener("abort", abort, { once: true });
    if (outside) {
      session.simulated = true;
      session.running = true;
      session.controller = controller;
    }
    try {
      const done = await runBatch(calls, {
        find: (name) => (session.tools.isActive(name) ? session.tools.get(name)?.definition : undefined),
        validator,
        get signal() {
          return session.controller?.signal ?? controller.signal;
        },
        emitToolCall: (event) => session.runner.hub.emit("tool_call", event),
        emitToolResult: async (event) =>
          session.runner.hub.hasHandlers("tool_result") ? session.runner.hub.emit("tool_result", event) : undefined,
        createContext: (id, signal) => session.runner.createToolContext(id, signal),
        lateUpdate: (partial) => host.silent(lateUpdate(partial)),
        now: host.clock.now,
        timestamp: host.clock.now,
        emit: (event) => actions.events.emit(event),
      });
      return done.calls.map((call) => shown(call, validator.name));
    } finally {
      given?.removeEventListener("abort", abort);
      if (outside) {
        session.simulated = false;
        session.running = false;
        session.controller = undefined;
        session.wakeIfIdle();
      }
    }
  };

  const asCall = (name: string, params: object, id: string | undefined): ToolCall => ({
    type: "toolCall",
    id: id ?? host.clock.nextToolCallId(),
    name,
    arguments: as<Record<string, unknown>>(params),
  });

  return {
    emit: async (event, payload, runner) => {
      const { session } = sessions.current;
      // The state a handler finds must be the one pi would be in when it fires the event.
      if (event === "agent_start" && !session.running) {
        session.simulated = true;
        session.running = true;
        session.controller ??= new AbortController();
      }
      if (event === "agent_settled" && session.simulated) {
        session.simulated = false;
        session.running = false;
      }
      const starting = event === "before_agent_start" && !session.running;
      if (starting) session.running = true;
      try {
        return await runner.hub.emit(event, payload);
      } finally {
        if (starting) session.running = false;
        if (event === "agent_end" && session.simulated) session.controller = undefined;
        if (event === "agent_settled") session.wakeIfIdle();
      }
    },
    callTool: async (name, params, { id, signal }) => {
      const [only] = await run([asCall(name, params, id)], signal);
      return as<FakeToolResult>(only);
    },
    callTools: (calls) =>
      run(
        calls.map(({ name, params, id }) => asCall(name, params ?? {}, id)),
        undefined,
      ),
  };
};
