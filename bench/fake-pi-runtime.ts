// What the fake costs: importing it against an empty script and against importing pi; a hook test (load, emit, look)
// against the same hook in a full session. Processor time, medians of rounds taken turn about; ratios of one run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createFakePi } from "@pi-testkit/fake-pi-runtime";
import { calls, createTestSession, says, when } from "pi-testkit";
import { tellFigure } from "./promise.ts";

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Milliseconds of processor time of each work, the median of all rounds. */
const turnAbout = async <Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) for (const name of names) taken[name].push(await works[name]());
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<Name, number>;
};

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** What a process that runs `code` takes until its end, as it says itself. */
const node = (code: string) => () => {
  const whole = `${code}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", whole], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
};

if (!existsSync(join(import.meta.dirname, "../packages/fake-pi-runtime/dist/index.js")))
  throw new Error("The import is measured on the built package: pnpm --filter @pi-testkit/fake-pi-runtime... build");
const imports = await turnAbout(Number(process.env.ROUNDS ?? 15), {
  empty: node(""),
  fake: node('await import("@pi-testkit/fake-pi-runtime")'),
  pi: node('await import("@earendil-works/pi-coding-agent")'),
});
const [fake, pi] = [imports.fake - imports.empty, imports.pi - imports.empty];
tellFigure({
  what: "importing pi : importing the fake runtime",
  value: pi / fake,
  unit: "×",
  detail: `empty script ${imports.empty.toFixed(0)} ms, the fake ${fake.toFixed(0)} ms more, pi ${pi.toFixed(0)} ms more`,
});

const extension = (pi: ExtensionAPI) => {
  pi.on("tool_call", ({ toolName }) => (toolName === "bash" ? { block: true, reason: "no" } : undefined));
};
const timed = (work: () => Promise<void>) => async () => {
  const start = process.cpuUsage();
  await work();
  return milliseconds(process.cpuUsage(start));
};

// A single hook test with the fake is shorter than the clock of the processor ticks.
const each = 50;
const works = {
  fake: timed(async () => {
    for (let n = 0; n < each; n++) {
      const fake = createFakePi();
      await fake.load(extension);
      const result = await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } });
      if (result?.reason !== "no") throw new Error("not blocked");
    }
  }),
  session: timed(async () => {
    const t = await createTestSession({ extensionFactories: [extension] });
    await t.run(when("go", [calls("bash", { command: "ls" }), says("ok")]));
    if (t.events.blockedCalls().length !== 1) throw new Error("not blocked");
    await t.dispose();
  }),
};
await turnAbout(10, works);
const hooks = await turnAbout(Number(process.env.ROUNDS ?? 40), works);
tellFigure({
  what: "a hook test through createTestSession : the same with the fake runtime",
  value: (hooks.session / hooks.fake) * each,
  limit: 50,
  least: true,
  unit: "×",
  detail: `${(hooks.fake / each).toFixed(3)} ms with the fake, ${hooks.session.toFixed(2)} ms in a session (processor time)`,
});
