// Compaction: asked for, at the threshold, after an overflow, and refused.
import { type GoldenScenario, promptAndWait, untilEnd } from "../scenario.ts";

const noTools = ["--no-session", "--no-tools"];
const keepLittle = { compaction: { enabled: true, keepRecentTokens: 1, reserveTokens: 1000 } };
const noRetryDelay = { retry: { baseDelayMs: 1, maxRetries: 2 } };
const full = { usage: { input: 199_500, output: 20 } };

const overflow = {
  script: [{ says: "first" }, { fails: "prompt is too long: 213462 tokens > 200000 maximum" }, { says: "now it fits" }],
  args: [...noTools, "one", "two"],
  settings: { ...keepLittle, ...noRetryDelay },
};

export const compactionScenarios = {
  "compact-done": {
    mode: "rpc",
    script: [{ says: "first" }, { says: "second" }],
    args: noTools,
    settings: keepLittle,
    moves: [
      ...promptAndWait("one"),
      ...promptAndWait("two"),
      { send: { id: "c", type: "compact" } },
      { send: { id: "m", type: "get_messages" } },
      { send: { id: "t", type: "get_session_stats" } },
      { send: { id: "d", type: "compact" } },
      { send: { id: "s", type: "get_state" } },
    ],
  },
  "compact-entries": {
    mode: "rpc",
    script: [{ says: "first" }, { says: "second" }, { says: "third" }],
    args: noTools,
    settings: keepLittle,
    moves: [
      ...promptAndWait("one"),
      ...promptAndWait("two"),
      { send: { id: "c", type: "compact", customInstructions: "Be short." } },
      { send: { id: "e", type: "get_entries" } },
      ...promptAndWait("three"),
      { send: { id: "m", type: "get_messages" } },
    ],
    since: "0.80.4",
  },
  "compact-while-running": {
    mode: "rpc",
    script: [{ says: "first" }, { together: [{ says: "partial" }, { says: "never", delayMs: 60_000 }] }],
    args: noTools,
    settings: keepLittle,
    moves: [
      ...promptAndWait("one"),
      { send: { id: "2", type: "prompt", message: "two" } },
      { until: { type: "message_update" } },
      { pause: 200 },
      { send: { id: "c", type: "compact" } },
      { pause: 60 },
      { send: { id: "s", type: "get_state" } },
    ],
    since: "0.84.4",
  },
  "compact-auto": {
    mode: "rpc",
    script: [{ says: "first" }, { says: "second", ...full }, { says: "third" }],
    args: noTools,
    settings: keepLittle,
    moves: [
      ...promptAndWait("one"),
      ...promptAndWait("two"),
      { until: { type: "compaction_end" } },
      { pause: 100 },
      { send: { id: "m", type: "get_messages" } },
      ...promptAndWait("three"),
    ],
  },
  "compact-auto-json": {
    mode: "json",
    script: [{ says: "first" }, { says: "second", ...full }],
    args: [...noTools, "one", "two"],
    settings: keepLittle,
  },
  "compact-auto-off": {
    mode: "json",
    script: [{ says: "first" }, { says: "second", ...full }],
    args: [...noTools, "one", "two"],
    settings: { compaction: { enabled: false, keepRecentTokens: 1, reserveTokens: 1000 } },
  },
  "compact-auto-small": {
    mode: "json",
    script: [{ says: "only", ...full }],
    args: [...noTools, "one"],
    settings: { compaction: { enabled: true, reserveTokens: 1000 } },
  },
  "compact-overflow": { mode: "json", ...overflow },
  "compact-overflow-print": { mode: "print", ...overflow },
  "compact-auto-print": {
    mode: "print",
    script: [{ says: "first" }, { says: "second", ...full }],
    args: [...noTools, "one", "two"],
    settings: keepLittle,
  },
  "compact-overflow-twice": {
    mode: "json",
    script: [
      { says: "first" },
      { fails: "prompt is too long: 213462 tokens > 200000 maximum" },
      { fails: "prompt is too long: 213462 tokens > 200000 maximum", delayMs: 40 },
    ],
    args: [...noTools, "one", "two"],
    settings: { ...keepLittle, ...noRetryDelay },
    // Declared difference: below, the playbook's second reply carries a time before the compaction, so pi passes it over.
    since: "0.87.0",
  },
  "length-below-limit": {
    mode: "json",
    script: [{ says: "cut off", stopReason: "length", usage: { output: 10 } }],
    args: [...noTools, "hi"],
    settings: noRetryDelay,
  },
  "length-below-limit-print": {
    mode: "print",
    script: [{ says: "cut off", stopReason: "length", usage: { output: 10 } }],
    args: [...noTools, "hi"],
    settings: noRetryDelay,
  },
  "compact-then-steer": {
    mode: "rpc",
    script: [{ says: "first" }, { says: "second" }],
    args: noTools,
    moves: [
      ...promptAndWait("one"),
      { send: { id: "a", type: "set_auto_compaction", enabled: false } },
      { send: { id: "c", type: "compact" } },
      { send: { id: "2", type: "prompt", message: "two" } },
      untilEnd,
      { pause: 60 },
    ],
  },
} satisfies Record<string, GoldenScenario>;
