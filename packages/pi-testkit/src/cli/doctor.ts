// `pi-testkit doctor`: what the current folder has of pi, Node and the kit, and what is wrong with it.
import type { CommandPlace } from "./command-line.ts";
import { findings } from "./findings.ts";
import { isHostPackage, isKitPackage, piPackages } from "./installed.ts";
import { type InstalledPackage, reachablePackages } from "./package-tree.ts";
import { testedRange } from "./tested-range.ts";

const listed = (packages: readonly InstalledPackage[]): string =>
  packages.length === 0 ? "not installed" : packages.map(({ name, version }) => `${name} ${version}`).join(", ");

const copiesLine = (hosts: readonly InstalledPackage[]): string => {
  const countOf = (wanted: string) => hosts.filter(({ name }) => name === wanted).length;
  const several = [...new Set(hosts.map(({ name }) => name))].filter((name) => countOf(name) > 1);
  const each = several.map((name) => `${countOf(name)} of ${name}`);
  return [...each, `one of each ${several.length > 0 ? "other " : ""}host package`].join(", ");
};

/** Prints what was found and what is wrong; returns 1 when something is. */
export const doctor = ({ folder, nodeVersion, out }: CommandPlace): number => {
  const packages = reachablePackages(folder, [...piPackages, "pi-testkit"]);
  const kit = packages.filter(({ name }) => isKitPackage(name));
  const { problems, notes } = findings({ folder, nodeVersion, packages });
  const rows = [
    ["Node", nodeVersion],
    ["pi", listed(packages.filter(({ name }) => name === piPackages[0]))],
    ["tested", `pi ${testedRange.oldest} to ${testedRange.newest}`],
    ["kit", listed(kit)],
    ["copies", copiesLine(packages.filter(({ name }) => isHostPackage(name)))],
  ];
  out(rows.map(([title = "", text]) => `${title.padEnd(8)}${text}\n`).join(""));
  for (const note of notes) out(`\nNote: ${note}\n`);
  for (const { wrong, details = [], fix } of problems) {
    out(`\nProblem: ${wrong}\n${details.map((line) => `    ${line}\n`).join("")}  What to do: ${fix}\n`);
  }
  out(problems.length === 0 ? "\nNothing is wrong.\n" : `\nProblems: ${problems.length}.\n`);
  return problems.length === 0 ? 0 : 1;
};
