// `pnpm compat`: the suites of all packages and their packed declarations on published versions of pi.
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
import { added, type Cell, cellsOf, type NodeResult, type ReleaseResult } from "./result.ts";
import { runConformance } from "./run-conformance.ts";
import { runGolden, runSuites } from "./run-suites.ts";
import type { SuiteTest } from "./suite-reporter.ts";

const resultFolder = join(root, "compat", "results");

const runners: Readonly<Record<Suite, (version: string, node: string) => SuiteTest[]>> = {
  packages: runSuites,
  conformance: runConformance,
  golden: runGolden,
};

const latest = (): string =>
  execFileSync("npm", ["view", "@earendil-works/pi-coding-agent", "version"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  }).trim();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const runOnNode = (
  version: string,
  node: string,
  { suites }: CompatPlan,
  declarations: readonly string[],
): NodeResult => {
  try {
    const program = installNode(node);
    const tests = suites.flatMap((suite) => runners[suite](version, program));
    // The declarations count to the packages, whose columns are there even if no suite concerns them.
    const columns = suites.includes("packages") ? publishedPackages().map(({ folder }) => folder) : [];
    return { cells: cellsOf(tests, declarations, columns) };
  } catch (error) {
    return { cells: {}, broken: messageOf(error) };
  }
};

const runRelease = (version: string, plan: CompatPlan, packed: PackedPackages | undefined): ReleaseResult => {
  const everywhere = (result: NodeResult): ReleaseResult => {
    return { version, nodes: Object.fromEntries(plan.nodes.map((node) => [node, result])) };
  };
  try {
    installRelease(version);
    const declarations = packed ? checkDeclarations(packed, version) : [];
    const nodes = plan.nodes.map((node) => [node, runOnNode(version, node, plan, declarations)] as const);
    return { version, nodes: Object.fromEntries(nodes) };
  } catch (error) {
    return everywhere({ cells: {}, broken: messageOf(error) });
  }
};

const cellsIn = ({ nodes }: ReleaseResult) =>
  Object.entries(nodes).flatMap(([node, { cells }]) =>
    Object.entries(cells).map(([column, cell]) => ({ node, column, cell })),
  );

const summary = (result: ReleaseResult): string => {
  const broken = Object.values(result.nodes).find((node) => node.broken)?.broken;
  if (broken) return `BROKEN: ${broken}`;
  const sum = (count: (cell: Cell) => number) => cellsIn(result).reduce((total, { cell }) => total + count(cell), 0);
  const [passed, failed] = [sum((cell) => cell.passed), sum((cell) => cell.failed.length)];
  return `${passed} pass, ${failed} fail, ${sum((cell) => cell.absent.length)} absent there, ${sum((cell) => cell.otherwise ?? 0)} otherwise there`;
};

const isGood = (result: ReleaseResult): boolean =>
  Object.values(result.nodes).every(({ broken }) => broken === undefined) &&
  cellsIn(result).every(({ cell }) => cell.failed.length === 0);

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
    for (const { node, column, cell } of cellsIn(result)) {
      for (const { what, reason } of cell.failed) console.log(`    Node ${node}, ${column}: ${what}: ${reason}`);
    }
    return result;
  });
  return results.every(isGood);
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
