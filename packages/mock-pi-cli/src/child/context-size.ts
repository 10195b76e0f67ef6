// How large a context is, as pi counts it: what the last reply reported, and a quarter of the characters after it.
import type { Block, Message, Usage } from "./messages.ts";
import type { Session } from "./session.ts";

const imageCharacters = 4800;

const charactersOf = (content: unknown): number => {
  if (typeof content === "string") return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, block: Block) => {
    if (block.type === "text") return sum + String(block.text).length;
    if (block.type === "thinking") return sum + String(block.thinking).length;
    if (block.type === "toolCall") return sum + String(block.name).length + JSON.stringify(block.arguments).length;
    return sum + (block.type === "image" ? imageCharacters : 0);
  }, 0);
};

/** The estimate for one message. */
export const sizeOf = (message: Message): number => {
  const texts = [message.summary, message.command, message.output, ...Object.values(message.sections ?? {})];
  const more = texts.reduce((sum: number, text) => sum + (typeof text === "string" ? text.length : 0), 0);
  return Math.ceil((charactersOf(message.content) + more) / 4);
};

export const reportedSize = ({ totalTokens, input, output, cacheRead, cacheWrite }: Usage): number =>
  totalTokens || input + output + cacheRead + cacheWrite;

/** The index of the last reply whose counts still hold; -1 for none. */
export const lastReport = ({ messages, entries }: Session): number => {
  const changed = entries.findLastIndex(({ type }) => type === "compaction" || type === "context_edit");
  const index = messages.findLastIndex(
    ({ role, stopReason, usage }) =>
      role === "assistant" && stopReason !== "error" && stopReason !== "aborted" && usage && reportedSize(usage) > 0,
  );
  const reply = messages[index];
  return entries.findIndex(({ message }) => message === reply) > changed ? index : -1;
};

/** The size of what the model would be sent. */
export const contextSize = (session: Session): number => {
  const { messages } = session;
  const index = lastReport(session);
  const usage = messages[index]?.usage;
  const after = messages.slice(index + 1).reduce((sum, message) => sum + sizeOf(message), 0);
  return (usage ? reportedSize(usage) : 0) + after;
};
