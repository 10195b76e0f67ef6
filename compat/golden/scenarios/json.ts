// JSON mode: the event stream of replies, tools, failures, and what is on it beside.
import { type GoldenScenario, oneReply } from "../scenario.ts";

const noTools = ["--no-session", "--no-tools"];
const noRetryDelay = { retry: { baseDelayMs: 1, maxRetries: 2 } };

export const jsonScenarios = {
  "json-text": { mode: "json", script: oneReply, args: ["--no-session", "hi"], fast: true },
  "json-text-no-tools": { mode: "json", script: oneReply, args: [...noTools, "hi"], fast: true },
  "json-no-prompt": { mode: "json", script: [], args: noTools },
  "json-stdin": { mode: "json", script: [{ says: "ok" }], args: [...noTools, " and this"], stdin: "piped text\n" },
  "json-two-prompts": {
    mode: "json",
    script: [{ says: "first answer" }, { says: "second answer" }],
    args: [...noTools, "first", "second"],
  },
  "json-thinking": {
    mode: "json",
    script: [{ together: [{ thinks: "let me see" }, { says: "done" }] }],
    args: [...noTools, "hi"],
  },
  "json-deltas": { mode: "json", script: [{ says: "one two three four", deltas: 4 }], args: [...noTools, "hi"] },
  "json-no-deltas": { mode: "json", script: [{ says: "all at once", deltas: 0 }], args: [...noTools, "hi"] },
  "json-two-blocks": {
    mode: "json",
    script: [{ together: [{ says: "one" }, { says: "two" }] }],
    args: [...noTools, "hi"],
  },
  "json-signed": {
    mode: "json",
    script: [
      {
        together: [
          { thinks: "let me see", block: { thinkingSignature: "sig" } },
          { says: "done", block: { textSignature: "text-sig" } },
        ],
        usage: { input: 7, output: 3 },
      },
    ],
    args: [...noTools, "hi"],
  },
  "json-fails-after": {
    mode: "json",
    script: [
      {
        fails: "400 bad request",
        after: [
          { says: "Let me lo", deltas: 3 },
          { calls: "bash", params: { command: "echo never" } },
        ],
      },
    ],
    args: ["--no-session", "hi"],
  },
  "json-retry-after": {
    mode: "json",
    script: [{ fails: "529 overloaded", after: [{ thinks: "hm" }, { says: "Let me" }] }, { says: "whole" }],
    args: [...noTools, "hi"],
    settings: noRetryDelay,
  },
  "json-queued": {
    mode: "json",
    script: [
      { calls: "bash", params: { command: "echo one" }, id: "call_a", queued: ["mind the tests"] },
      { says: "minded", queued: ["one", { text: "two" }] },
      { says: "first" },
      { says: "second" },
    ],
    args: ["--no-session", "hi"],
    fast: true,
  },
  "json-usage": {
    mode: "json",
    script: [{ says: "counted", usage: { input: 7, output: 3, cacheRead: 2, cacheWrite: 1 } }],
    args: [...noTools, "hi"],
  },
  "json-unicode": {
    mode: "json",
    script: [{ says: "a\u2028b\u2029c\u0085d \u{1F600} \u0001 end" }],
    args: [...noTools, "hi"],
  },
  "json-tool-bash": {
    mode: "json",
    script: [
      { together: [{ says: "I look." }, { calls: "bash", params: { command: "echo one" }, id: "call_a" }] },
      { says: "done" },
    ],
    args: ["--no-session", "hi"],
    fast: true,
  },
  "json-tool-bash-fails": {
    mode: "json",
    script: [{ calls: "bash", params: { command: "echo out; exit 3" }, id: "call_a" }, { says: "failed" }],
    args: ["--no-session", "hi"],
  },
  "json-tool-bash-silent": {
    mode: "json",
    script: [{ calls: "bash", params: { command: "true" }, id: "call_a" }, { says: "silent" }],
    args: ["--no-session", "hi"],
  },
  "json-tool-read": {
    mode: "json",
    script: [{ calls: "read", params: { path: "notes.txt" }, id: "call_a" }, { says: "read" }],
    files: { "notes.txt": "first\nsecond\n" },
    args: ["--no-session", "hi"],
  },
  "json-tool-read-missing": {
    mode: "json",
    script: [{ calls: "read", params: { path: "none.txt" }, id: "call_a" }, { says: "no file" }],
    args: ["--no-session", "hi"],
  },
  "json-tool-write": {
    mode: "json",
    script: [{ calls: "write", params: { path: "new/out.txt", content: "text\n" }, id: "call_a" }, { says: "written" }],
    args: ["--no-session", "hi"],
  },
  "json-tool-edit": {
    mode: "json",
    script: [
      { calls: "edit", params: { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] }, id: "call_a" },
      { says: "edited" },
    ],
    files: { "a.txt": "one\ntwo\nthree\n" },
    args: ["--no-session", "hi"],
  },
  "json-tool-unknown": {
    mode: "json",
    script: [{ calls: "nosuch", params: { a: 1 }, id: "call_a", allowUndeclared: true }, { says: "unknown" }],
    args: ["--no-session", "hi"],
  },
  "json-tool-bad-args": {
    mode: "json",
    script: [{ calls: "read", params: { file: "x" }, id: "call_a" }, { says: "bad" }],
    args: ["--no-session", "hi"],
  },
  "json-tools-parallel": {
    mode: "json",
    script: [
      {
        together: [
          { calls: "read", params: { path: "a.txt" }, id: "call_a" },
          { calls: "read", params: { path: "b.txt" }, id: "call_b" },
        ],
      },
      { says: "both" },
    ],
    files: { "a.txt": "A\n", "b.txt": "B\n" },
    args: ["--no-session", "hi"],
  },
  "json-tools-in-turns": {
    mode: "json",
    script: [
      { calls: "read", params: { path: "a.txt" }, id: "call_a" },
      { calls: "bash", params: { command: "echo b" }, id: "call_b" },
      { says: "done" },
    ],
    files: { "a.txt": "A\n" },
    args: ["--no-session", "hi"],
  },
  "json-error": { mode: "json", script: [{ fails: "400 bad request" }], args: [...noTools, "hi"], fast: true },
  "json-error-retry": {
    mode: "json",
    script: [{ fails: "529 overloaded" }, { says: "at last" }],
    settings: noRetryDelay,
    args: [...noTools, "hi"],
  },
  "json-error-retries-exhausted": {
    mode: "json",
    script: [{ fails: "529 overloaded" }, { fails: "529 overloaded" }, { fails: "529 overloaded" }],
    settings: noRetryDelay,
    args: [...noTools, "hi"],
  },
  "json-length": {
    mode: "json",
    script: [{ says: "cut off", stopReason: "length", usage: { output: 32_000 } }],
    args: [...noTools, "hi"],
  },
  "json-session": {
    mode: "json",
    script: oneReply,
    args: ["--no-tools", "--session-id", "my-run", "--name", "Mine", "hi"],
    since: "0.80.4",
  },
  "json-sigterm": {
    mode: "json",
    script: [{ together: [{ says: "partial" }, { says: "never", delayMs: 60_000 }] }],
    args: [...noTools, "hi"],
    moves: [{ until: { type: "message_update" } }, { pause: 300 }, { kill: "SIGTERM" }],
  },
} satisfies Record<string, GoldenScenario>;
