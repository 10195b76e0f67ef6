// The mock pi on the built package: its start against an empty Node script, an RPC round trip against a bare echo, and 64
// children at once, 20 times. `npx pnpm@12 --filter @pi-testkit/mock-pi-cli build` first, then `node bench/mock-pi.ts [rounds]`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { createMockPi } = await import(new URL("../packages/mock-pi-cli/dist/index.js", import.meta.url).href);
const rounds = Number(process.argv[2] ?? 20);
const folder = mkdtempSync(join(tmpdir(), "mock-pi-bench-"));
const empty = join(folder, "empty.cjs");
const echo = join(folder, "echo.cjs");
writeFileSync(empty, "");
writeFileSync(echo, "process.stdin.pipe(process.stdout)");

const median = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

const timed = (args: string[]): number => {
  const started = performance.now();
  spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - started;
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

{
  using pi = createMockPi();
  pi.onCall({ output: "x" });
  const starts = { empty: [] as number[], mock: [] as number[] };
  for (let index = 0; index < 30; index++) {
    starts.empty.push(timed([empty]));
    starts.mock.push(timed([pi.cliPath, "-p", "hi"]));
  }
  const [bare, mock] = [median(starts.empty), median(starts.mock)];
  console.log(`start: empty script ${bare.toFixed(0)} ms, mock ${mock.toFixed(0)} ms, ${(mock / bare).toFixed(2)} x`);
  const [bareTrip, trip] = [await roundTrip([echo], 200), await roundTrip([pi.cliPath, "--mode", "rpc"], 200)];
  console.log(`RPC round trip: echo ${bareTrip.toFixed(2)} ms, mock ${trip.toFixed(2)} ms`);
}

let wrong = 0;
for (let round = 0; round < rounds; round++) {
  using pi = createMockPi();
  for (let index = 0; index < 64; index++) pi.onCall({ output: `answer ${index}`, times: 1 });
  const said = await Promise.all(
    Array.from({ length: 64 }, () => {
      const child = spawn(process.execPath, [pi.cliPath, "-p", "hi"], { stdio: ["ignore", "pipe", "inherit"] });
      let text = "";
      child.stdout.on("data", (chunk) => {
        text += chunk;
      });
      return new Promise<string>((resolve) => child.once("close", () => resolve(text)));
    }),
  );
  if (new Set(said).size !== 64 || pi.callCount() !== 64 || said.some((text) => !/^answer \d+\n$/.test(text))) wrong++;
}
console.log(`64 children at once, ${rounds} times: ${wrong} rounds with a response lost or given twice`);
rmSync(folder, { recursive: true });
