// Which session a command line opens: a folder of one's own, the last one, one by id or path, one that is not there.
import type { GoldenScenario } from "../scenario.ts";

const id = "0190a0b0-1111-7222-8333-444455556666";
const time = "2026-01-02T03:04:05.000Z";
const usage = {
  input: 1,
  output: 1,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const reply = {
  role: "assistant",
  content: [{ type: "text", text: "earlier answer" }],
  api: "pi-testkit-playbook",
  provider: "playbook",
  model: "scripted",
  usage,
  stopReason: "stop",
  timestamp: 1_767_323_046_000,
};
const entries = [
  { type: "model_change", id: "aaaaaaa1", parentId: null, timestamp: time, provider: "playbook", modelId: "scripted" },
  { type: "thinking_level_change", id: "aaaaaaa2", parentId: "aaaaaaa1", timestamp: time, thinkingLevel: "off" },
  {
    type: "message",
    id: "aaaaaaa3",
    parentId: "aaaaaaa2",
    timestamp: time,
    message: { role: "user", content: [{ type: "text", text: "earlier" }], timestamp: 1_767_323_045_000 },
  },
  { type: "message", id: "aaaaaaa4", parentId: "aaaaaaa3", timestamp: time, message: reply },
  { type: "session_info", id: "aaaaaaa5", parentId: "aaaaaaa4", timestamp: time, name: "Earlier" },
];
const saved = (cwd: string): string =>
  [{ type: "session", version: 3, id, timestamp: time, cwd }, ...entries]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join("");

const name = `2026-01-02T03-04-05-000Z_${id}.jsonl`;
const mine = { [`sessions/${name}`]: saved("<CWD>") };
const inFolder = ["--no-tools", "--session-dir", "./sessions"];

const look = [
  { send: { id: "s", type: "get_state" } },
  { send: { id: "m", type: "get_messages" } },
  { send: { id: "p", type: "prompt", message: "hi" } },
  { until: { type: "agent_end", willRetry: false } },
  { pause: 60 },
  { send: { id: "t", type: "get_session_stats" } },
];

const resumed = (...args: string[]) => ({
  mode: "rpc" as const,
  script: [{ says: "later answer" }],
  files: mine,
  args: [...inFolder, ...args],
  moves: look,
});

/** The session lies in the agent dir, in the folder of another project. */
const otherProject: GoldenScenario = {
  mode: "print",
  script: [{ says: "ran" }],
  files: { [`agent/sessions/--other--/${name}`]: saved("/") },
  env: { PI_CODING_AGENT_DIR: "agent" },
  args: ["--no-tools", "--session", "0190a0b0", "hi"],
};
const asked: GoldenScenario = { ...otherProject, mode: "rpc", args: ["--no-tools", "--session", "0190a0b0"] };

export const sessionScenarios = {
  "session-dir-new": { mode: "rpc", script: [{ says: "saved" }], args: inFolder, moves: look },
  "session-dir-continue": resumed("--continue"),
  "session-dir-by-id": resumed("--session", id),
  "session-dir-by-prefix": resumed("--session", "0190a0b0"),
  "session-by-path": { ...resumed("--session", `./sessions/${name}`) },
  "session-dir-session-id": { ...resumed("--session-id", id), since: "0.80.4" },
  "session-continue-json": {
    mode: "json",
    script: [{ says: "later answer" }],
    files: mine,
    args: [...inFolder, "-c", "hi"],
  },
  "session-continue-none": { mode: "json", script: [{ says: "new" }], args: [...inFolder, "--continue", "hi"] },
  "session-continue-other-folder": {
    mode: "rpc",
    script: [],
    files: { [`sessions/${name}`]: saved("/") },
    args: [...inFolder, "--continue"],
    moves: [{ send: { id: "m", type: "get_messages" } }],
  },
  "session-other-project": {
    mode: "print",
    script: [{ says: "ran" }],
    files: { [`sessions/${name}`]: saved("/") },
    args: [...inFolder, "--session", "0190a0b0", "hi"],
  },
  "session-other-project-json": { ...otherProject, mode: "json" },
  "session-other-project-told-yes": { ...otherProject, stdin: "y\n" },
  "session-other-project-told-no": { ...otherProject, stdin: "n\n" },
  "session-other-project-no": { ...asked, moves: [{ raw: "n\n" }, { pause: 400 }] },
  "session-other-project-command": { ...asked, moves: [{ write: { id: "s", type: "get_state" } }, { pause: 400 }] },
  "session-other-project-no-answer": { ...asked, moves: [{ pause: 200 }] },
  "session-other-project-half-answer": { ...asked, moves: [{ raw: "n" }, { pause: 200 }] },
  // pi forks, and never reads its input again.
  "session-other-project-yes": {
    ...asked,
    moves: [
      { untilStderr: "[y/N]" },
      { raw: "YES\r\n" },
      { pause: 300 },
      { write: { id: "s", type: "get_state" } },
      { pause: 500 },
    ],
  },
  "session-other-project-fork": {
    ...asked,
    args: ["--no-tools", "--fork", "0190a0b0"],
    moves: [{ send: { id: "s", type: "get_state" } }, { send: { id: "m", type: "get_messages" } }],
  },
  "session-folder-gone": {
    mode: "print",
    script: [],
    files: { [`sessions/${name}`]: saved("/no/such/folder") },
    args: [...inFolder, "--session", `./sessions/${name}`, "hi"],
  },
  "session-no-session-file": {
    mode: "print",
    script: [],
    files: { "notes.jsonl": "some notes\n" },
    args: ["--no-tools", "--session", "./notes.jsonl", "hi"],
    since: "0.80.4",
  },
  "session-new-path": {
    mode: "rpc",
    script: [{ says: "saved" }],
    args: ["--no-tools", "--session", "./new.jsonl"],
    moves: look,
  },
  "session-fork-flag": { ...resumed("--fork", id) },
} satisfies Record<string, GoldenScenario>;
