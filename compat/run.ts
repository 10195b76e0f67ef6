// `pnpm compat`: the suites of all packages and their packed declarations on published versions of pi.
// Results are kept one file a version in compat/results, so that shards and repeated runs add up to one page.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDeclarations } from "../scripts/check-declarations.ts";
import { type PackedPackages, packAll } from "../scripts/pack.ts";
import { publishedPackages, root } from "../scripts/workspace-packages.ts";
import { type CompatPlan, readCommandLine, usage } from "./command-line.ts";
import { installNode } from "./nodes.ts";
import { compatibilityPage } from "./page.ts";
import { installRelease } from "./releases.ts";
import { type ReleaseResult, resultOf } from "./result.ts";
import { runSuites } from "./run-suites.ts";

const resultFolder = join(root, "compat", "results");

const latest = (): string =>
  execFileSync("npm", ["view", "@earendil-works/pi-coding-agent", "version"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  }).trim();

const runRelease = (version: string, plan: CompatPlan, packed: PackedPackages): ReleaseResult => {
  try {
    installRelease(version);
    const byNode = Object.fromEntries(plan.nodes.map((node) => [node, runSuites(version, installNode(node))]));
    const columns = publishedPackages().map(({ folder }) => folder);
    return resultOf(version, byNode, checkDeclarations(packed, version), columns);
  } catch (error) {
    return { version, nodes: plan.nodes, cells: {}, broken: error instanceof Error ? error.message : String(error) };
  }
};

const summary = ({ cells, broken }: ReleaseResult): string => {
  if (broken) return `BROKEN: ${broken}`;
  const sum = (count: (cell: (typeof cells)[string]) => number) =>
    Object.values(cells).reduce((total, cell) => total + count(cell), 0);
  const failed = sum((cell) => cell.failed.length);
  return `${sum((cell) => cell.passed)} pass, ${failed} fail, ${sum((cell) => cell.absent.length)} absent there`;
};

const isGood = ({ cells, broken }: ReleaseResult): boolean =>
  broken === undefined && Object.values(cells).every((cell) => cell.failed.length === 0);

const runAll = (plan: CompatPlan): boolean => {
  using packed = packAll();
  if (packed.failures.length > 0) throw new Error(packed.failures.join("\n\n"));
  const started = performance.now();
  const results = plan.versions.map((version, index) => {
    const result = runRelease(version, plan, packed);
    writeFileSync(join(resultFolder, `${version}.json`), `${JSON.stringify(result, null, 2)}\n`);
    const done = index + 1;
    const minutesLeft = ((performance.now() - started) / done / 60_000) * (plan.versions.length - done);
    const rest = done < plan.versions.length ? `; about ${Math.ceil(minutesLeft)} min left` : "";
    console.log(`[${done}/${plan.versions.length}] pi ${version}: ${summary(result)}${rest}`);
    for (const [column, { failed }] of Object.entries(result.cells)) {
      for (const finding of failed) console.log(`    ${column}: ${finding.what}: ${finding.reason}`);
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
