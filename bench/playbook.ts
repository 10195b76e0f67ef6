// What a scripted step costs beside pi-ai's own faux provider, and whether a long script stays linear.
// Ratios of one run are what counts; absolute figures depend on the machine. The time is the processor's, not the
// clock's, so that other work on the machine does not decide.
// Run: node --conditions=pi-testkit-source bench/playbook.ts
import { createFauxCore, fauxAssistantMessage, fauxToolCall } from "@earendil-works/pi-ai";
import { calls, createPlaybook, type PlaybookOptions, type Step, says } from "@pi-testkit/playbook";
import { Bench } from "tinybench";
import { tellFigure } from "./promise.ts";

const limit = 1.2;
const steps = 500;
const rounds = Number(process.env.ROUNDS ?? 60);
const parameters = { type: "object", properties: { path: { type: "string" } } };
const context = {
  systemPrompt: "You are a coding assistant.",
  messages: [{ role: "user", content: "Go on.", timestamp: 1 }],
  tools: [{ name: "read", description: "Reads a file", parameters }],
};

/** Milliseconds the process has computed. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const drain = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream);
};

const playbookRun = (step: () => Step, options: PlaybookOptions) => async (): Promise<void> => {
  const playbook = createPlaybook(
    Array.from({ length: steps }, () => step()),
    options,
  );
  for (let index = 0; index < steps; index++) await drain(playbook.streamFn(playbook.model, context));
  playbook.assertDone();
};

type FauxMessage = ReturnType<typeof fauxAssistantMessage>;

const fauxRun = (message: () => FauxMessage) => async (): Promise<void> => {
  const core = createFauxCore({});
  core.setResponses(Array.from({ length: steps }, () => message()));
  const model = core.getModel();
  if (model === undefined) throw new Error("The faux provider has no model.");
  for (let index = 0; index < steps; index++) await drain(core.stream(model, context as never));
};

const text = "The quick brown fox jumps over the lazy dog, and the dog looks up. ".repeat(3);
const scenarios = {
  text: { step: () => says(text, { deltas: 13 }), message: () => fauxAssistantMessage(text) },
  "short text": { step: () => says("Done."), message: () => fauxAssistantMessage("Done.") },
  "tool call": {
    step: () => calls("read", { path: "a/file.txt" }),
    message: () => fauxAssistantMessage([fauxToolCall("read", { path: "a/file.txt" })]),
  },
};

/**
 * The median time of each task, in milliseconds, over many short rounds that take turns: the least of a few is as
 * often the luck of one task as its speed.
 */
const medianTimes = async (tasks: Readonly<Record<string, () => Promise<void>>>): Promise<number[]> => {
  const samples: number[][] = Object.keys(tasks).map(() => []);
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ iterations: 2, time: 0, warmup: round === 0, now: processorTime, retainSamples: true });
    for (const [name, run] of Object.entries(tasks)) bench.add(name, run);
    await bench.run();
    for (const [index, { result }] of bench.tasks.entries())
      if ("latency" in result) samples[index]?.push(...(result.latency.samples ?? []));
  }
  return samples.map((each) => each.toSorted((one, other) => one - other)[each.length >> 1] ?? Number.NaN);
};

for (const [name, { step, message }] of Object.entries(scenarios)) {
  const times = await medianTimes({
    faux: fauxRun(message),
    playbook: playbookRun(step, {}),
    "keepRequests: 0": playbookRun(step, { keepRequests: 0 }),
  });
  const [faux, all, none] = times.map((time) => (time * 1000) / steps) as [number, number, number];
  const told = (time: number, how: string) =>
    tellFigure({
      what: `a step with ${name}${how} : pi-ai's faux provider`,
      value: time / faux,
      limit,
      unit: "×",
      detail: `${faux.toFixed(1)} µs faux, ${time.toFixed(1)} µs playbook`,
    });
  told(all, "");
  told(none, ", keepRequests: 0");
}

const timeOf = async (count: number): Promise<number> => {
  const script = Array.from({ length: count }, (_, index) => says(`${index}`));
  const started = processorTime();
  const playbook = createPlaybook(script, { keepRequests: 0 });
  for (let index = 0; index < count; index++) await drain(playbook.streamFn(playbook.model, context));
  playbook.assertDone();
  return (processorTime() - started) / count;
};

await timeOf(5_000);
const small = await timeOf(10_000);
const large = await timeOf(100_000);
tellFigure({
  what: "a step of a script of 100,000 : a step of one of 10,000",
  value: large / small,
  limit: 1.5,
  unit: "×",
  detail: `${(small * 1000).toFixed(1)} µs, ${(large * 1000).toFixed(1)} µs; keepRequests: 0`,
});
