// Runs the suite outside of vitest, on any published release of pi, and writes what held:
// node --conditions=pi-testkit-source conformance/run.ts [--pi 0.84.4] [--json file] [--random 10000] [--only text]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { installRelease, newest, releaseFolder } from "../compat/releases.ts";
import type { State } from "./older-releases.ts";

const { values } = parseArgs({
  options: {
    pi: { type: "string", default: newest },
    json: { type: "string" },
    random: { type: "string" },
    only: { type: "string" },
    seed: { type: "string" },
  },
});

// A scenario that hangs is left behind, its folder with it: all of them lie in one that goes with the process.
const folder = mkdtempSync(join(tmpdir(), "pi-conformance-run-"));
process.env.TMPDIR = folder;
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

if (values.pi !== newest) {
  installRelease(values.pi);
  process.env.PI_FOLDER = releaseFolder(values.pi);
  const parentURL = pathToFileURL(join(releaseFolder(values.pi), "..", "from-here.js")).href;
  // Every import of pi's packages, ours and those of the arms, ends in the folder of the release.
  registerHooks({
    resolve: (specifier, context, next) => {
      const ours = specifier.startsWith("@earendil-works/") && !context.parentURL?.includes("/node_modules/");
      return next(specifier, ours ? { ...context, parentURL } : context);
    },
  });
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const { observe } = await import("./observe.ts");
const { openFake } = await import("./fake-arm.ts");
const { openReal } = await import("./real-arm.ts");
const { requirements, scenarios } = await import("./suite.ts");

const withinTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<T>((_resolve, reject) => setTimeout(() => reject(new Error("took longer than 20 s")), 20_000).unref()),
  ]);

process.on("unhandledRejection", () => {});

if (values.random) {
  const { runRandom } = await import("./random.ts");
  const report = await runRandom(Number(values.random), values.seed === undefined ? undefined : Number(values.seed));
  say(JSON.stringify(report, null, 2));
  process.exit(0);
}

const states: Record<string, State> = {};
/** Why a scenario could not be played on a release. */
const reasons: Record<string, string> = {};
for (const [id, scenario] of Object.entries(scenarios)) {
  if (values.only && !id.includes(values.only)) continue;
  try {
    const real = await withinTime(observe(scenario, openReal));
    const fake = await withinTime(observe(scenario, openFake));
    states[id] = JSON.stringify(real) === JSON.stringify(fake) ? "same" : "different";
    if (values.only) say(JSON.stringify({ real, fake }, null, 1));
  } catch (error) {
    states[id] = "not on this release";
    reasons[id] = error instanceof Error ? error.message : String(error);
    if (values.only) say(String(error instanceof Error ? error.stack : error));
  }
}
const count = (state: State) => Object.values(states).filter((own) => own === state).length;
say(
  `pi ${values.pi}: ${count("same")} of ${Object.keys(requirements).length} the same, ${count("different")} different, ${count("not on this release")} not on this release`,
);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ pi: values.pi, states, reasons }, null, 2)}\n`);
process.exit(0);
