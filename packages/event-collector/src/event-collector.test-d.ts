// What the compiler knows of a record. Checked by tsc, never run.
import type { AgentEvent } from "@earendil-works/pi-agent-core";
import { Agent, agentLoop } from "@earendil-works/pi-agent-core";
import type { AgentSession, AgentSessionEvent, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { createEventCollector, type EventCollector, type TestEvents, type ToolCallRecord } from "./index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_same: Same<A, B>): void => {};

declare const events: EventCollector;
declare const session: AgentSession;
declare const stdout: NodeJS.ReadableStream;

export const narrowing = async (): Promise<void> => {
  same<typeof events.all, AgentSessionEvent[]>(true);
  same<typeof events.toolCalls, ToolCallRecord[]>(true);
  const [start] = events.ofType("tool_execution_start");
  if (start !== undefined) same<typeof start.toolName, string>(true);
  const input = await events.waitFor("input");
  same<typeof input.text, string>(true);
  same<ReturnType<typeof events.once<"agent_settled">>["type"], "agent_settled">(true);
  // @ts-expect-error no such event
  events.ofType("agent_ended");
  await events.waitFor((event) => event.type === "turn_end", { timeoutMs: 100, from: "now" });
  same<ReturnType<typeof events.timeline>, ReturnType<TestEvents["timeline"]>>(true);
  const trace: string = events.timeline({ format: "trace" });
  const factory: ExtensionFactory = events.extension;
  void [trace, factory];
};

export const sources = (): void => {
  const detach: () => void = events.attach(session);
  events.attach(new Agent({} as never));
  events.attach(agentLoop([], {} as never, {} as never, undefined, {} as never));
  events.attach(stdout);
  events.record({ type: "agent_start" } satisfies AgentEvent);
  events.record({ type: "agent_end", messages: [] } satisfies AgentEvent);
  // @ts-expect-error a string is no source
  events.attach("agent");
  detach();
};

createEventCollector({ stepOf: undefined, isMocked: undefined, onFailure: undefined, now: undefined });
// @ts-expect-error no such option
createEventCollector({ stepof: () => 1 });
