// What a test session costs against the leanest bare pi session doing the same; ratios of one run.
import { runBareSession } from "./bare-session.ts";
import { runKitSession } from "./kit-session.ts";
import { tellFigure } from "./promise.ts";

const rounds = Number(process.env.ROUNDS ?? 60);
const steps = 10;

const timed = async (work: () => Promise<void>): Promise<number> => {
  // Processor time: the same whatever else the machine is doing.
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (let round = 0; round < 10; round++) {
  await runBareSession(steps);
  await runKitSession(steps);
}
const bare: number[] = [];
const kit: number[] = [];
for (let round = 0; round < rounds; round++) {
  // Turn about, so that whatever else the machine does hits both.
  bare.push(await timed(() => runBareSession(steps)));
  kit.push(await timed(() => runKitSession(steps)));
}
const ratio = median(kit) / median(bare);
tellFigure({
  what: `a session of ${steps} steps : the leanest session of bare pi`,
  value: ratio,
  limit: 1.1,
  unit: "×",
  detail: `${median(bare).toFixed(1)} ms bare, ${median(kit).toFixed(1)} ms with the kit (processor time)`,
});
