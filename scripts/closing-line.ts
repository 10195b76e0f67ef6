// A vitest reporter that ends a run with one plain line, "N passed, N failed", for machines that read it.
// A test file that could not be collected and an error outside every test each count as one failure.
import type { Reporter, SerializedError, TestModule } from "vitest/node";

const closingLine = (testModules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): string => {
  let failed = unhandledErrors.length;
  let passed = 0;
  let skipped = 0;
  for (const testModule of testModules) {
    if (testModule.errors().length > 0) failed++;
    for (const test of testModule.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed++;
      else if (state === "skipped") skipped++;
      else failed++;
    }
  }
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
};

export const closingLineReporter: Reporter = {
  onTestRunEnd: (testModules, unhandledErrors) => {
    // Last in the list of reporters, so the default one has printed its summary by now.
    console.log(`\n${closingLine(testModules, unhandledErrors)}`);
  },
};
