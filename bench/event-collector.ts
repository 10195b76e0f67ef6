// What the collector costs a run: the same sessions with and without it, from creation to disposal, in CPU time.
// node --conditions=pi-testkit-source bench/event-collector.ts
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type BareSessionOptions, bareSession } from "../packages/event-collector/src/fixtures/bare-session.ts";
import { createEventCollector } from "../packages/event-collector/src/index.ts";

const rounds = Number(process.argv[2] ?? 15);

const echo = (pi: ExtensionAPI) =>
  pi.registerTool({
    name: "echo",
    label: "echo",
    description: "says it back",
    parameters: { type: "object", properties: { updates: { type: "number" } } },
    async execute(
      _id: string,
      { updates = 0 }: { updates?: number },
      _signal: unknown,
      update: (partial: object) => void,
    ) {
      for (let index = 0; index < updates; index++)
        update({ content: [{ type: "text", text: `line ${index}` }], details: {} });
      return { content: [{ type: "text", text: "echo" }], details: {} };
    },
  });

const call = (index: number, updates?: number) => ({ id: `c${index}`, name: "echo", arguments: { updates } });

const scenarios = {
  "500 calls in one message": () => [
    { calls: Array.from({ length: 500 }, (_, index) => call(index)) },
    { text: "done" },
  ],
  "5,000 events of one tool": () => [{ calls: [call(0, 5000)] }, { text: "done" }],
  "100 turns of two calls": () => [
    ...Array.from({ length: 100 }, (_, index) => ({ text: "on it", calls: [call(index * 2), call(index * 2 + 1)] })),
    { text: "done" },
  ],
};

const run = async (replies: BareSessionOptions["replies"], withCollector: boolean) => {
  const events = createEventCollector();
  const before = process.cpuUsage();
  const t = await bareSession({
    replies,
    factories: withCollector ? [echo, events.extension] : [echo],
    ...(withCollector ? { extensionsOverride: events.extensionsOverride } : {}),
    onSession: (session) => void (withCollector && events.attach(session)),
  });
  await t.session.prompt("go");
  await t.dispose();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, events: events.all.length };
};

for (const [title, replies] of Object.entries(scenarios)) {
  const bare: number[] = [];
  const collected: number[] = [];
  let count = 0;
  for (let round = 0; round <= rounds; round++) {
    const without = await run(replies(), false);
    const withIt = await run(replies(), true);
    count = withIt.events;
    // The first round warms up.
    if (round > 0) {
      bare.push(without.milliseconds);
      collected.push(withIt.milliseconds);
    }
  }
  const [a, b] = [Math.min(...bare), Math.min(...collected)];
  console.log(
    `${title}: ${count} events, ${a.toFixed(1)} ms without, ${b.toFixed(1)} ms with, ${(((b - a) / a) * 100).toFixed(1)} % more (${rounds} rounds, best CPU time of each)`,
  );
}
