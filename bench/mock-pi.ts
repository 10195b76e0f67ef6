// The mock pi on the built package: its start against an empty Node script, and an RPC round trip against a bare echo.
// `npx pnpm@12 --filter @pi-testkit/mock-pi-cli build` first, then `node bench/mock-pi.ts [rounds]`. Claims: mock-pi-claims.ts.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tellFigure } from "./promise.ts";

const { createMockPi } = await import(new URL("../packages/mock-pi-cli/dist/index.js", import.meta.url).href);
const rounds = Number(process.argv[2] ?? 40);
const folder = mkdtempSync(join(tmpdir(), "mock-pi-bench-"));
const empty = join(folder, "empty.cjs");
const echo = join(folder, "echo.cjs");
writeFileSync(empty, "");
writeFileSync(echo, "process.stdin.pipe(process.stdout)");

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Processor time of a run, in milliseconds: what else the machine does is not counted. The shell tells it. */
const timed = (args: readonly string[]): number => {
  const script = 'TIMEFORMAT="%U %S"; time "$@" </dev/null >/dev/null 2>&1';
  const { stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...args], { encoding: "utf8" });
  return stderr
    .trim()
    .split(" ")
    .reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
};

const roundTrip = async (args: string[], count: number): Promise<number> => {
  const child = spawn(process.execPath, args);
  const answered = () => new Promise((resolve) => child.stdout.once("data", resolve));
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    const answer = answered();
    child.stdin.write(`{"id":${index},"type":"get_last_assistant_text"}\n`);
    await answer;
    times.push(performance.now() - started);
  }
  child.stdin.end();
  return median(times.slice(10));
};

using pi = createMockPi();
pi.onCall({ output: "x" });
timed([pi.cliPath, "-p", "hi"]); // the first child compiles for all
const starts = Array.from({ length: rounds }, () => ({ bare: timed([empty]), mock: timed([pi.cliPath, "-p", "hi"]) }));
const [bare, mock] = [median(starts.map((each) => each.bare)), median(starts.map((each) => each.mock))];
tellFigure({
  what: "start of the mock : an empty Node script",
  value: mock / bare,
  limit: 1.3,
  unit: "×",
  detail: `${mock.toFixed(0)} ms of processor time : ${bare.toFixed(0)} ms, ${rounds} alternating rounds`,
});
const [bareTrip, trip] = [await roundTrip([echo], 300), await roundTrip([pi.cliPath, "--mode", "rpc"], 300)];
tellFigure({
  what: "RPC round trip of the mock : a bare echo",
  value: trip / bareTrip,
  unit: "×",
  detail: `${trip.toFixed(2)} ms : ${bareTrip.toFixed(2)} ms`,
});
rmSync(folder, { recursive: true });
