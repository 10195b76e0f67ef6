// The tools that only look, as the model calls them. grep needs rg on the machine; find, which needs a young fd, is not here.
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
    needs: "rg",
  },
} satisfies Record<string, GoldenScenario>;
