// Print mode: what is written, and how it ends.
import { type GoldenScenario, oneReply } from "../scenario.ts";

const noTools = ["--no-session", "--no-tools"];

export const printScenarios = {
  "print-text": { mode: "print", script: oneReply, args: ["hi", ...noTools], fast: true },
  "print-stdin": { mode: "print", script: [{ says: "ok" }], args: ["summarise", ...noTools], stdin: "piped text\n" },
  "print-no-prompt": { mode: "print", script: [], args: noTools },
  "print-empty-prompt": { mode: "print", script: [], args: ["", ...noTools] },
  "print-two-messages": {
    mode: "print",
    script: [{ says: "first answer" }, { says: "second answer" }],
    args: ["first", "second", ...noTools],
  },
  "print-two-blocks": {
    mode: "print",
    script: [{ together: [{ says: "one" }, { says: "two" }] }],
    args: ["hi", ...noTools],
  },
  "print-thinking": {
    mode: "print",
    script: [{ together: [{ thinks: "hm" }, { says: "done" }] }],
    args: ["hi", ...noTools],
  },
  "print-tool": {
    mode: "print",
    script: [{ together: [{ says: "I look." }, { calls: "bash", params: { command: "echo one" } }] }, { says: "done" }],
    args: ["hi", "--no-session"],
  },
  "print-error": { mode: "print", script: [{ fails: "400 bad request" }], args: ["hi", ...noTools], fast: true },
  "print-length": {
    mode: "print",
    script: [{ says: "cut off", stopReason: "length", usage: { output: 32_000 } }],
    args: ["hi", ...noTools],
  },
  "print-file-arg": {
    mode: "print",
    script: [{ says: "read" }],
    files: { "notes.txt": "some notes\n" },
    args: ["@notes.txt", "look", ...noTools],
  },
  "print-file-missing": { mode: "print", script: [], args: ["@none.txt", "look", ...noTools] },
  "print-unknown-short-flag": { mode: "print", script: [], args: ["-zz", "hi"] },
  "print-unknown-long-flag": { mode: "print", script: [], args: ["hi", "--bogus"] },
  "print-unknown-long-flags": { mode: "print", script: [], args: ["hi", "--bogus", "--other=3"] },
  "print-dash-prompt": { mode: "print", script: [], args: ["- item"] },
  "print-frontmatter-prompt": { mode: "print", script: [{ says: "ok" }], args: ["---\ntitle: x\n---\nhi", ...noTools] },
  "print-dashdash": { mode: "print", script: [{ says: "ok" }], args: [...noTools, "--", "-x"], since: "0.84.3" },
  "mode-invalid": { mode: "print", script: [{ says: "ok" }], args: ["hi", "--mode", "xml", ...noTools] },
  "mode-missing": { mode: "print", script: [{ says: "ok" }], args: ["hi", ...noTools, "--mode"] },
  "thinking-invalid": { mode: "print", script: [{ says: "ok" }], args: ["hi", "--thinking", "huge", ...noTools] },
  "model-unknown-provider": { mode: "print", script: [], args: ["hi", "--model", "nosuch/model", ...noTools] },
  "model-unknown-id": {
    mode: "print",
    script: [{ says: "ok" }],
    args: ["hi", "--model", "playbook/nosuch", ...noTools],
  },
  "provider-unknown": { mode: "print", script: [], args: ["hi", "--provider", "nosuch", "--model", "x", ...noTools] },
  "session-missing-id": { mode: "print", script: [], args: ["hi", "--session", "deadbeef"] },
  "session-conflict": { mode: "print", script: [], args: ["hi", "--session-id", "a", "--continue"], since: "0.76.0" },
  "session-id-invalid": { mode: "print", script: [], args: ["hi", "--session-id", "-bad-"], since: "0.76.0" },
  "fork-conflict": { mode: "print", script: [], args: ["hi", "--fork", "x", "--no-session"] },
  "name-empty": { mode: "print", script: [], args: ["hi", "--name", " "], since: "0.78.0" },
  "extension-missing": { mode: "print", script: [], args: ["hi", "-e", "./none.ts", ...noTools] },
  version: { mode: "print", script: [], args: ["--version"] },
} satisfies Record<string, GoldenScenario>;
