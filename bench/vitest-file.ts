// A file of 50 tests under vitest, with the kit and with bare pi: what a person waits for.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tellFigure } from "./promise.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(root, ".bench-"));
const source = (name: string, file: string): string =>
  `import { it } from "vitest";\nimport { ${name} } from ${JSON.stringify(join(root, "bench", file))};
for (let n = 0; n < 50; n++) it("test " + n, () => ${name}(3));\n`;

const timed = (file: string): number => {
  const start = performance.now();
  const run = spawnSync("vitest", ["run", "--root", folder, file], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return performance.now() - start;
};

try {
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `export default { ssr: { resolve: { conditions: ["pi-testkit-source"] } } };\n`,
  );
  writeFileSync(join(folder, "bare.test.ts"), source("runBareSession", "bare-session.ts"));
  writeFileSync(join(folder, "kit.test.ts"), source("runKitSession", "kit-session.ts"));
  const bare: number[] = [];
  const kit: number[] = [];
  for (let round = 0; round < 5; round++) {
    bare.push(timed("bare.test.ts"));
    kit.push(timed("kit.test.ts"));
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  tellFigure({
    what: "a file of 50 tests under vitest : the same with bare pi",
    value: median(kit) / median(bare),
    unit: "×",
    detail: `${(median(bare) / 1000).toFixed(2)} s bare, ${(median(kit) / 1000).toFixed(2)} s with the kit`,
  });
} finally {
  rmSync(folder, { recursive: true });
}
