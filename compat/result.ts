// What one release of pi showed, by Node and by the package it concerns. Plain data, as it is kept in compat/results.
import type { Suite } from "./command-line.ts";
import type { SuiteTest } from "./suite-reporter.ts";

export interface Finding {
  readonly what: string;
  readonly reason: string;
}

/** What concerns one package (or a folder of suites) on one Node. */
export interface Cell {
  /** Number of tests that passed. */
  readonly passed: number;
  readonly failed: readonly Finding[];
  /** Tests that skipped themselves with a note: what this release does not have. */
  readonly absent: readonly Finding[];
  /** Number of rules of the fake that this release follows otherwise, as was measured. */
  readonly otherwise?: number;
}

/** By column of the page. */
export type Cells = Readonly<Record<string, Cell>>;

/** What one suite showed on one Node. */
export interface SuiteResult {
  readonly cells: Cells;
  /** Why it could not be run. */
  readonly broken?: string;
}

export interface ReleaseResult {
  readonly version: string;
  /** By version of Node, and by suite. */
  readonly nodes: Readonly<Record<string, Readonly<Partial<Record<Suite, SuiteResult>>>>>;
}

/** The column a file belongs to: its package, or the folder it lies in. */
const columnOf = (file: string): string => {
  const [top = "", second = ""] = file.split("/");
  return top === "packages" ? second : top || "elsewhere";
};

const declarationColumn = (problem: string): string =>
  /node_modules\/(?:@pi-testkit\/)?([^/]+)\//.exec(problem.replaceAll("\\", "/"))?.[1] ?? "elsewhere";

/** A skipped test without a note is a failure: nothing stays unexplained. */
const stateOf = ({ state, reason }: SuiteTest): SuiteTest["state"] =>
  state === "skipped" && !reason ? "failed" : state;

/** Orders tests and declaration problems by column; `columns` are there even when nothing concerns them. */
export const cellsOf = (
  tests: readonly SuiteTest[],
  declarationProblems: readonly string[],
  columns: readonly string[],
): Cells => {
  const cells: Record<string, { passed: number; failed: Finding[]; absent: Finding[]; otherwise?: number }> = {};
  const cell = (column: string) => {
    cells[column] ??= { passed: 0, failed: [], absent: [] };
    return cells[column];
  };
  for (const column of columns) cell(column);
  for (const test of tests) {
    const target = cell(columnOf(test.file));
    const what = test.file ? `${test.file} › ${test.name}` : test.name;
    const state = stateOf(test);
    if (state === "passed") target.passed++;
    else if (state === "otherwise") target.otherwise = (target.otherwise ?? 0) + 1;
    else if (state === "skipped") target.absent.push({ what, reason: test.reason ?? "" });
    else target.failed.push({ what, reason: test.reason ?? "skipped without saying why" });
  }
  for (const problem of declarationProblems) {
    cell(declarationColumn(problem)).failed.push({ what: "packed declarations", reason: problem });
  }
  return cells;
};

/** What is kept, with what a new run showed: each suite that ran takes the place of what it showed before on that Node. */
export const added = (kept: ReleaseResult | undefined, run: ReleaseResult): ReleaseResult => {
  const nodes = { ...kept?.nodes };
  for (const [node, suites] of Object.entries(run.nodes)) nodes[node] = { ...nodes[node], ...suites };
  return { version: run.version, nodes };
};

/** Everything that was shown, one after the other, Nodes as they are kept. */
export const cellsIn = ({ nodes }: ReleaseResult): { node: string; column: string; cell: Cell }[] =>
  Object.entries(nodes).flatMap(([node, suites]) =>
    Object.values(suites).flatMap(({ cells }) =>
      Object.entries(cells).map(([column, cell]) => ({ node, column, cell })),
    ),
  );

/** What could not be run. */
export const brokenIn = ({ nodes }: ReleaseResult): { node: string; suite: string; reason: string }[] =>
  Object.entries(nodes).flatMap(([node, suites]) =>
    Object.entries(suites).flatMap(([suite, { broken }]) => (broken ? [{ node, suite, reason: broken }] : [])),
  );
