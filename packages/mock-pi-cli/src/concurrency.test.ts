// Many children at once: each response is claimed once, none is lost, and a killed child changes nothing for the others.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect, runPi } from "./fixtures/run-pi.ts";
import { createMockPi } from "./index.ts";
import { enterInvocation } from "./state-folder.ts";

// 64 children twenty times are in bench/mock-pi-claims.ts, on the built package.
const children = 24;

test("children started at once claim each response exactly once", { timeout: 120_000 }, async () => {
  using pi = createMockPi();
  for (let index = 0; index < children; index++) pi.onCall({ output: `answer ${index}`, times: 1 });
  const env = pi.env();
  const ran = await Promise.all(
    Array.from({ length: children }, (_, index) => runPi(["-p", `task ${index}`], { env })),
  );
  const said = ran.map(({ stdout }) => stdout).sort();
  expect(said).toEqual(Array.from({ length: children }, (_, index) => `answer ${index}\n`).sort());
  expect(pi.callCount()).toBe(children);
  expect(
    pi
      .invocations()
      .map(({ argv, exitCode }) => [argv[1], exitCode])
      .sort(),
  ).toEqual(Array.from({ length: children }, (_, index) => [`task ${index}`, 0]).sort());
  pi.assertDone();
});

test("a child killed at any moment takes no response of another", { timeout: 120_000 }, async () => {
  using pi = createMockPi();
  const survivors = 8;
  for (let index = 0; index < survivors * 2; index++) pi.onCall({ output: `answer ${index}`, times: 1 });
  const env = pi.env();
  const killed = Array.from({ length: survivors }, (_, index) => {
    const child = spawn("pi", ["-p", "victim"], { env });
    child.stdin.end();
    setTimeout(() => child.kill("SIGKILL"), 60 * index);
    return collect(child);
  });
  const ran = await Promise.all(Array.from({ length: survivors }, () => runPi(["-p", "survivor"], { env })));
  await Promise.all(killed);
  const said = ran.map(({ stdout }) => stdout);
  expect(new Set(said).size).toBe(survivors);
  for (const text of said) expect(text).toMatch(/^answer \d+\n$/);
});

test("each wait gets a child of its own, also when one enters itself late", async () => {
  using pi = createMockPi();
  const env = pi.env();
  const waits = [pi.waitForCall(), pi.waitForCall()];
  await Promise.all(["one", "two"].map((task) => runPi(["-p", task], { env })));
  const tasks = (await Promise.all(waits)).map(({ argv }) => argv[1]);
  expect(tasks.sort()).toEqual(["one", "two"]);
  const late = { argv: ["-p", "late"], cwd: "/", env: {}, pid: process.pid, startedAt: 1 };
  enterInvocation(join(pi.dir, "state", "1"), late);
  expect((await pi.waitForCall()).argv[1]).toBe("late");
});

test("a child of a finished test cannot take the next test's response", async () => {
  using pi = createMockPi();
  pi.onCall({ output: "old" });
  const late = runPi(["-p", "late"], { env: pi.env(), stdin: "open" });
  const { pid } = await pi.waitForCall();
  pi.reset();
  pi.onCall({ output: "new", times: 1 });
  expect((await runPi(["-p", "next"], { env: pi.env() })).stdout).toBe("new\n");
  process.kill(pid, "SIGTERM");
  expect((await late).stdout).toBe("");
  expect(pi.callCount()).toBe(1);
  pi.assertDone();
});
