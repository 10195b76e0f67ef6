// `pnpm compat`: on published versions of pi, the suites of all packages with their packed declarations, the fake runtime
// beside pi, and the mock `pi` beside pi.
// Results are kept one file a version in compat/results, so that shards, Nodes and repeated runs add up to one page.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDeclarations } from "../scripts/check-declarations.ts";
import { type PackedPackages, packAll } from "../scripts/pack.ts";
import { publishedPackages, root } from "../scripts/workspace-packages.ts";
import { type CompatPlan, readCommandLine, type Suite, usage } from "./command-line.ts";
import { installNode } from "./nodes.ts";
import { compatibilityPage } from "./page.ts";
import { installRelease } from "./releases.ts";
import { added, brokenIn, type Cell, cellsIn, cellsOf, type ReleaseResult, type SuiteResult } from "./result.ts";
import { runConformance } from "./run-conformance.ts";
import { runGolden, runSuites } from "./run-suites.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const resultFolder = join(root, "compat", "results");

const runners: Readonly<Record<Suite, (version: string, node: string) => SuiteTest[]>> = {
  packages: runSuites,
  conformance: runConformance,
  golden: runGolden,
};

const packageNames = publishedPackages().map(({ folder }) => folder);

const latest = (): string =>
  execFileSync("npm", ["view", "@earendil-works/pi-coding-agent", "version"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  }).trim();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const runSuite = (suite: Suite, version: string, node: string, declarations: readonly string[]): SuiteResult => {
  try {
    const tests = runners[suite](version, installNode(node));
    // The declarations count to the packages, whose columns are there even if no suite concerns them.
    return suite === "packages"
      ? { cells: cellsOf(tests, declarations, packageNames) }
      : { cells: cellsOf(tests, [], [suite]) };
  } catch (error) {
    return { cells: {}, broken: messageOf(error) };
  }
};

const runRelease = (
  version: string,
  { nodes, suites }: CompatPlan,
  packed: PackedPackages | undefined,
): ReleaseResult => {
  const onAll = (resultOf: (suite: Suite, node: string) => SuiteResult): ReleaseResult => {
    const onNode = (node: string) => Object.fromEntries(suites.map((suite) => [suite, resultOf(suite, node)]));
    return { version, nodes: Object.fromEntries(nodes.map((node) => [node, onNode(node)])) };
  };
  try {
    installRelease(version);
    const declarations = packed ? checkDeclarations(packed, version) : [];
    return onAll((suite, node) => runSuite(suite, version, node, declarations));
  } catch (error) {
    return onAll(() => ({ cells: {}, broken: messageOf(error) }));
  }
};

const summary = (result: ReleaseResult): string => {
  const sum = (count: (cell: Cell) => number) => cellsIn(result).reduce((total, { cell }) => total + count(cell), 0);
  const [passed, failed] = [sum((cell) => cell.passed), sum((cell) => cell.failed.length)];
  const [absent, otherwise] = [sum((cell) => cell.absent.length), sum((cell) => cell.otherwise ?? 0)];
  return `${passed} pass, ${failed} fail, ${absent} absent there, ${otherwise} otherwise there`;
};

const problemsOf = (result: ReleaseResult): string[] => [
  ...brokenIn(result).map(({ node, suite, reason }) => `Node ${node}, ${suite}: could not be run. ${reason}`),
  ...cellsIn(result).flatMap(({ node, column, cell }) =>
    cell.failed.map(({ what, reason }) => `Node ${node}, ${column}: ${what}: ${reason}`),
  ),
];

const resultFile = (version: string): string => join(resultFolder, `${version}.json`);

const keptResult = (version: string): ReleaseResult | undefined =>
  existsSync(resultFile(version)) ? JSON.parse(readFileSync(resultFile(version), "utf8")) : undefined;

const runAll = (plan: CompatPlan): boolean => {
  using packed = plan.suites.includes("packages") ? packAll() : undefined;
  if (packed && packed.failures.length > 0) throw new Error(packed.failures.join("\n\n"));
  const started = performance.now();
  const results = plan.versions.map((version, index) => {
    const result = runRelease(version, plan, packed);
    const all = added(keptResult(version), result);
    writeFileSync(resultFile(version), `${JSON.stringify(all, null, 2)}\n`);
    const done = index + 1;
    const minutesLeft = ((performance.now() - started) / done / 60_000) * (plan.versions.length - done);
    const rest = done < plan.versions.length ? `; about ${Math.ceil(minutesLeft)} min left` : "";
    console.log(`[${done}/${plan.versions.length}] pi ${version}: ${summary(result)}${rest}`);
    for (const problem of problemsOf(result)) console.log(`    ${problem}`);
    return result;
  });
  return results.every((result) => problemsOf(result).length === 0);
};

const writePage = (): void => {
  const results = readdirSync(resultFolder).map((file): ReleaseResult => {
    return JSON.parse(readFileSync(join(resultFolder, file), "utf8"));
  });
  writeFileSync(join(root, "docs", "compatibility.md"), compatibilityPage(results));
  console.log(`docs/compatibility.md: ${results.length} versions of pi.`);
};

const planOrStop = (): CompatPlan => {
  try {
    return readCommandLine(process.argv.slice(2), latest);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
};

const plan = planOrStop();
mkdirSync(resultFolder, { recursive: true });
const good = plan.pageOnly || runAll(plan);
writePage();
process.exitCode = good ? 0 : 1;
