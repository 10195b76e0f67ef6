// The tools that only look, as the model calls them. grep needs rg on the machine, find needs fd.
import type { GoldenScenario } from "../scenario.ts";

const files = {
  "a.txt": "one\ntwo\nthree\n",
  "B.md": "Two again\n",
  ".hidden": "two\n",
  "sub/deep/c.ts": "const two = 2;\nconst three = 3;\n",
  "sub/d.txt": "nothing here\n",
};
const tool = (name: string, ...list: object[]) => ({
  mode: "json" as const,
  script: [
    ...list.map((params, index) => ({ calls: name, params: params as Record<string, never>, id: `call_${index}` })),
    { says: "done" },
  ],
  files,
  args: ["--no-session", "--tools", name, "hi"],
});

export const toolScenarios = {
  "tool-ls": {
    ...tool("ls", {}, { path: "sub" }, { limit: 2 }, { limit: 0 }, { path: "a.txt" }, { path: "none" }),
    fast: true as const,
  },
  "tool-grep": {
    ...tool(
      "grep",
      { pattern: "two", path: "a.txt" },
      { pattern: "TWO", path: "a.txt", ignoreCase: true },
      { pattern: "t.o", path: "a.txt", literal: true },
      { pattern: "two", path: "a.txt", context: 1 },
      { pattern: "three", glob: "*.ts" },
      { pattern: "t", path: "a.txt", limit: 1 },
      { pattern: "nowhere" },
      { pattern: "x", path: "none" },
    ),
    needs: ["rg", "--version"],
  },
  "cut-grep": {
    ...tool(
      "grep",
      { pattern: "line", path: "lines.txt", limit: 3000 },
      { pattern: "line", path: "lines.txt" },
      { pattern: "x", path: "long.txt", context: 1 },
    ),
    files: {
      "lines.txt": Array.from({ length: 3000 }, (_, index) => `line ${index + 1} ${"é".repeat(20)}\n`).join(""),
      "long.txt": `short\n${"x".repeat(501)}\n${"y".repeat(500)}\n${"x".repeat(499)}😀x\n`,
    },
    needs: ["rg", "--version"],
  },
  // One hit each: fd tells them as its threads find them.
  "tool-find": {
    ...tool(
      "find",
      { pattern: "*.md" },
      { pattern: "b.md" },
      { pattern: "B.MD" },
      { pattern: ".hid*" },
      { pattern: "c.*" },
      { pattern: "deep" },
      { pattern: "sub/*.txt" },
      { pattern: "./sub/*.txt" },
      { pattern: "sub/**/*.ts" },
      { pattern: "**/*.ts" },
      { pattern: "*.{ts,js}", path: "sub" },
      { pattern: "?.ts" },
      { pattern: "[cd].ts" },
      { pattern: "[!d].ts" },
      { pattern: "*.md", limit: 1 },
      { pattern: "*.none" },
      { pattern: "*", path: "none" },
      { pattern: "*", path: "a.txt" },
    ),
    needs: ["fd", "--no-require-git", "--version"],
  },
} satisfies Record<string, GoldenScenario>;
