// Compaction: what is older than the last turns becomes a summary. Asked for, at the threshold, or after an overflow.
import type { AgentState, Emit } from "./agent.ts";
import { contextSize, reportedSize, sizeOf } from "./context-size.ts";
import { type AssistantMessage, type Message, now, toolCallsOf, type Usage, usageOf } from "./messages.ts";
import type { Command } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";
import type { Session } from "./session.ts";

/** What the playbook answers a summary request with, too. */
const summaryText = "A summary of the conversation so far.";

interface Plan {
  readonly firstKeptEntryId: string;
  readonly kept: readonly Message[];
  readonly summary: string;
  readonly usage: Usage;
  readonly tokensBefore: number;
  readonly details: { readonly readFiles: readonly string[]; readonly modifiedFiles: readonly string[] };
}

/** Where the kept part begins: at a message that is no tool result, as soon as enough tokens lie behind it. */
const cutIn = (messages: readonly Message[], keep: number): number => {
  const cuts = messages.flatMap(({ role }, index) => (role === "toolResult" ? [] : [index]));
  let sum = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    sum += sizeOf(messages[index] as Message);
    if (sum >= keep) return cuts.find((cut) => cut >= index) ?? cuts.at(-1) ?? 0;
  }
  return cuts[0] ?? 0;
};

const filesOf = (messages: readonly Message[]): Plan["details"] => {
  const paths = { read: new Set<string>(), changed: new Set<string>() };
  for (const message of messages)
    for (const { name, arguments: args } of message.role === "assistant"
      ? toolCallsOf(message as AssistantMessage)
      : [])
      if (typeof args.path !== "string") continue;
      else if (name === "read") paths.read.add(args.path);
      else if (name === "write" || name === "edit") paths.changed.add(args.path);
  const readFiles = [...paths.read].filter((path) => !paths.changed.has(path)).sort();
  return { readFiles, modifiedFiles: [...paths.changed].sort() };
};

const listed = (tag: string, paths: readonly string[]): string =>
  paths.length === 0 ? "" : `\n\n<${tag}>\n${paths.join("\n")}\n</${tag}>`;

const idOf = ({ entries }: Session, message: Message | undefined): string | undefined =>
  message && entries.find((entry) => entry.message === message)?.id;

/** Two calls of the model are counted together. */
const twice = (usage: Usage): Usage => ({
  input: 2 * usage.input,
  output: 2 * usage.output,
  cacheRead: 2 * usage.cacheRead,
  cacheWrite: 2 * usage.cacheWrite,
  totalTokens: 2 * usage.totalTokens,
  cost: usage.cost,
});

/**
 * Undefined when there is nothing to summarise.
 * @param omittedId the entry of a reply that was dropped just before; what led to it is summarised too.
 */
const planOf = ({ session, settings, has }: AgentState, omittedId?: string): Plan | undefined => {
  if (session.entries.at(-1)?.type === "compaction") return undefined;
  const context = session.messages.filter(({ role }) => role !== "system");
  const start = context[0]?.role === "compactionSummary" ? 1 : 0;
  const messages = context.slice(start);
  const { keepRecentTokens } = settings.compaction;
  const size = messages.reduce((sum, message) => sum + sizeOf(message), 0);
  const enough = cutIn(messages, keepRecentTokens);
  const isLast = omittedId !== undefined && size >= keepRecentTokens && enough === messages.length - 1;
  const cut = isLast ? messages.length : enough;
  const first = messages[cut];
  const turn =
    isLast || first?.role === "assistant" ? messages.slice(0, cut).findLastIndex(({ role }) => role === "user") : -1;
  const history = messages.slice(0, turn === -1 ? cut : turn);
  const prefix = turn === -1 ? [] : messages.slice(turn, cut);
  const nothing = history.length === 0 && prefix.length === 0;
  if (nothing && (has("smallSessionsNotCompacted") || first === undefined)) return undefined;
  const details = filesOf([...history, ...prefix]);
  const earlier = history.length === 0 ? (context[0]?.summary ?? "No prior history.") : summaryText;
  const whole = turn === -1 ? summaryText : `${earlier}\n\n---\n\n**Turn Context (split turn):**\n\n${summaryText}`;
  const both = turn !== -1 && history.length > 0;
  const usage = both ? twice(usageOf()) : usageOf();
  return {
    firstKeptEntryId: isLast ? omittedId : (idOf(session, first) ?? String(session.leafId)),
    kept: messages.slice(cut),
    summary: `${whole}${listed("read-files", details.readFiles)}${listed("modified-files", details.modifiedFiles)}`,
    usage: both && has("summarySource") ? { ...usage, cost: { ...usage.cost, totalFromProvider: false } } : usage,
    tokensBefore: contextSize(session),
    details,
  };
};

