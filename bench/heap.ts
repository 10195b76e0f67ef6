// How much memory sessions leave behind: heap after 100 and after 1,000 sessions, the kit and bare pi, each in a
// process of its own, and that several times. `node --expose-gc bench/heap.ts kit` is the child.
import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { runBareSession } from "./bare-session.ts";
import { runKitSession } from "./kit-session.ts";
import { tellFigure } from "./promise.ts";

/** What one pair shows varies about as much as what is promised. An odd number, for the median. */
const pairs = 5;

const run = promisify(execFile);

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

const measured = async (name: keyof typeof works): Promise<number> => {
  const { stdout } = await run(process.execPath, [
    "--expose-gc",
    "--conditions=pi-testkit-source",
    import.meta.filename,
    name,
  ]);
  const [after100, after1000]: [number, number] = JSON.parse(stdout);
  console.log(`heap of ${name}: ${after100.toFixed(1)} MB after 100 sessions, ${after1000.toFixed(1)} MB after 1,000`);
  return after1000 - after100;
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const [, , name] = process.argv;
if (name === "bare" || name === "kit") {
  await child(works[name]);
} else {
  const bare: number[] = [];
  const kit: number[] = [];
  const above: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Side by side: memory, unlike time, is not what they compete for.
    const [without, having] = await Promise.all([measured("bare"), measured("kit")]);
    bare.push(without);
    kit.push(having);
    above.push(having - without);
  }
  tellFigure({
    what: "heap growth from 100 to 1,000 sessions, above bare pi's",
    value: median(above),
    limit: 3,
    unit: "MB",
    detail: `${median(bare).toFixed(1)} MB bare, ${median(kit).toFixed(1)} MB with the kit; the median of ${pairs} pairs, from ${Math.min(...above).toFixed(1)} to ${Math.max(...above).toFixed(1)} MB`,
  });
}
