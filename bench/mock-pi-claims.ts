// Claims under load, on the built package: 64 children at once, and 64 of which a quarter is killed at a random moment.
// `npx pnpm@12 --filter @pi-testkit/mock-pi-cli build` first, then `node bench/mock-pi-claims.ts [rounds] [children]`. Exits with 1 when a round is wrong.
import { spawn } from "node:child_process";

const { createMockPi } = await import(new URL("../packages/mock-pi-cli/dist/index.js", import.meta.url).href);
const rounds = Number(process.argv[2] ?? 20);
const children = Number(process.argv[3] ?? 64);

interface Ended {
  readonly task: string;
  readonly text: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly victim: boolean;
  readonly lived: number;
}

/** @param killAfter milliseconds; undefined lets it live. */
const child = (cliPath: string, task: string, killAfter?: number): Promise<Ended> => {
  const started = spawn(process.execPath, [cliPath, "-p", task], { stdio: ["ignore", "pipe", "inherit"] });
  const begun = performance.now();
  let text = "";
  started.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const killer = killAfter === undefined ? undefined : setTimeout(() => started.kill("SIGKILL"), killAfter);
  return new Promise((resolve) =>
    started.once("close", (code, signal) => {
      clearTimeout(killer);
      resolve({ task, text, code, signal, victim: killAfter !== undefined, lived: performance.now() - begun });
    }),
  );
};

const answer = /^answer \d+\n$/;
const wrong: string[] = [];
const check = (round: string, fits: boolean, what: string): void => {
  if (!fits) wrong.push(`${round}: ${what}`);
};

/** One round; returns how its children ended. */
const run = async (round: string, victims: number, longest: number): Promise<Ended[]> => {
  using pi = createMockPi();
  for (let index = 0; index < children; index++) pi.onCall({ output: `answer ${index}`, times: 1 });
  const delays = new Map<number, number>();
  while (delays.size < victims) delays.set(Math.floor(Math.random() * children), Math.random() * longest);
  const ended = await Promise.all(
    Array.from({ length: children }, (_, index) => child(pi.cliPath, `task ${index}`, delays.get(index))),
  );
  const survivors = ended.filter(({ victim }) => !victim);
  for (const { task, text, code } of survivors)
    check(round, code === 0 && answer.test(text), `${task} ended with ${code} and said ${JSON.stringify(text)}`);
  const said = ended.map(({ text }) => text).filter((text) => text !== "");
  check(round, new Set(said).size === said.length, "a response was given twice");
  const log: { argv: string[]; exitCode: number | null; signal: string | null }[] = pi.invocations();
  for (const { task } of survivors)
    check(
      round,
      log.filter(({ argv, exitCode }) => argv[1] === task && exitCode === 0).length === 1,
      `${task} is not in the log once`,
    );
  for (const { task, signal } of ended.filter(({ victim }) => victim)) {
    const found = log.filter(({ argv }) => argv[1] === task);
    // One that was killed before it could say anything is in no log.
    check(round, found.length <= 1, `${task} is in the log ${found.length} times`);
    check(
      round,
      found.length === 0 || (found[0]?.exitCode === null) === (signal !== null) || found[0]?.exitCode === 0,
      `${task} has a wrong end in the log`,
    );
  }
  // What no child claimed is still there, for the next ones.
  let left = 0;
  try {
    pi.assertDone();
  } catch (error) {
    left = Number(/^\d+/.exec((error as Error).message)?.[0]);
  }
  check(round, victims > 0 || left === 0, `${left} responses were not claimed`);
  const later = await Promise.all(Array.from({ length: left }, (_, index) => child(pi.cliPath, `later ${index}`)));
  for (const { text } of later)
    check(round, answer.test(text) && !said.includes(text), `a later child said ${JSON.stringify(text)}`);
  check(round, new Set(later.map(({ text }) => text)).size === left, "a later response was given twice");
  try {
    pi.assertDone();
  } catch (error) {
    check(round, false, (error as Error).message);
  }
  return ended;
};

const started = performance.now();
const lives: number[] = [];
for (let round = 1; round <= rounds; round++)
  lives.push(...(await run(`round ${round}`, 0, 0)).map(({ lived }) => lived));
const undisturbed = wrong.length;
const life = lives.sort((one, other) => one - other)[lives.length >> 1] ?? 0;
let killed = 0;
for (let round = 1; round <= rounds; round++) {
  const ended = await run(`round ${round} with kills`, children >> 2, life);
  killed += ended.filter(({ signal }) => signal === "SIGKILL").length;
}
console.log(`${children} children at once, ${rounds} times: ${undisturbed} things wrong`);
console.log(
  `with ${children >> 2} of them killed at a random moment, ${rounds} times (${killed} died of it): ${wrong.length - undisturbed} things wrong`,
);
console.log(`${Math.round((performance.now() - started) / 1000)} s`);
for (const line of wrong) console.log(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
