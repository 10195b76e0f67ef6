// `pnpm runners`: the suite of examples/every-runner under jest and bun, on the built packages.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpmInstall } from "../compat/pnpm.ts";
import { run } from "./pack.ts";
import { root } from "./workspace-packages.ts";

const folder = join(root, "node_modules", ".cache", "runners");
const program = (...path: string[]) => join(folder, "node_modules", ...path);
const suite = join(root, "examples", "every-runner");

mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "package.json"),
  JSON.stringify({ private: true, dependencies: { bun: "1.4.5", jest: "30.5.2" } }),
);
writeFileSync(
  join(folder, "pnpm-workspace.yaml"),
  'nodeLinker: hoisted\nminimumReleaseAge: 0\nallowBuilds:\n  bun: true\n  unrs-resolver: false\n  "@parcel/watcher": false\n',
);
const failure = pnpmInstall(folder);
if (failure !== undefined) throw new Error(`jest and bun could not be installed.\n${failure}`);
run("pnpm", ["-r", "--filter", "./packages/*", "run", "build"], root);

const global = "scenarios.global.mjs";
const runners: Readonly<Record<string, readonly [string, ...string[]]>> = {
  // pi and the kit are ES modules, which jest runs behind a flag of Node.
  jest: [
    process.execPath,
    "--experimental-vm-modules",
    program("jest", "bin", "jest.js"),
    `--rootDir=${suite}`,
    `--testMatch=**/${global}`,
  ],
  bun: [program(".bin", "bun"), "test", `./${global}`],
};
for (const [name, [command, ...argumentList]] of Object.entries(runners)) {
  run(command, argumentList, suite);
  console.log(`${name}: the suite passed.`);
}
