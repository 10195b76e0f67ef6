// `compact`: refused for a session that is too small, else everything before the last turns becomes a summary.
import { type Message, now, usageOf } from "./messages.ts";
import type { Command } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";

/** What the playbook answers a summary request with, too. */
const summary = "A summary of the conversation so far.";

const tokensOf = (message: Message): number => Math.ceil(JSON.stringify(message.content ?? "").length / 4);

export const compact: Command["run"] = async (_command, { state, agent, emit }, done) => {
  const { session, has } = state;
  await agent.abort();
  emit({ type: "compaction_start", reason: "manual" });
  const refuse = (why: string): never => {
    const errorMessage = `Compaction failed: ${why}`;
    emit({ type: "compaction_end", reason: "manual", aborted: false, willRetry: false, errorMessage });
    throw new Refusal(why);
  };
  if (session.entries.at(-1)?.type === "compaction") refuse("Already compacted");
  const messages = session.entries.filter(({ type }) => type === "message");
  const roleAt = (index: number): string | undefined => (messages[index]?.message as Message | undefined)?.role;
  let kept = 0;
  let first = messages.length;
  while (first > 0 && kept < state.settings.keepRecentTokens) {
    first--;
    kept += tokensOf(messages[first]?.message as Message);
  }
  while (first > 0 && roleAt(first) !== "user") first--;
  if (first === 0 && has("smallSessionsNotCompacted")) refuse("Nothing to compact (session too small)");
  const keptMessages = messages.slice(first).map((entry) => entry.message as Message);
  const result = {
    summary,
    firstKeptEntryId: messages[first]?.id ?? session.leafId,
    tokensBefore: session.messages.reduce((total, message) => total + tokensOf(message), 0),
    ...(has("smallSessionsNotCompacted") && {
      estimatedTokensAfter: keptMessages.reduce((total, message) => total + tokensOf(message), 0),
    }),
    ...(has("thinkingLevelsCommand") && { usage: usageOf() }),
    details: { readFiles: [], modifiedFiles: [] },
  };
  session.append("compaction", { ...result });
  session.messages = [
    { role: "compactionSummary", summary, tokensBefore: result.tokensBefore, timestamp: now() },
    ...keptMessages,
  ];
  emit({ type: "compaction_end", reason: "manual", result, aborted: false, willRetry: false });
  done(result);
};
