// RPC mode: runs, the queue, aborts and the order of responses and events.
import { type GoldenScenario, oneReply, promptAndWait, untilEnd } from "../scenario.ts";

const noTools = ["--no-session", "--no-tools"];
const longReply = { together: [{ says: "partial" }, { says: "never", delayMs: 60_000 }] };
const slowReply = { says: "slow", delayMs: 1500 };
const noRetryDelay = { retry: { baseDelayMs: 1, maxRetries: 2 } };

export const rpcRunScenarios = {
  "rpc-text": { mode: "rpc", script: oneReply, args: noTools, moves: promptAndWait("hi"), fast: true },
  "rpc-text-no-id": {
    mode: "rpc",
    script: oneReply,
    args: noTools,
    moves: [{ write: { type: "prompt", message: "hi" } }, untilEnd, { pause: 60 }],
  },
  "rpc-two-prompts": {
    mode: "rpc",
    script: [{ says: "first" }, { says: "second" }],
    args: noTools,
    moves: [...promptAndWait("one"), ...promptAndWait("two")],
  },
  "rpc-tool": {
    mode: "rpc",
    script: [{ calls: "read", params: { path: "a.txt" }, id: "call_a" }, { says: "read" }],
    files: { "a.txt": "A\n" },
    args: ["--no-session"],
    moves: promptAndWait("hi"),
    fast: true,
  },
  "rpc-error": { mode: "rpc", script: [{ fails: "400 bad request" }], args: noTools, moves: promptAndWait("hi") },
  "rpc-retry": {
    mode: "rpc",
    script: [{ fails: "529 overloaded" }, { says: "at last" }],
    args: noTools,
    settings: noRetryDelay,
    moves: promptAndWait("hi"),
  },
  "rpc-busy": {
    mode: "rpc",
    script: [slowReply],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_start", role: "assistant" } },
      { send: { id: "2", type: "prompt", message: "again" } },
      untilEnd,
      { pause: 60 },
    ],
  },
  "rpc-abort": {
    mode: "rpc",
    script: [longReply],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_update" } },
      { pause: 200 },
      { send: { id: "a", type: "abort" } },
      { pause: 60 },
      { send: { id: "t", type: "get_last_assistant_text" } },
    ],
    fast: true,
  },
  "rpc-abort-idle": { mode: "rpc", script: [], args: noTools, moves: [{ send: { id: "a", type: "abort" } }] },
  "rpc-abort-tool": {
    mode: "rpc",
    script: [{ calls: "bash", params: { command: "sleep 30" }, id: "call_a" }],
    args: ["--no-session"],
    // Declared difference: before, pi wrote the end of the run at a moment of its own, before or after the response.
    since: "0.75.4",
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "tool_execution_start" } },
      { pause: 300 },
      { send: { id: "a", type: "abort" } },
      { pause: 60 },
    ],
  },
  "rpc-steer": {
    mode: "rpc",
    script: [slowReply, { says: "steered" }],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_start", role: "assistant" } },
      { send: { id: "s", type: "steer", message: "left" } },
      { send: { id: "g", type: "get_state" } },
      untilEnd,
      { pause: 60 },
    ],
    fast: true,
  },
  "rpc-follow-up": {
    mode: "rpc",
    script: [slowReply, { says: "followed" }],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_start", role: "assistant" } },
      { send: { id: "f", type: "follow_up", message: "then" } },
      untilEnd,
      { pause: 60 },
    ],
  },
  "rpc-prompt-streaming-behavior": {
    mode: "rpc",
    script: [slowReply, { says: "steered" }, { says: "followed" }],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_start", role: "assistant" } },
      { send: { id: "2", type: "prompt", message: "left", streamingBehavior: "steer" } },
      { send: { id: "3", type: "prompt", message: "then", streamingBehavior: "followUp" } },
      untilEnd,
      { pause: 60 },
    ],
  },
  "rpc-steer-idle": {
    mode: "rpc",
    script: [{ says: "one" }, { says: "two" }],
    args: noTools,
    moves: [
      { send: { id: "s", type: "steer", message: "later" } },
      { send: { id: "g", type: "get_state" } },
      ...promptAndWait("hi"),
    ],
  },
  "rpc-abort-with-queue": {
    mode: "rpc",
    script: [longReply, { says: "after" }, { says: "after that" }],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_update" } },
      { pause: 200 },
      { send: { id: "f", type: "follow_up", message: "then" } },
      { send: { id: "a", type: "abort" } },
      { pause: 400 },
      { send: { id: "g", type: "get_state" } },
    ],
  },
  "rpc-clear-queue": {
    mode: "rpc",
    script: [slowReply],
    args: noTools,
    since: "0.84.4",
    moves: [
      { send: { id: "c0", type: "clear_queue" } },
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_start", role: "assistant" } },
      { send: { id: "s", type: "steer", message: "left" } },
      { send: { id: "c", type: "clear_queue" } },
      untilEnd,
      { pause: 60 },
    ],
  },
  "rpc-order": {
    mode: "rpc",
    script: oneReply,
    args: noTools,
    moves: [
      {
        raw: '{"id":"1","type":"prompt","message":"hi"}\n{"id":"2","type":"get_state"}\n{"id":"3","type":"get_messages"}\n{"id":"5","type":"get_last_assistant_text"}\n',
      },
      untilEnd,
      { pause: 60 },
    ],
  },
  "rpc-eof-streaming": {
    mode: "rpc",
    script: [longReply],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_update" } },
      { pause: 300 },
      { end: true },
    ],
  },
  "rpc-sigterm-streaming": {
    mode: "rpc",
    script: [longReply],
    args: noTools,
    moves: [
      { send: { id: "1", type: "prompt", message: "hi" } },
      { until: { type: "message_update" } },
      { pause: 300 },
      { kill: "SIGTERM" },
    ],
  },
  "rpc-sighup-idle": {
    mode: "rpc",
    script: [],
    args: noTools,
    moves: [{ send: { type: "get_state" } }, { kill: "SIGHUP" }],
  },
  "rpc-sigint-idle": {
    mode: "rpc",
    script: [],
    args: noTools,
    moves: [{ send: { type: "get_state" } }, { kill: "SIGINT" }],
  },
} satisfies Record<string, GoldenScenario>;
