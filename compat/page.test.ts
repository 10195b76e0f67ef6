import { expect, test } from "vitest";
import { compatibilityPage } from "./page.ts";
import { added, cellsOf, type ReleaseResult } from "./result.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const ui = "packages/mock-ui/src/dialogs.pi.test.ts";
const tools = "packages/mock-tools/src/nested.pi.test.ts";
const passed = (file: string, name: string): SuiteTest => ({ file, name, state: "passed" });
const columns = ["mock-tools", "mock-ui", "playbook"];

const absentThere: SuiteTest = { file: tools, name: "nested calls", state: "skipped", reason: "no ctx.executeTool" };

const both = (version: string, tests: readonly SuiteTest[], problems: readonly string[] = []): ReleaseResult => {
  const packages = { cells: cellsOf(tests, problems, columns) };
  return { version, nodes: { "24.21.0": { packages }, "22.19.0": { packages } } };
};

test("a row a version, oldest first, and the reasons below, neighbours as one range", () => {
  const old = [passed(ui, "confirm"), absentThere];
  const page = compatibilityPage([
    both("1.6.0", [passed(ui, "confirm"), passed(tools, "nested calls")]),
    both("0.80.10", old),
    both("0.80.2", old),
  ]);
  expect(page).toContain(`
| pi | Node | mock-tools | mock-ui | playbook |
|---|---|---|---|---|
| 0.80.2 | 22.19.0, 24.21.0 | 0 pass, 1 absent there | 1 pass | types only |
| 0.80.10 | 22.19.0, 24.21.0 | 0 pass, 1 absent there | 1 pass | types only |
| 1.6.0 | 22.19.0, 24.21.0 | 1 pass | 1 pass | types only |

## Absent there

pi has not got it in these versions.

| package | test | reason | pi |
|---|---|---|---|
| mock-tools | packages/mock-tools/src/nested.pi.test.ts › nested calls | no ctx.executeTool | 0.80.2 to 0.80.10 |
`);
});

test("what fails on one Node only says on which, however often it fails", () => {
  const failing: SuiteTest = { file: ui, name: "confirm", state: "failed", reason: "expected true" };
  const nodes = {
    "24.21.0": { packages: { cells: cellsOf([passed(ui, "confirm")], [], columns) } },
    "22.19.0": { packages: { cells: cellsOf([failing, failing], [], columns) } },
  };
  const page = compatibilityPage([{ version: "1.6.0", nodes }]);
  expect(page).toContain("**2 failing**, 0 pass (22.19.0); 1 pass (24.21.0)");
  expect(page).toContain(`| mock-ui | ${ui} › confirm | expected true (Node 22.19.0 only) | 1.6.0 |`);
});

test("a suite that ran on one Node only names it", () => {
  const otherwise: SuiteTest = { file: "conformance/requirements", name: "a.rule", state: "otherwise" };
  const conformance = { cells: cellsOf([passed("conformance/requirements", "another.rule"), otherwise], [], []) };
  const packages = { cells: cellsOf([passed(ui, "confirm")], [], columns) };
  const nodes = { "22.19.0": { packages }, "24.21.0": { packages, conformance } };
  expect(compatibilityPage([{ version: "1.5.2", nodes }])).toContain(
    "| not run (22.19.0); 1 pass, 1 otherwise there (24.21.0) | types only | 1 pass | types only |",
  );
});

test("a later run replaces what the suites it ran had shown, and no more", () => {
  const of = (...tests: SuiteTest[]) => ({ cells: cellsOf(tests, [], []) });
  const golden = (name: string) => of(passed("golden/scenarios", name));
  const broken = { cells: {}, broken: "vitest did not run" };
  const kept = { version: "1.6.0", nodes: { "24.21.0": { packages: of(absentThere), golden: golden("a") } } };
  const failed = added(kept, { version: "1.6.0", nodes: { "24.21.0": { golden: broken } } });
  expect(failed.nodes["24.21.0"]).toEqual({ packages: of(absentThere), golden: broken });
  const other = { version: "1.6.0", nodes: { "22.19.0": { packages: broken }, "24.21.0": { golden: golden("b") } } };
  expect(added(failed, other).nodes).toEqual({
    "24.21.0": { packages: of(absentThere), golden: golden("b") },
    "22.19.0": { packages: broken },
  });
});

test("a test that skips without saying why is a failure", () => {
  const cells = cellsOf([{ file: ui, name: "confirm", state: "skipped" }], [], columns);
  expect(cells["mock-ui"]?.failed).toEqual([{ what: `${ui} › confirm`, reason: "skipped without saying why" }]);
});

test("a diagnostic in a packed declaration is a failure of its package", () => {
  const problem = "pi 0.74.0, bare consumer: node_modules/@pi-testkit/playbook/dist/index.d.ts(1,1): error TS2305: no";
  const cells = cellsOf([], [problem], columns);
  expect(cells.playbook?.failed).toEqual([{ what: "packed declarations", reason: problem }]);
});

test("what a release needs beside it is told", () => {
  expect(compatibilityPage([both("0.85.0", [])])).toContain(
    "## Installed beside\n\n- 0.85.0: `@earendil-works/pi-server@0.85.0`, which it imports and does not ask for.\n",
  );
});

test("a version that could not be run is listed with its reason", () => {
  const broken = "pi 1.3.0 could not be installed.\nlong output";
  const page = compatibilityPage([
    both("1.6.0", [passed(ui, "confirm")]),
    { version: "1.3.0", nodes: { "24.21.0": { packages: { cells: {}, broken } } } },
  ]);
  expect(page).toContain("| 1.3.0 | 24.21.0 | not run | not run | not run |");
  expect(page).toContain("## Could not be run\n\n- 1.3.0, Node 24.21.0, packages: pi 1.3.0 could not be installed.\n");
});
