// Checks packages from the registry and compares the outcome with the real `pi`: `pi install npm:<name>`, then a start.
// Not part of `npm test`: it downloads. `node bench/sandbox-registry.ts [name…] [--pi <version or path>]`
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type SandboxResult, verifySandboxInstall } from "../packages/sandbox-install/src/index.ts";

const usual = [
  "pi-subagents",
  "pi-web-access",
  "pi-mcp-adapter",
  "pi-markdown-preview",
  "@aliou/pi-processes",
  "@juicesharp/rpiv-ask-user-question",
  "@tmustier/pi-ralph-wiggum",
];

interface RealPi {
  /** Whether it came up and answered. */
  readonly starts: boolean;
  /** Commands of the package. */
  readonly commands: string[];
  readonly said: string;
}

const download = (name: string, folder: string): string => {
  const run = spawnSync("npm", ["pack", name, "--pack-destination", folder, "--loglevel", "error"], {
    encoding: "utf8",
  });
  const file = readdirSync(folder).find((entry) => entry.endsWith(".tgz"));
  if (run.status !== 0 || file === undefined) throw new Error(`${name} could not be downloaded.\n${run.stderr}`);
  return join(folder, file);
};

/** Installs and starts the package in the real program, with an empty home. */
const runRealPi = async (name: string, piDir: string, folder: string): Promise<RealPi> => {
  const program = ["dist/bundle/cli.js", "dist/cli.js"]
    .map((file) => join(piDir, file))
    .find((file) => existsSync(file));
  const [home, agent, project] = ["home", "agent", "project"].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, agent, project]) mkdirSync(path);
  const isolated = { HOME: home, PI_CODING_AGENT_DIR: agent, PI_SKIP_VERSION_CHECK: "1" };
  const env = { ...process.env, ...isolated };
  // Up to 0.74 a user's packages go to npm's global folder; a project's are kept below it by every release.
  const install = [program ?? "", "install", `npm:${name}`, "--local", "--approve"];
  let installed = spawnSync(process.execPath, install, { cwd: project, env, encoding: "utf8" });
  if (installed.status !== 0) {
    installed = spawnSync(process.execPath, install.slice(0, -1), { cwd: project, env, encoding: "utf8" });
  }
  if (installed.status !== 0) return { starts: false, commands: [], said: installed.stderr };
  const child = spawn(process.execPath, [program ?? "", "--mode", "rpc", "--no-session", "--approve"], {
    cwd: project,
    env: { PATH: process.env.PATH, ...isolated, PI_OFFLINE: "1" },
    stdio: "pipe",
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
    if (out.includes('"get_commands"')) child.stdin.end();
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.write('{"id":"1","type":"get_commands"}\n');
  const timer = setTimeout(() => {
    err += "no answer within ten minutes";
    child.kill("SIGKILL");
  }, 600_000);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const answer = out
    .split("\n")
    .filter((line) => line.includes('"get_commands"'))
    .map((line) => JSON.parse(line))[0];
  const listed: { name: string; source: string; sourceInfo?: { source?: string } }[] = answer?.data?.commands ?? [];
  const commands = listed
    .filter(({ source, sourceInfo }) => source === "extension" && sourceInfo?.source === `npm:${name}`)
    .map((command) => command.name);
  return { starts: answer !== undefined, commands: commands.sort(), said: err.trim() };
};

const same = (result: SandboxResult, real: RealPi): boolean =>
  real.starts === (result.loaded.extensionErrors.length === 0) &&
  JSON.stringify(real.commands) === JSON.stringify(real.starts ? [...result.loaded.commands].sort() : []);

const { values, positionals } = parseArgs({ options: { pi: { type: "string" } }, allowPositionals: true });
let differences = 0;
for (const name of positionals.length > 0 ? positionals : usual) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-registry-")));
  try {
    const result = await verifySandboxInstall({ packageDir: download(name, folder), pi: values.pi ?? "installed" });
    const real = await runRealPi(name, result.pi.dir, folder);
    const agrees = same(result, real);
    if (!agrees) differences++;
    console.log(`${agrees ? "same" : "DIFFERENT"}  ${name} on pi ${result.pi.version}`);
    console.log(
      `  real pi ${real.starts ? "starts" : "does not start"}; commands: ${real.commands.join(", ") || "none"}`,
    );
    console.log(
      `  sandbox: ${result.loaded.extensionErrors.length} errors; commands: ${result.loaded.commands.join(", ") || "none"}`,
    );
    for (const { code, message } of result.problems) console.log(`  ${code}: ${message}`);
    if (!agrees && real.said) console.log(`  pi said: ${real.said.split("\n").slice(0, 5).join("\n    ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
console.log(`${differences} packages come out differently.`);
process.exitCode = differences === 0 ? 0 : 1;