const carryOut = ({ session, has }: AgentState, { kept, ...plan }: Plan): Readonly<Record<string, unknown>> => {
  const { summary, firstKeptEntryId, tokensBefore, usage, details } = plan;
  const system = session.messages.filter(({ role }) => role === "system").slice(0, 1);
  const told = has("thinkingLevelsCommand") ? { usage } : {};
  session.append("compaction", {
    summary,
    firstKeptEntryId,
    tokensBefore,
    details,
    ...told,
    fromHook: false,
    ...(system[0] && { systemMessage: system[0] }),
  });
  session.messages = [...system, { role: "compactionSummary", summary, tokensBefore, timestamp: now() }, ...kept];
  return {
    summary,
    firstKeptEntryId,
    tokensBefore,
    ...(has("smallSessionsNotCompacted") && {
      estimatedTokensAfter: session.messages.reduce((sum, message) => sum + sizeOf(message), 0),
    }),
    ...told,
    details,
  };
};

/** `compact`, as a client asks for it. */
export const compact: Command["run"] = async (_command, { state, agent, emit }, done) => {
  await agent.abort();
  emit({ type: "compaction_start", reason: "manual" });
  const plan = planOf(state);
  if (plan === undefined) {
    const compacted = state.session.entries.at(-1)?.type === "compaction";
    const why = compacted ? "Already compacted" : "Nothing to compact (session too small)";
    const errorMessage = `Compaction failed: ${why}`;
    emit({ type: "compaction_end", reason: "manual", aborted: false, willRetry: false, errorMessage });
    throw new Refusal(why);
  }
  const result = carryOut(state, plan);
  emit({ type: "compaction_end", reason: "manual", result, aborted: false, willRetry: false });
  done(result);
};

const runAlone = (
  state: AgentState,
  reason: string,
  emit: Emit,
  { willRetry = false, omittedId }: { readonly willRetry?: boolean; readonly omittedId?: string | undefined } = {},
): boolean => {
  const plan = planOf(state, omittedId);
  if (plan === undefined) return false;
  emit({ type: "compaction_start", reason });
  state.onCompaction?.();
  const result = carryOut(state, plan);
  emit({ type: "compaction_end", reason, result, aborted: false, willRetry });
  return willRetry;
};

const tooLong =
  /prompt is too long|exceeds? the context|maximum context length|context[_ ]length[_ ]exceeded|input is too long|too many tokens|context window/i;

const cause = (reply: AssistantMessage, { model, has }: AgentState): "overflow" | "length" | undefined => {
  const { stopReason, errorMessage = "", usage } = reply;
  if (stopReason === "error" && tooLong.test(errorMessage)) return "overflow";
  if (stopReason === "stop" && usage.input + usage.cacheRead > model.contextWindow) return "overflow";
  return stopReason === "length" && has("shortLengthDropped") && usage.output < model.maxTokens ? "length" : undefined;
};

/** Drops a reply that cannot be gone on from. */
export const omitReply = ({ session, has }: AgentState, reply: Message, emit: Emit): void => {
  session.messages = session.messages.filter((message) => message !== reply);
  if (!has("contextEdit")) return;
  const targetId = session.entries.findLast(({ message }) => message === reply)?.id;
  emit({ type: "entry_appended", entry: session.append("context_edit", { targetId, replacement: null }) });
};

const failed = {
  overflow:
    "Context overflow recovery failed after one compact-and-retry attempt. Try reducing context or switching to a larger-context model.",
  length: "Truncated response recovery failed after one compact-and-retry attempt.",
};

/**
 * What pi does by itself after a run; true when the run has to be tried again.
 * @param recovering the run is such a second try already.
 */
export const compactAlone = (state: AgentState, reply: AssistantMessage, recovering: boolean, emit: Emit): boolean => {
  const { session, settings, model } = state;
  if (!state.autoCompaction || reply.stopReason === "aborted") return false;
  const why = cause(reply, state);
  if (why !== undefined && reply.stopReason === "stop") return runAlone(state, "overflow", emit);
  if (why !== undefined && recovering) {
    const errorMessage = failed[why];
    emit({ type: "compaction_end", reason: "overflow", aborted: false, willRetry: false, errorMessage });
    return false;
  }
  if (why !== undefined) {
    omitReply(state, reply, emit);
    const omittedId = state.has("contextEdit") ? idOf(session, reply) : undefined;
    return runAlone(state, "overflow", emit, { willRetry: true, omittedId });
  }
  const direct = reply.stopReason === "error" ? 0 : reportedSize(reply.usage);
  const size = direct || contextSize(session);
  if (size <= model.contextWindow - settings.compaction.reserveTokens) return false;
  return runAlone(state, "threshold", emit);
};
