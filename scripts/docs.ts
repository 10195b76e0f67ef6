// `pnpm docs`: writes everything in docs and the READMEs that is generated. docs/conformance.md and
// docs/compatibility.md take long and have commands of their own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

for (const script of ["snippets", "error-page", "differences-page", "api-reference"]) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${script}.ts`)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
