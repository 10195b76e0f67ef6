// Output longer than pi's limits of 2,000 lines and 50 KB. The folder and the name of a file that keeps the whole output are
// compared too: fixed-names.mjs makes both programs draw the same.
import { fileURLToPath } from "node:url";
import { type GoldenScenario, promptAndWait } from "../scenario.ts";

const numbered = (count: number, more = ""): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}${more}\n`).join("");
const files = {
  "lines.txt": numbered(3000),
  "bytes.txt": numbered(1000, ` ${"é".repeat(50)}`),
  "exactly.txt": numbered(2000),
  "one-line.txt": "x".repeat(60_000),
};
const env = { NODE_OPTIONS: `--import=${fileURLToPath(new URL("../fixed-names.mjs", import.meta.url))}` };

const calling = (tool: string, ...list: Readonly<Record<string, string | number>>[]) => ({
  mode: "json" as const,
  script: [...list.map((params) => ({ calls: tool, params })), { says: "done" }],
  files,
  args: ["--no-session", "hi"],
  env,
});
const bash = (...commands: string[]) => calling("bash", ...commands.map((command) => ({ command })));

// One write each, so that the output comes in one piece.
const atOnce = (command: string): string => `${command} | dd bs=64k iflag=fullblock status=none`;

const inRpc = (...commands: string[]) => ({
  mode: "rpc" as const,
  script: [],
  args: ["--no-session", "--no-tools"],
  env,
  moves: [
    ...commands.map((command, index) => ({ send: { id: `b${index}`, type: "bash", command } })),
    { send: { id: "m", type: "get_messages" } },
  ],
});

export const cutScenarios = {
  "cut-read-lines": {
    ...calling(
      "read",
      { path: "lines.txt" },
      { path: "lines.txt", offset: 2500 },
      { path: "lines.txt", offset: 10, limit: 2500 },
      { path: "lines.txt", offset: 0, limit: 2 },
      { path: "lines.txt", offset: 4000 },
      { path: "exactly.txt" },
    ),
    fast: true as const,
  },
  "cut-read-bytes": calling("read", { path: "bytes.txt" }, { path: "bytes.txt", limit: 900 }, { path: "one-line.txt" }),
  "cut-bash-lines": { ...bash("cat lines.txt", "cat exactly.txt", "cat lines.txt; exit 3"), fast: true as const },
  "cut-bash-bytes": bash("cat bytes.txt", "cat one-line.txt", "echo first; cat one-line.txt", "cat one-line.txt; echo"),
  "cut-bash-megabytes": bash("yes 0123456789 | head -c 1100000"),
  "cut-rpc-bash": {
    ...inRpc(atOnce("seq 2100"), atOnce("seq 2000"), "printf '\\033[31mred\\033[0m\\r\\001\\n'", "printf '\\001'"),
  },
  "cut-rpc-messages": {
    mode: "rpc",
    script: [{ calls: "bash", params: { command: "cat lines.txt" } }, { says: "done" }],
    files,
    args: ["--no-session"],
    env,
    moves: [...promptAndWait("hi"), { send: { id: "m", type: "get_messages" } }],
  },
  "cut-ls": {
    ...calling("ls", { path: "names" }, { path: "names", limit: 1000 }, { path: "names", limit: 250 }),
    files: Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`names/${String(index).padStart(4, "0")}-${"n".repeat(100)}`, ""]),
    ),
    args: ["--no-session", "--tools", "ls", "hi"],
  },
} satisfies Record<string, GoldenScenario>;
