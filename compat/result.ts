// What one release of pi showed, ordered by the package it concerns. Plain data, as it is kept in compat/results.
import type { SuiteTest } from "./suite-reporter.ts";

export interface Finding {
  readonly what: string;
  readonly reason: string;
  /** The Nodes it was seen on; absent when it was all of them, or when no Node is involved. */
  readonly nodes?: readonly string[];
}

export interface Cell {
  /** Number of tests that passed on every Node. */
  readonly passed: number;
  readonly failed: readonly Finding[];
  /** Tests that skipped themselves with a note: what this release does not have. */
  readonly absent: readonly Finding[];
}

export interface ReleaseResult {
  readonly version: string;
  readonly nodes: readonly string[];
  readonly cells: Readonly<Record<string, Cell>>;
  /** Why nothing could be run at all. */
  readonly broken?: string;
}

/** The column a file belongs to: its package, or the folder it lies in. */
const columnOf = (file: string): string => {
  const [top = "", second = ""] = file.split("/");
  return top === "packages" ? second : top || "elsewhere";
};

const declarationColumn = (problem: string): string =>
  /node_modules\/(?:@pi-testkit\/)?([^/]+)\//.exec(problem.replaceAll("\\", "/"))?.[1] ?? "elsewhere";

type ByNode = Readonly<Record<string, readonly SuiteTest[]>>;

interface Observed {
  readonly column: string;
  readonly what: string;
  readonly seen: { readonly node: string; readonly test: SuiteTest }[];
}

const observe = (byNode: ByNode): Observed[] => {
  const observed = new Map<string, Observed>();
  for (const [node, tests] of Object.entries(byNode)) {
    for (const test of tests) {
      const what = test.file ? `${test.file} › ${test.name}` : test.name;
      const entry = observed.get(what) ?? { column: columnOf(test.file), what, seen: [] };
      entry.seen.push({ node, test });
      observed.set(what, entry);
    }
  }
  return [...observed.values()];
};

const findingOf = (observed: Observed, state: SuiteTest["state"], allNodes: number): Finding | undefined => {
  const seen = observed.seen.filter(({ test }) => test.state === state);
  const [first] = seen;
  if (!first) return undefined;
  const nodes = seen.length < allNodes ? { nodes: seen.map(({ node }) => node) } : {};
  return { what: observed.what, reason: first.test.reason ?? "", ...nodes };
};

/** A skipped test without a note is a failure: nothing stays unexplained. */
const sort = (observed: Observed, allNodes: number): { failed: Finding[]; absent: Finding[] } => {
  const failed = findingOf(observed, "failed", allNodes);
  const skipped = findingOf(observed, "skipped", allNodes);
  if (skipped && !skipped.reason) {
    return { failed: [failed ?? { ...skipped, reason: "skipped without saying why" }], absent: [] };
  }
  return { failed: failed ? [failed] : [], absent: skipped ? [skipped] : [] };
};

/** Puts the suites' tests on every Node and the declaration problems together. */
export const resultOf = (
  version: string,
  byNode: ByNode,
  declarationProblems: readonly string[],
  columns: readonly string[],
): ReleaseResult => {
  const nodes = Object.keys(byNode);
  const cells: Record<string, { passed: number; failed: Finding[]; absent: Finding[] }> = {};
  const cell = (column: string) => {
    cells[column] ??= { passed: 0, failed: [], absent: [] };
    return cells[column];
  };
  for (const column of columns) cell(column);
  for (const observed of observe(byNode)) {
    const { failed, absent } = sort(observed, nodes.length);
    const target = cell(observed.column);
    target.failed.push(...failed);
    target.absent.push(...absent);
    if (failed.length === 0 && absent.length === 0) target.passed++;
  }
  for (const problem of declarationProblems) {
    cell(declarationColumn(problem)).failed.push({ what: "packed declarations", reason: problem });
  }
  return { version, nodes, cells };
};
