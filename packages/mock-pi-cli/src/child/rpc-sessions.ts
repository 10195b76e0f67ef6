// The commands about sessions: what is in one, and how it is replaced by another.
import { writeFileSync } from "node:fs";
import { compact } from "./compaction.ts";
import { lastReport } from "./context-size.ts";
import { type AssistantMessage, type Message, toolCallsOf } from "./messages.ts";
import type { Command } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";
import { beginSession, type Entry, forkMessages, type Session } from "./session.ts";

const replace = (setting: Parameters<Command["run"]>[1], session: Session): void => {
  const { state } = setting;
  state.session = session;
  state.steering.length = 0;
  state.followUp.length = 0;
};

const newSession: Command["run"] = async (command, setting, done) => {
  const { state, agent } = setting;
  await agent.abort();
  const { parentSession } = command;
  const session = setting.newSession(typeof parentSession === "string" ? { parentSession } : {});
  beginSession(session, state.model, state.thinkingLevel);
  replace(setting, session);
  done({ cancelled: false });
};

const switchSession: Command["run"] = async (command, setting, done) => {
  await setting.agent.abort();
  replace(setting, setting.openFile(String(command.sessionPath)));
  done({ cancelled: false });
};

const unsaved = "This session has not been saved yet.";
const whenSaved = {
  prompt: "Send a message before cloning or forking it.",
  reply: "Wait for the first assistant response before cloning or forking it.",
};

/** The entries before (or up to) one, as the beginning of a session of its own. */
const branch = (setting: Parameters<Command["run"]>[1], entries: Entry[]): void => {
  const { state } = setting;
  const parentSession = state.session.file;
  replace(setting, setting.newSession({ entries, ...(parentSession !== undefined && { parentSession }) }));
};

const fork: Command["run"] = async (command, setting, done) => {
  const { entries } = setting.state.session;
  const index = entries.findIndex(({ id }) => id === command.entryId);
  const chosen = forkMessages(setting.state.session).find(({ entryId }) => entryId === command.entryId);
  if (index === -1 || chosen === undefined) throw new Refusal("Invalid entry ID for forking");
  await setting.agent.abort();
  branch(setting, entries.slice(0, index));
  done({ text: chosen.text, cancelled: false });
};

const clone: Command["run"] = async (_command, setting, done) => {
  const { session, has } = setting.state;
  const saving = has("savedWithPrompt") ? "prompt" : "reply";
  const saved = session.messages.some(({ role }) => role === "assistant" || (role === "user" && saving === "prompt"));
  if (!saved && !has("cloneExplains")) throw new Refusal(`Entry ${session.leafId} not found`);
  if (!saved) throw new Refusal(`${unsaved} ${whenSaved[saving]}`);
  await setting.agent.abort();
  branch(setting, [...session.entries]);
  done({ cancelled: false });
};

const treeOf = (entries: readonly Entry[], parentId: string | null): unknown[] =>
  entries
    .filter((entry) => entry.parentId === parentId)
    .map((entry) => ({ entry, children: treeOf(entries, entry.id) }));

const count = (messages: readonly Message[], role: string): number =>
  messages.filter((message) => message.role === role).length;

const stats: Command["run"] = (_command, { state }, done) => {
  const { session, model } = state;
  const compacted = session.entries.some(({ type }) => type === "compaction");
  const countsAll = state.has("statsOfWholeSession");
  const all = session.entries.flatMap(({ type, message }) => (type === "message" ? [message as Message] : []));
  const messages = compacted && countsAll ? all : session.messages;
  const replies = messages.filter((message): message is AssistantMessage => message.role === "assistant");
  const summaries = session.entries.filter(({ type }) => countsAll && type === "compaction") as Pick<
    Message,
    "usage"
  >[];
  const sum = (key: "input" | "output" | "cacheRead" | "cacheWrite"): number =>
    [...replies, ...summaries].reduce((total, { usage }) => total + (usage?.[key] ?? 0), 0);
  const tokens = {
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
  };
  const used = session.messages[lastReport(session)]?.usage;
  const context = used?.totalTokens ?? (compacted ? null : 0);
  done({
    ...(session.file !== undefined && { sessionFile: session.file }),
    sessionId: session.id,
    userMessages: count(messages, "user"),
    assistantMessages: replies.length,
    toolCalls: replies.reduce((total, reply) => total + toolCallsOf(reply).length, 0),
    toolResults: count(messages, "toolResult"),
    totalMessages: messages.length,
    tokens: { ...tokens, total: Object.values(tokens).reduce((total, each) => total + each, 0) },
    cost: replies.reduce((total, { usage }) => total + usage.cost.total, 0),
    contextUsage: {
      tokens: context,
      contextWindow: model.contextWindow,
      percent: context === null ? null : (context / model.contextWindow) * 100,
    },
  });
};

const entriesOf: Command["run"] = (command, { state }, done) => {
  const { entries, leafId } = state.session;
  if (command.since === undefined) return done({ entries, leafId });
  const index = entries.findIndex(({ id }) => id === command.since);
  if (index === -1) throw new Refusal(`Entry not found: ${command.since}`);
  done({ entries: entries.slice(index + 1), leafId });
};

const exportHtml: Command["run"] = (command, { state }, done) => {
  const { session } = state;
  if (session.file === undefined) throw new Refusal("Cannot export in-memory session to HTML");
  if (!session.messages.some(({ role }) => role === "assistant"))
    throw new Refusal("Nothing to export yet - start a conversation first");
  const path = typeof command.outputPath === "string" ? command.outputPath : `pi-session-${session.id}.html`;
  writeFileSync(path, `<!doctype html>\n<title>mock-pi session ${session.id}</title>\n`);
  done({ path });
};

export const sessionCommands: Readonly<Record<string, Command>> = {
  new_session: { run: newSession },
  switch_session: { run: switchSession },
  fork: { run: fork },
  clone: { run: clone },
  compact: { run: compact },
  get_session_stats: { run: stats },
  export_html: { run: exportHtml },
  get_fork_messages: { run: (_command, { state }, done) => done({ messages: forkMessages(state.session) }) },
  get_messages: { run: (_command, { state }, done) => done({ messages: state.session.messages }) },
  get_entries: { since: "entryCommands", run: entriesOf },
  get_tree: {
    since: "entryCommands",
    run: (_command, { state }, done) =>
      done({ tree: treeOf(state.session.entries, null), leafId: state.session.leafId }),
  },
};
