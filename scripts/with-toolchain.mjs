// Runs a command of this repository after its set-up: `node scripts/with-toolchain.mjs <program> [arguments…]`.
// It is what a fresh clone starts with, so it knows no dependency and keeps to what Node 20 understands.
// The set-up is skipped while the lock file and the manifests are those of the last one.
// PI_TESTKIT_NODE=system runs the command on the Node that started this script instead of the pinned one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const windows = process.platform === "win32";
const stamp = join(root, "node_modules", ".cache", "pi-testkit", "set-up");
const pinnedNode = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

const say = (line) => console.error(`[set-up] ${line}`);

const stop = (...lines) => {
  for (const line of lines) say(line);
  process.exit(1);
};

/** What the installed tree depends on: every manifest, the workspace file and the lock file. */
const fingerprint = () => {
  const manifests = readdirSync(join(root, "packages"))
    .map((folder) => join("packages", folder, "package.json"))
    .filter((file) => existsSync(join(root, file)));
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ...manifests.sort()]) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
};

const install = () => {
  const wanted = fingerprint();
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { pnpm } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
  const command = `npx --yes pnpm@${pnpm} install --frozen-lockfile`;
  say(`Installing Node, pi and the tools into node_modules: ${command}`);
  say("The first time takes about a minute, most of it download; later runs skip it.");
  const started = Date.now();
  const run = spawnSync(command, { cwd: root, shell: true, stdio: ["ignore", 2, 2] });
  if (run.status !== 0) {
    stop(
      `Failed: "${command}" ended with ${run.signal ?? run.status ?? run.error?.message}. Its own words are above.`,
      "Likely causes: the npm registry cannot be reached (try `npm ping`), the disk is full, or a package.json was",
      `changed without its lock file (then run \`npx pnpm@${pnpm} install\` and commit pnpm-lock.yaml).`,
    );
  }
  if (!existsSync(pinnedNode)) {
    stop(
      `Failed: the install went through, but Node is missing at ${pinnedNode}.`,
      "The package `node` fetches it in its install script; run `npx pnpm rebuild node` and read what it says.",
    );
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  say(`Done in ${Math.round((Date.now() - started) / 1000)} s.`);
};

if (Number(process.versions.node.split(".")[0]) < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`);
const [program, ...programArguments] = process.argv.slice(2);
if (program === undefined) stop("Usage: node scripts/with-toolchain.mjs <program> [arguments…]");
install();

const node = process.env.PI_TESTKIT_NODE === "system" ? process.execPath : pinnedNode;
const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
const path = [dirname(node), join(root, "node_modules", ".bin"), process.env[pathKey]].join(delimiter);
const run = spawnSync(program === "node" ? node : program, programArguments, {
  cwd: root,
  stdio: "inherit",
  shell: program !== "node" && windows,
  env: { ...process.env, [pathKey]: path },
});
if (run.error) stop(`Failed: "${program}" could not be started: ${run.error.message}`);
process.exit(run.status ?? 1);
