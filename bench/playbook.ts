// What a scripted step costs beside pi-ai's own faux provider, and whether a long script stays linear.
// Ratios of one run are what counts; absolute figures depend on the machine. The time is the processor's, not the
// clock's, so that other work on the machine does not decide.
// Run: node --conditions=pi-testkit-source bench/playbook.ts
import { createFauxCore, fauxAssistantMessage, fauxToolCall } from "@earendil-works/pi-ai";
import { calls, createPlaybook, type PlaybookOptions, type Step, says } from "@pi-testkit/playbook";
import { Bench } from "tinybench";

const limit = 1.2;
const steps = 500;
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

let failed = false;
const check = (name: string, value: number, bound: number): void => {
  const holds = value <= bound;
  failed ||= !holds;
  console.log(`${holds ? "ok  " : "OVER"} ${name}: ${value.toFixed(2)} (at most ${bound})`);
};

/** The least time of each task over several rounds that alternate between them, in milliseconds. */
const leastTimes = async (tasks: Readonly<Record<string, () => Promise<void>>>): Promise<number[]> => {
  const least = Object.keys(tasks).map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 8; round++) {
    const bench = new Bench({ iterations: 10, time: 0, warmupIterations: 3, now: processorTime });
    for (const [name, run] of Object.entries(tasks)) bench.add(name, run);
    await bench.run();
    for (const [index, { result }] of bench.tasks.entries()) {
      if ("latency" in result) least[index] = Math.min(least[index] ?? 0, result.latency.min);
    }
  }
  return least;
};

for (const [name, { step, message }] of Object.entries(scenarios)) {
  const times = await leastTimes({
    faux: fauxRun(message),
    playbook: playbookRun(step, {}),
    "keepRequests: 0": playbookRun(step, { keepRequests: 0 }),
  });
  const [faux, all, none] = times.map((time) => (time * 1000) / steps) as [number, number, number];
  console.log(
    `${name}: faux ${faux.toFixed(1)} µs a step, playbook ${all.toFixed(1)} µs, without requests ${none.toFixed(1)} µs`,
  );
  check(`${name}, playbook : faux`, all / faux, limit);
  check(`${name}, playbook with keepRequests: 0 : faux`, none / faux, limit);
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
console.log(`a step of 10,000: ${(small * 1000).toFixed(1)} µs, of 100,000: ${(large * 1000).toFixed(1)} µs`);
check("linearity, a step of 100,000 : a step of 10,000", large / small, 1.5);
process.exitCode = failed ? 1 : 0;
