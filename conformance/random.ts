// Runs random cases on both arms and counts what they did.
import fc from "fast-check";
import { openFake } from "./fake-arm.ts";
import { observe } from "./observe.ts";
import { asExtension, pools, printCase, type RandomCase, randomCase } from "./random-extension.ts";
import { openReal } from "./real-arm.ts";
import { attemptAsync } from "./recording.ts";
import type { OpenStage } from "./stage.ts";

const runCase = (random: RandomCase, open: OpenStage, counts: Record<string, number>) =>
  observe(async (openStage, see) => {
    const seen: unknown[] = [];
    const stage = await openStage({
      extensions: random.extensions.map((handlers, index) => asExtension(handlers, `${index + 1}.`, seen, counts)),
      start: false,
    });
    await stage.start();
    for (const event of random.emitted) {
      const payload = pools[event]?.payload() ?? {};
      see(`${event} result`, await attemptAsync(() => stage.emit(event, payload)));
      see(`${event} payload`, payload);
    }
    see("seen", seen);
    see("errors", stage.errors);
  }, open);

export interface RandomReport {
  readonly cases: number;
  /** In how many cases something happened at least once, by what. */
  readonly share: Readonly<Record<string, number>>;
}

/** @throws with the smallest extensions that make the arms disagree. */
export const runRandom = async (cases: number, seed?: number): Promise<RandomReport> => {
  const share: Record<string, number> = {};
  let done = 0;
  const property = fc.asyncProperty(randomCase, async (random) => {
    const counts: Record<string, number> = {};
    const real = JSON.stringify(await runCase(random, openReal, counts));
    const fake = JSON.stringify(await runCase(random, openFake, {}));
    done++;
    for (const what of Object.keys(counts)) share[what] = (share[what] ?? 0) + 1;
    if (real !== fake) throw new Error(`The arms disagree on:\n${printCase(random)}\nreal: ${real}\nfake: ${fake}`);
  });
  await fc.assert(property, { numRuns: cases, ...(seed === undefined ? {} : { seed }), endOnFailure: false });
  return { cases: done, share };
};
