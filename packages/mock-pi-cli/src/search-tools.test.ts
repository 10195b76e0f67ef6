// find and grep on real files, in the wording of pi's tools. Golden holds them beside pi's own where rg and fd are on the machine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, runPi } from "./fixtures/run-pi.ts";
import { createMockPi } from "./index.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "mock-pi-test-"));
  mkdirSync(join(cwd, "src/deep"), { recursive: true });
  for (const path of ["a.txt", "B.txt", "src/c.ts", "src/deep/d.ts"])
    writeFileSync(join(cwd, path), `in ${path}\nlast\n`);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const results = async (tool: string, ...calls: Record<string, never | string | number | boolean>[]) => {
  using pi = createMockPi();
  pi.onCall({ steps: [...calls.map((params) => ({ calls: tool, params })), { says: "done" }] });
  const ran = await runPi(["--mode", "json", "--no-session", "--tools", tool, "hi"], { env: pi.env(), cwd });
  return linesOf(ran)
    .filter(({ type }) => type === "tool_execution_end")
    .map(({ result }) => result.content[0].text);
};

test("find", async () => {
  expect(
    await results(
      "find",
      { pattern: "*.txt" },
      { pattern: "**/*.ts" },
      { pattern: "src/*.ts" },
      { pattern: "deep" },
      { pattern: "*.{ts,md}", path: "src" },
      { pattern: "*.txt", limit: 1 },
      { pattern: "*.none" },
    ),
  ).toEqual([
    "B.txt\na.txt",
    "src/c.ts\nsrc/deep/d.ts",
    "src/c.ts",
    "src/deep/",
    "c.ts\ndeep/d.ts",
    "B.txt\n\n[1 results limit reached. Use limit=2 for more, or refine pattern]",
    "No files found matching pattern",
  ]);
});

test("grep", async () => {
  expect(
    await results(
      "grep",
      { pattern: "^in .*ts$" },
      { pattern: "IN", path: "a.txt", ignoreCase: true, context: 1 },
      { pattern: "last", glob: "*.txt", limit: 1 },
      { pattern: ".", literal: true, path: "src" },
      { pattern: "nowhere" },
    ),
  ).toEqual([
    "src/c.ts:1: in src/c.ts\nsrc/deep/d.ts:1: in src/deep/d.ts",
    "a.txt:1: in a.txt\na.txt-2- last",
    "B.txt:2: last\n\n[1 matches limit reached. Use limit=2 for more, or refine pattern]",
    "c.ts:1: in src/c.ts\ndeep/d.ts:1: in src/deep/d.ts",
    "No matches found",
  ]);
});
