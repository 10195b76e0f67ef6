// `pnpm bench`: every benchmark, one after the other, then one table of what was promised and what was measured.
// `pnpm bench --write` keeps the table in docs/performance.md; run it on a machine that does nothing else.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { newest } from "../compat/releases.ts";
import { amountOf, boundOf, type Figure, holds } from "./promise.ts";

/** No benchmarks by themselves. */
const parts: ReadonlySet<string> = new Set([
  "run.ts",
  "promise.ts",
  "bare-session.ts",
  "kit-session.ts",
  // Commands of their own: one needs the registry and a quarter of an hour, one shows a promise that is no ratio.
  "sandbox-registry.ts",
  "mock-pi-claims.ts",
]);

const folder = mkdtempSync(join(tmpdir(), "pi-testkit-bench-"));
const kept = join(folder, "figures.jsonl");
const figures: Figure[] = [];
const broken: string[] = [];
try {
  writeFileSync(kept, "");
  for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !parts.has(name))) {
    console.log(`\n${file}`);
    const { status } = spawnSync(
      process.execPath,
      ["--conditions=pi-testkit-source", join(import.meta.dirname, file)],
      {
        stdio: "inherit",
        env: { ...process.env, BENCH_FIGURES: kept },
      },
    );
    if (status !== 0) broken.push(file);
  }
  const lines = readFileSync(kept, "utf8").split("\n").filter(Boolean);
  figures.push(...lines.map((line): Figure => JSON.parse(line)));
} finally {
  rmSync(folder, { recursive: true });
}

const facts = [
  `pi ${newest}`,
  `Node ${process.versions.node}`,
  `${process.platform} ${process.arch}`,
  `${cpus().length} × ${cpus()[0]?.model.trim() || "an unnamed processor"}`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
  new Date().toISOString().slice(0, 10),
].join(", ");
const rows = figures.map(
  (figure) =>
    `| ${figure.what} | ${amountOf(figure)} | ${boundOf(figure) || "none"} | ${holds(figure) ? "yes" : "**no**"} | ${figure.detail} |`,
);
const table = `| what | measured | promised | holds | behind it |\n|---|---|---|---|---|\n${rows.join("\n")}`;
console.log(`\n${facts}\n\n${table}`);
if (broken.length > 0) console.log(`\nDid not run to their end: ${broken.join(", ")}.`);
process.exitCode = broken.length === 0 && figures.every(holds) ? 0 : 1;

if (process.argv.includes("--write")) {
  const page = `# Performance

The last run of \`pnpm bench --write\`: ${facts}.
Every figure is a ratio, a share or a difference within one run, so that it means the same on another machine.

${table}
`;
  writeFileSync(join(import.meta.dirname, "..", "docs", "performance.md"), page);
}
