// How much memory sessions leave behind: heap after 100 and after 1,000 sessions, the kit and bare pi, each in a
// process of its own. `node --expose-gc bench/heap.ts kit` is the child.
import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { runBareSession } from "./bare-session.ts";
import { runKitSession } from "./kit-session.ts";
import { tellFigure } from "./promise.ts";

const works = { bare: runBareSession, kit: runKitSession };
/** What stays. Weak references are let go of in callbacks of the event loop, so it takes several rounds. */
const heapAfter = async (): Promise<number> => {
  for (let round = 0; round < 6; round++) {
    globalThis.gc?.();
    await setTimeout(30);
  }
  return process.memoryUsage().heapUsed / 1e6;
};

const child = async (work: (steps: number) => Promise<void>): Promise<void> => {
  const heaps: number[] = [];
  for (let count = 1; count <= 1_000; count++) {
    await work(10);
    if (count === 100 || count === 1_000) heaps.push(await heapAfter());
  }
  console.log(JSON.stringify(heaps));
};

const measured = (name: keyof typeof works): [number, number] => {
  const run = spawnSync(
    process.execPath,
    ["--expose-gc", "--conditions=pi-testkit-source", import.meta.filename, name],
    { encoding: "utf8" },
  );
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
};

const [, , name] = process.argv;
if (name === "bare" || name === "kit") {
  await child(works[name]);
} else {
  const growth: Record<string, number> = {};
  for (const each of ["bare", "kit"] as const) {
    const [after100, after1000] = measured(each);
    growth[each] = after1000 - after100;
    console.log(
      `heap of ${each}: ${after100.toFixed(1)} MB after 100 sessions, ${after1000.toFixed(1)} MB after 1,000`,
    );
  }
  const above = (growth.kit ?? 0) - (growth.bare ?? 0);
  tellFigure({
    what: "heap growth from 100 to 1,000 sessions, above bare pi's",
    value: above,
    limit: 3,
    unit: "MB",
    detail: `${growth.bare?.toFixed(1)} MB bare, ${growth.kit?.toFixed(1)} MB with the kit`,
  });
}
