// Random extensions on both arms. More cases: node --conditions=pi-testkit-source conformance/run.ts --random 10000
import fc from "fast-check";
import { expect, it } from "vitest";
import { openFake } from "./fake-arm.ts";
import { runNoting, runPrinted, runRandom } from "./random.ts";
import { type RandomHandler, randomCase } from "./random-case.ts";
import { printCase } from "./random-print.ts";
import type { OpenStage } from "./stage.ts";

it("random extensions see and get the same on both arms", async () => {
  const { cases, share } = await runRandom(100);
  expect(cases).toBe(100);
  for (const what of ["threw", "changed", "returned", "blocked", "unsubscribed", "registered late"])
    expect(share[what], `no case ${what}`).toBeGreaterThan(0);
}, 120_000);

const quiet: RandomHandler = {
  event: "input",
  change: undefined,
  ends: undefined,
  registers: undefined,
  asynchronous: false,
  throws: undefined,
  returns: undefined,
};

it("a case is printed as the source of its extensions", () => {
  const source = printCase({
    extensions: [
      [
        { ...quiet, change: 0, returns: 1 },
        { ...quiet, ends: 2, throws: "error" },
      ],
      [
        {
          ...quiet,
          event: "tool_call",
          asynchronous: true,
          ends: 1,
          registers: { ...quiet, event: "tool_call", returns: 0 },
        },
      ],
    ],
    emitted: ["input", "tool_call"],
  });
  expect(source).toBe(`// extension 1
(pi) => {
  const ends = [];
  ends.push(pi.on("input", (event) => {
    event.text = "assigned";
    return {"action":"transform","text":"b"};
  }));
  ends.push(pi.on("input", (event) => {
    ends[0]();
    throw new Error("1.1 threw");
  }));
}
// extension 2
(pi) => {
  const ends = [];
  let late0 = false;
  ends.push(pi.on("tool_call", async (event) => {
    await undefined;
    ends[1 % ends.length]();
    if (!late0) {
      late0 = true;
      ends.push(pi.on("tool_call", (event) => {
        return {"block":true,"reason":"no"};
      }));
    }
  }));
}
// emitted: input, tool_call`);
});

it("the printed source does what the case does", async () => {
  const withoutSeen = (list: Awaited<ReturnType<typeof runPrinted>>) =>
    list.filter(({ label }) => label !== "seen by the handlers");
  for (const random of fc.sample(randomCase, { numRuns: 50, seed: 7 }))
    expect(withoutSeen(await runPrinted(random, openFake)), printCase(random)).toEqual(
      withoutSeen(await runNoting(random, openFake, {})),
    );
});

it("a disagreement is shrunk and told by what differs and the source", async () => {
  // An arm that loses the reason of a block.
  const forgetful: OpenStage = async (setup) => {
    const stage = await openFake(setup);
    const emit: typeof stage.emit = async (event, payload) => {
      const result = await stage.emit(event, payload);
      return event === "tool_call" && result !== null && typeof result === "object" && "reason" in result
        ? { ...result, reason: undefined }
        : result;
    };
    return new Proxy(stage, { get: (target, name) => (name === "emit" ? emit : Reflect.get(target, name)) });
  };
  const told = await runRandom(300, 20261130, forgetful).then(
    () => "the arms agree",
    (error: Error) => error.message,
  );
  const [first, ...rest] = told.split("\n");
  expect(first).toMatch(/^The arms disagree \(seed 20261130, case \d+, shrunk \d+ times\)\.$/);
  expect(rest.join("\n")).toMatchInlineSnapshot(`
    "1. tool_call: result
      real pi: {"resolved":{"block":true,"reason":"no"}}
      fake:    {"resolved":{"block":true}}
    // extension 1
    (pi) => {
      const ends = [];
      ends.push(pi.on("tool_call", (event) => {
        return {"block":true,"reason":"no"};
      }));
    }
    // emitted: tool_call"
  `);
}, 120_000);
