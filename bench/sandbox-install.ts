// What a check costs beyond what it has to do anyway: pack, install, and one start of pi that loads the package.
// Both sides are measured in turns in this run, without any cache of ours; the ratio of the sums is what counts.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifySandboxInstall } from "../packages/sandbox-install/src/index.ts";
import { tellFigure } from "./promise.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const root = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-bench-")));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
process.env.PI_TESTKIT_CACHE_DIR = "off";

const write = (folder: string, files: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

const packageDir = write(join(root, "package"), {
  "package.json": JSON.stringify({ name: "measured", version: "1.0.0", pi: { extensions: ["./index.ts"] } }),
  "index.ts": `import { Type } from "typebox";
import { name } from "./lib/name.ts";
export default (pi: any) => pi.registerTool({ name, label: name, description: name, parameters: Type.Object({}), execute: async () => ({ content: [], details: {} }) });
`,
  "lib/name.ts": 'export const name: string = "measured";\n',
});

const succeed = (command: string, words: readonly string[], cwd: string, env = process.env): void => {
  const { status, stderr } = spawnSync(command, words, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${status}\n${stderr}`);
};

const piDir = (await verifySandboxInstall({ packageDir })).pi.dir; // also warms Node's and npm's own caches

/** The three things themselves, with the same words. */
const bare = (folder: string): void => {
  mkdirSync(folder);
  succeed("npm", ["pack", "--pack-destination", folder, "--loglevel", "error"], packageDir);
  const project = join(folder, "project");
  const modules = join(project, ".pi", "npm");
  write(modules, { "package.json": '{ "name": "pi-extensions", "private": true }' });
  write(project, { ".pi/settings.json": '{ "packages": ["npm:measured"] }' });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const flags = ["--ignore-scripts", "--omit=dev", "--omit=peer", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  succeed("npm", ["install", join(folder, tarball), "--prefix", modules, ...flags, "--loglevel", "error"], modules);
  const program = ["dist/bundle/cli.js", "dist/cli.js"].map((file) => join(piDir, file));
  const env = { PATH: process.env.PATH, HOME: folder, PI_OFFLINE: "1", PI_CODING_AGENT_DIR: join(folder, "agent") };
  // `rpc` loads every extension, finds its input closed, and ends.
  const start = `const { existsSync } = require("node:fs"); process.argv = [process.execPath, "pi", "--mode", "rpc", "--no-session", "--approve"]; import(${JSON.stringify(program)}.find(existsSync));`;
  succeed(process.execPath, ["--eval", start], project, env as NodeJS.ProcessEnv);
};

const timed = async (run: () => unknown): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

let bareMs = 0;
let checkMs = 0;
for (let round = 0; round < rounds; round++) {
  bareMs += await timed(() => bare(join(root, `bare-${round}`)));
  checkMs += await timed(() => verifySandboxInstall({ packageDir }));
}
process.env.PI_TESTKIT_CACHE_DIR = join(root, "cache");
await verifySandboxInstall({ packageDir });
const cachedMs = await timed(() => verifySandboxInstall({ packageDir }));

const ratio = checkMs / bareMs;
tellFigure({
  what: "verifySandboxInstall() : pack, install and one start of pi",
  value: ratio,
  limit: 1.25,
  unit: "×",
  detail: `${Math.round(bareMs / rounds)} ms, ${Math.round(checkMs / rounds)} ms; the same tarball once more ${Math.round(cachedMs)} ms`,
});
