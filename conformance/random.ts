// Runs random cases on both arms and counts what they did.
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { openFake } from "./fake-arm.ts";
import { type Observation, observe } from "./observe.ts";
import { type RandomCase, randomCase } from "./random-case.ts";
import { pools } from "./random-events.ts";
import { asExtension } from "./random-extension.ts";
import { printCase, printExtension } from "./random-print.ts";
import { openReal } from "./real-arm.ts";
import { attemptAsync } from "./recording.ts";
import type { OpenStage } from "./stage.ts";

const runCase = (random: RandomCase, open: OpenStage, extensions: readonly ExtensionFactory[], seen: unknown[]) =>
  observe(async (openStage, see) => {
    const stage = await openStage({ extensions, start: false });
    await stage.start();
    for (const [index, event] of random.emitted.entries()) {
      const payload = pools[event]?.payload() ?? {};
      see(`${index + 1}. ${event}: result`, await attemptAsync(() => stage.emit(event, payload)));
      see(`${index + 1}. ${event}: payload afterwards`, payload);
    }
    see("seen by the handlers", seen);
    see("reported errors", stage.errors);
  }, open);

/** A case as it is run, with what its handlers saw. `counts` gets what they did. */
export const runNoting = (random: RandomCase, open: OpenStage, counts: Record<string, number>) => {
  const seen: unknown[] = [];
  const extensions = random.extensions.map((own, index) => asExtension(own, `${index + 1}.`, seen, counts));
  return runCase(random, open, extensions, seen);
};

/** A case from its printed source, whose handlers note nothing. */
export const runPrinted = (random: RandomCase, open: OpenStage): Promise<Observation[]> => {
  const extensions = random.extensions.map(
    (own, index) => new Function(`return ${printExtension(own, `${index + 1}.`)}`)() as ExtensionFactory,
  );
  return runCase(random, open, extensions, []);
};

/** What the two arms saw differently. */
const differences = (real: readonly Observation[], fake: readonly Observation[]): string =>
  real
    .flatMap(({ label, value }, index) => {
      const [onReal, onFake] = [JSON.stringify(value), JSON.stringify(fake[index]?.value)];
      return onReal === onFake ? [] : [`${label}\n  real pi: ${onReal}\n  fake:    ${onFake}`];
    })
    .join("\n");

export interface RandomReport {
  readonly cases: number;
  /** In how many cases something happened at least once, by what. */
  readonly share: Readonly<Record<string, number>>;
}

/** @throws with the smallest extensions that make the arms disagree, as source. */
export const runRandom = async (
  cases: number,
  seed?: number,
  openSecond: OpenStage = openFake,
): Promise<RandomReport> => {
  const share: Record<string, number> = {};
  let done = 0;
  const property = fc.asyncProperty(randomCase, async (random) => {
    const counts: Record<string, number> = {};
    const real = await runNoting(random, openReal, counts);
    const second = await runNoting(random, openSecond, {});
    done++;
    for (const what of Object.keys(counts)) share[what] = (share[what] ?? 0) + 1;
    const told = differences(real, second);
    if (told) throw new Error(`${told}\n${printCase(random)}`);
  });
  const run = await fc.check(property, {
    numRuns: cases,
    ...(seed === undefined ? {} : { seed }),
    endOnFailure: false,
  });
  if (run.failed)
    throw new Error(
      `The arms disagree (seed ${run.seed}, case ${run.numRuns}, shrunk ${run.numShrinks} times).\n${run.errorInstance instanceof Error ? run.errorInstance.message : run.errorInstance}`,
    );
  return { cases: done, share };
};
