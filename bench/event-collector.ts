// What the collector costs a run: the time spent inside it, as a share of the session from creation to disposal. A share
// stays the same on a busy machine, where the difference of two runs does not.
// node --conditions=pi-testkit-source bench/event-collector.ts [rounds]
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type BareSessionOptions, bareSession } from "../packages/event-collector/src/fixtures/bare-session.ts";
import { createEventCollector } from "../packages/event-collector/src/index.ts";
import { tellFigure } from "./promise.ts";

const rounds = Number(process.argv[2] ?? 15);

const echo = (pi: ExtensionAPI) =>
  pi.registerTool({
    name: "echo",
    label: "echo",
    description: "says it back",
    parameters: { type: "object", properties: { updates: { type: "number" } } } as never,
    async execute(_id, { updates = 0 }: { updates?: number }, _signal, update) {
      for (let index = 0; index < updates; index++)
        update?.({ content: [{ type: "text", text: `line ${index}` }], details: {} });
      return { content: [{ type: "text", text: "echo" }], details: {} };
    },
  });

const call = (index: number, updates?: number) => ({ id: `c${index}`, name: "echo", arguments: { updates } });

const scenarios = {
  "a test of ten calls": () => [
    ...Array.from({ length: 10 }, (_, index) => ({ text: "on it", calls: [call(index)] })),
    { text: "done" },
  ],
  "100 turns of two calls": () => [
    ...Array.from({ length: 100 }, (_, index) => ({ text: "on it", calls: [call(index * 2), call(index * 2 + 1)] })),
    { text: "done" },
  ],
  "500 calls in one message": () => [
    { calls: Array.from({ length: 500 }, (_, index) => call(index)) },
    { text: "done" },
  ],
  "5,000 events of one tool": () => [{ calls: [call(0, 5000)] }, { text: "done" }],
};

type Listener = (...told: never[]) => unknown;

const run = async (replies: BareSessionOptions["replies"]) => {
  const events = createEventCollector();
  let inside = 0;
  const timed =
    (listener: Listener): Listener =>
    (...told) => {
      const from = performance.now();
      const value = listener(...told);
      inside += performance.now() - from;
      return value;
    };
  const started = performance.now();
  const t = await bareSession({
    replies,
    factories: [
      echo,
      (pi: { on(type: string, listener: Listener): void }) =>
        events.extension({ ...pi, on: (type: string, listener: Listener) => pi.on(type, timed(listener)) } as never),
    ],
    extensionsOverride: events.extensionsOverride,
    onSession(session) {
      const subscribe = (listener: Listener) => session.subscribe(timed(listener));
      events.attach(new Proxy(session, { get: (target, key) => (key === "subscribe" ? subscribe : target[key]) }));
    },
  });
  await t.session.prompt("go");
  await t.dispose();
  return { inside, total: performance.now() - started, events: events.all.length };
};

for (const [title, replies] of Object.entries(scenarios)) {
  await run(replies());
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await run(replies()));
  const shares = measured.map(({ inside, total }) => (inside / total) * 100).sort((a, b) => a - b);
  const best = measured.toSorted((a, b) => a.total - b.total)[0];
  tellFigure({
    what: `the collector's share of a run: ${title}`,
    value: shares[Math.floor(rounds / 2)] ?? Number.NaN,
    limit: 5,
    unit: "%",
    detail: `${best?.events} events, ${best?.total.toFixed(1)} ms at best, of it ${best?.inside.toFixed(1)} ms in the collector; rounds from ${shares[0]?.toFixed(1)} to ${shares.at(-1)?.toFixed(1)} %`,
  });
}
