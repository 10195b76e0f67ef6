// Whether the messages are ones a provider accepts: each call has exactly one result, right behind it and in order.
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import { transcriptInvalid } from "./failure-texts.ts";
import { asLooseMessage, blocksOf } from "./pi-seams.ts";

const roles = new Set([
  "system",
  "user",
  "assistant",
  "toolResult",
  "custom",
  "bashExecution",
  "branchSummary",
  "compactionSummary",
]);

/** Throws for the first thing wrong in one session's messages. */
export const checkTranscript = (messages: readonly AgentMessage[], writtenAt: string | undefined): void => {
  let expected: { id: string; name: string }[] = [];
  const answered = new Set<string>();
  const tell = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => `${name} ${id}`).join(", ");

  const settle = (next: string) => {
    if (expected.length === 0) return;
    throw transcriptInvalid({
      problem: `${expected.length} of the tool calls have no result before ${next}.`,
      writtenAt,
      expected: `results of ${tell(expected)}`,
      received: next,
      cause: "something put a message between a call and its result, or the run was cut off",
    });
  };

  for (const [index, message] of messages.entries()) {
    const { role, content, stopReason, toolCallId = "", toolName = "" } = asLooseMessage(message);
    const here = `message ${index + 1} (${role})`;
    if (!roles.has(role))
      throw transcriptInvalid({
        problem: `${here} has a role nobody knows.`,
        writtenAt,
        expected: [...roles].join(", "),
        received: role,
        cause: "an extension made the message by hand",
      });
    if (role === "toolResult") {
      const [next, ...rest] = expected;
      if (next?.id !== toolCallId)
        throw transcriptInvalid({
          problem: `${here} answers ${toolName} ${toolCallId} out of turn.`,
          writtenAt,
          expected: next === undefined ? "no result" : `the result of ${tell([next])}`,
          received: `the result of ${toolName} ${toolCallId}`,
          cause: answered.has(toolCallId)
            ? "the call was answered before"
            : "results are not in the order of the calls",
        });
      expected = rest;
      answered.add(toolCallId);
      continue;
    }
    settle(here);
    if (role !== "assistant" || stopReason === "error" || stopReason === "aborted") continue;
    expected = blocksOf(content).flatMap(({ type, id, name }) =>
      type === "toolCall" ? [{ id: id ?? "", name: name ?? "" }] : [],
    );
  }
  settle("the end");
};
