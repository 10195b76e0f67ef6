// `pnpm docs`: writes everything in docs and the READMEs that is generated from what is in the repository.
// docs/compatibility.md is written by the matrix, docs/performance.md by the benchmarks.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const pages = ["snippets", "error-page", "../conformance/page", "differences-page", "api-reference"];
for (const page of pages) {
  const program = ["--conditions=pi-testkit-source", join(import.meta.dirname, `${page}.ts`)];
  const { status } = spawnSync(process.execPath, program, { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
