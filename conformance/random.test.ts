// Random extensions on both arms. More cases: node --conditions=pi-testkit-source conformance/run.ts --random 10000
import { expect, it } from "vitest";
import { runRandom } from "./random.ts";

it("random extensions see and get the same on both arms", async () => {
  const { cases, share } = await runRandom(100);
  expect(cases).toBe(100);
  for (const what of ["threw", "changed", "returned", "blocked", "unsubscribed", "registered late"])
    expect(share[what], `no case ${what}`).toBeGreaterThan(0);
}, 120_000);
