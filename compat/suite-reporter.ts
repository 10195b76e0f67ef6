// A vitest reporter that writes what each test file showed as JSON, into the file that PI_COMPAT_REPORT names.
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";

const root = join(import.meta.dirname, "..");

export interface SuiteTest {
  /** Path from the repository's root, with slashes. */
  readonly file: string;
  readonly name: string;
  /** "otherwise": pi does otherwise than the fake there, as was measured. */
  readonly state: "passed" | "failed" | "skipped" | "otherwise";
  /** First line of the failure, or the note that the test gave when it skipped itself. */
  readonly reason?: string;
}

const firstLine = (text: string | undefined): string => (text ?? "").split("\n")[0]?.trim() ?? "";

const describeTest = (test: TestCase, file: string): SuiteTest => {
  const result = test.result();
  const named = { file, name: test.fullName };
  if (result.state === "passed") return { ...named, state: "passed" };
  if (result.state === "skipped")
    return { ...named, state: "skipped", ...(result.note ? { reason: result.note } : {}) };
  return { ...named, state: "failed", reason: firstLine(result.errors?.[0]?.message) || "did not finish" };
};

export const suiteReporter = (reportFile: string): Reporter => ({
  onTestRunEnd: (testModules, unhandledErrors) => {
    const tests: SuiteTest[] = testModules.flatMap((testModule) => {
      const file = relative(root, testModule.moduleId).replaceAll("\\", "/");
      const broken = testModule.errors().map((error): SuiteTest => {
        return { file, name: "(the file itself)", state: "failed", reason: firstLine(error.message) };
      });
      return [...broken, ...[...testModule.children.allTests()].map((test) => describeTest(test, file))];
    });
    const stray = unhandledErrors.map((error): SuiteTest => {
      return { file: "", name: "(outside every test)", state: "failed", reason: firstLine(error.message) };
    });
    writeFileSync(reportFile, JSON.stringify([...tests, ...stray]));
  },
});
