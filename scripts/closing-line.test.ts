// Runs the real runner on a small project of its own, since what counts is what a reader of the output sees.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./workspace-packages.ts";

const runProject = (
  files: Readonly<Record<string, string>>,
): { lastLine: string | undefined; status: number | null } => {
  // Inside the repository, so that the tests find vitest.
  const folder = mkdtempSync(join(root, "node_modules", ".cache", "closing-line-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reporter = pathToFileURL(join(root, "scripts", "closing-line.ts")).href;
  const config = `import { closingLineReporter } from ${JSON.stringify(reporter)};
    export default { test: { include: ["*.case.ts"], exclude: [], reporters: ["default", closingLineReporter] } };`;
  for (const [name, text] of Object.entries({ ...files, "vitest.config.ts": config })) {
    writeFileSync(join(folder, name), text);
  }
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { stdout, status } = spawnSync(process.execPath, [vitest, "run", "--root", folder], {
    encoding: "utf8",
  });
  return { lastLine: stdout.trimEnd().split("\n").at(-1), status };
};

const passing = 'import { test } from "vitest"; test("one", () => {}); test("two", () => {});';

test("a green run ends with the number of passed tests", () => {
  expect(runProject({ "green.case.ts": passing })).toEqual({ lastLine: "2 passed, 0 failed", status: 0 });
});

test("failed and skipped tests, a broken file and a stray rejection are all counted", () => {
  const result = runProject({
    "green.case.ts": passing,
    "mixed.case.ts": `import { test } from "vitest";
      test("fails", () => { throw new Error("no"); });
      test.skip("skipped", () => {});`,
    "broken.case.ts": "import './not-there.ts';",
    "stray.case.ts": `import { test } from "vitest";
      test("passes", () => { void Promise.reject(new Error("stray")); });`,
  });
  expect(result).toEqual({ lastLine: "3 passed, 3 failed, 1 skipped", status: 1 });
});
