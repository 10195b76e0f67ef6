// The dated changes of what pi writes and takes. A version of pi is the set of changes that are not younger than it.

/**
 * Each change with the first release that has it; measured, not read.
 *
 * @example
 * wireChanges.agentSettled; // the first pi that tells `agent_settled`
 */
export const wireChanges = {
  /** `agent_end` says whether a retry follows. */
  willRetry: "0.75.4",
  /** A line break at the end of an output ends its last line; before, an empty line followed. */
  lastLineBreakEnds: "0.75.5",
  /** `edit` tells a unified patch too. */
  editPatch: "0.75.5",
  /** In print and JSON mode pi waits for a compaction after the last prompt; before, it ended while one ran. */
  compactionAwaited: "0.75.4",
  /** In a folder named by `--session-dir`, only sessions of the working directory count. */
  sessionFolderByProject: "0.77.0",
  /** `--session-id`. */
  sessionIdFlag: "0.76.0",
  /** A last line without LF is answered before pi ends. */
  lastLineAnswered: "0.76.0",
  /** `-xt`. */
  excludeToolsFlag: "0.77.0",
  /** `--name`. */
  nameFlag: "0.78.0",
  /** An abort runs what is queued: after its response, from 0.80.0 before it, from 0.86.0 no more. */
  abortRunsQueue: "0.77.0",
  /** `--approve` and `--no-approve`. */
  trustFlags: "0.79.0",
  /** `--version` and `--help` go to stdout when it is no terminal. */
  versionOnStdout: "0.79.1",
  /** `new_session` after `--no-session` is not saved either; before, it was, in the working directory. */
  newSessionStaysUnsaved: "0.79.1",
  /** The answer to an unknown command has the command's id. */
  unknownCommandHasId: "0.79.7",
  /** A session without enough to summarise refuses `compact`. */
  smallSessionsNotCompacted: "0.79.8",
  /** A yes to "Fork this session …?" leads nowhere outside RPC mode either; before, the prompt was run. Not in 0.79.10 yet. */
  forkAnswerEnds: "0.80.0",
  /** `get_session_stats` counts what was summarised. Not in 0.79.10 yet. */
  statsOfWholeSession: "0.80.0",
  abortRunsQueueFirst: "0.80.0",
  /** A hint follows an extension that did not load. */
  extensionHint: "0.80.0",
  /** `read` takes a bitmap for an image. */
  bitmaps: "0.80.3",
  /** `get_entries`, `get_tree`. */
  entryCommands: "0.80.3",
  agentSettled: "0.80.4",
  /** A warning for a `--session-id` that is new. */
  newSessionIdWarning: "0.80.4",
  /** `clone` explains that a session has to be saved first. */
  cloneExplains: "0.80.9",
  /** `--thinking max`. */
  thinkingMax: "0.80.6",
  /** `get_available_thinking_levels`. */
  thinkingLevelsCommand: "0.81.0",
  /** `get_commands` lists pi's own `/llama`. */
  llamaCommand: "0.81.0",
  bashUpdates: "0.82.0",
  /** None for output of which nothing is left once it is plain text. */
  noEmptyBashUpdates: "1.1.0",
  /** A message in progress has `stopReason: "pending"`. */
  pendingStopReason: "0.83.0",
  /** `message_update` carries the piece and not the message so far. */
  deltaOnly: "0.84.0",
  /** A `length` stop below the model's limit is dropped. */
  shortLengthDropped: "0.84.0",
  updateUsage: "0.84.2",
  /** `toolcall_start` has the call's id and tool. */
  toolCallStartNamed: "0.84.3",
  /** `--` ends the options. */
  doubleDash: "0.84.3",
  clearQueue: "0.84.4",
  /** System messages are messages: in events, `agent_end`, `get_messages` and counts. */
  systemMessages: "0.86.0",
  /** The response to `prompt` waits its turn behind those of quick commands. */
  promptResponseLate: "0.86.0",
  abortKeepsQueue: "0.86.0",
  /** After an abort pi ends the run itself; before, the provider was asked and answered with the abort. */
  abortedUnasked: "0.81.0",
  /** `write` tells the path alone. */
  writeTellsPath: "0.86.0",
  /** `read` takes only what begins with a version of GIF for one. */
  gifVersions: "0.87.0",
  /** A retry takes the failed message out of the context by an entry. */
  contextEdit: "0.87.0",
  invalidModeRefused: "0.87.1",
  /** pi's own extensions are named `builtin:x`, `-ne` stops them, and `/mcp` is one. */
  builtInNames: "0.99.0",
  /** `prompt`, `steer` and `follow_up` say what became of the message. */
  disposition: "0.99.0",
  /** A session is saved with the first message of the user; before, with the first reply. */
  savedWithPrompt: "0.99.0",
  /** The thinking level of a reply is in its message. */
  messageThinkingLevel: "0.99.0",
  /** `tool_execution_end.result` of `bash` has `structuredContent` and `isError`. */
  structuredContent: "0.99.0",
  /** `--provider` without `--model` is an error. */
  providerNeedsModel: "1.0.0",
  mcpFlag: "1.0.4",
  settledAborted: "1.1.0",
  durations: "1.1.0",
  /** Print mode fails when the reply was cut off. */
  lengthFails: "1.2.0",
  /** `read` has `structuredContent`, too: not yet on 1.0.3, and 1.3.0 is the next one published. */
  structuredRead: "1.3.0",
  validationWording: "1.5.0",
  /** A long line that `grep` cuts keeps its last character whole. */
  wholeCharacters: "1.5.1",
  /** `grep` shows a line once, however many hits it is near to. */
  grepContextOnce: "1.5.1",
  /** `find` and `ls` take a limit below 1 for 1, and they and `grep` tell of a limit only when it cut something off. */
  limitAtLeastOne: "1.5.1",
  /** A pattern of `find` with a slash begins where the search does; before, anywhere below. */
  findAnchored: "1.6.0",
  /** `--help` and `--list-models` tell what is wrong with the command line, too. */
  helpTellsComplaints: "1.6.0",
  /** The counts of a summary in two parts say that no provider told their cost. */
  summarySource: "1.6.0",
  /** A run that pi itself ends after an abort is aborted; before, it was an error. */
  abortIsNoError: "1.5.1",
} as const;

/** The release a mock plays unless told otherwise. */
export const newestKnown = "1.6.0";

/** A change by its name. */
export type WireChange = keyof typeof wireChanges;

/** Whether the release that is played has a change. */
export type Profile = (change: WireChange) => boolean;

const parts = (version: string): number[] => version.split(/[.-]/).map(Number);

/** Whether `version` is `since` or younger. */
export const isAtLeast = (version: string, since: string): boolean => {
  const own = parts(version);
  for (const [index, part] of parts(since).entries()) if ((own[index] ?? 0) !== part) return (own[index] ?? 0) > part;
  return true;
};

/** The profile of a release. */
export const profileOf = (version: string): Profile => {
  // The usual case, without a look at any date: the newest has it all.
  if (version === newestKnown) return () => true;
  const known = new Map<string, boolean>();
  return (change) => {
    const had = known.get(change) ?? isAtLeast(version, wireChanges[change]);
    known.set(change, had);
    return had;
  };
};
