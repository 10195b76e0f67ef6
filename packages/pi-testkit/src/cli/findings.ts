// The rules of the doctor, one function each: facts in, problems and notes out.
import { relative } from "node:path";
import { installCommand, isKitPackage, piPackages } from "./installed.ts";
import type { InstalledPackage } from "./package-tree.ts";
import { compareVersions, testedRange } from "./tested-range.ts";

export interface Facts {
  readonly folder: string;
  readonly nodeVersion: string;
  readonly packages: readonly InstalledPackage[];
}

export interface Finding {
  readonly wrong: string;
  readonly details?: readonly string[];
  readonly fix: string;
}

type Rule = (facts: Facts) => readonly Finding[];

const oldestNode = "22.19.0";

const named = ({ packages }: Facts, wanted: string): InstalledPackage[] =>
  packages.filter(({ name }) => name === wanted);

const oldNode: Rule = ({ nodeVersion }) =>
  compareVersions(nodeVersion, oldestNode) >= 0
    ? []
    : [{ wrong: `This is Node ${nodeVersion}; pi and the kit need ${oldestNode}.`, fix: "install a newer Node." }];

const noKit: Rule = ({ packages }) =>
  packages.some(({ name }) => isKitPackage(name))
    ? []
    : [{ wrong: "No package of the kit is installed here.", fix: installCommand(["pi-testkit", ...piPackages]) }];

/** Who tests hooks with the fake alone needs no pi. */
const missingPi: Rule = (facts) => {
  if (named(facts, "pi-testkit").length === 0) return [];
  const missing = piPackages.filter((name) => named(facts, name).length === 0);
  return missing.length === 0
    ? []
    : [{ wrong: `pi-testkit needs ${missing.join(", ")}, which cannot be found.`, fix: installCommand(missing) }];
};

const oldPi: Rule = (facts) =>
  named(facts, piPackages[0])
    .filter(({ version }) => compareVersions(version, testedRange.oldest) < 0)
    .map(({ version }) => ({
      wrong: `pi ${version} is older than ${testedRange.oldest}, the oldest release the kit works on.`,
      fix: installCommand(piPackages.map((name) => `${name}@latest`)),
    }));

/** One line a copy: its version, its place, and who asked for it. */
const copiesOf = (facts: Facts, name: string): string[] => {
  const copies = named(facts, name).map(({ version, folder, broughtBy }) => {
    const place = relative(facts.folder, folder).replaceAll("\\", "/") || ".";
    return `${name} ${version} in ${place}, asked for by ${broughtBy.join(" → ") || "this project"}`;
  });
  return copies.length > 1 ? copies : [];
};

const severalCopies: Rule = (facts) => {
  const names = new Set(facts.packages.map(({ name }) => name).filter((name) => name.startsWith("@earendil-works/")));
  const details = [...names].flatMap((name) => copiesOf(facts, name));
  if (details.length === 0) return [];
  const install = installCommand(piPackages.map((name) => `${name}@${versionOfPi(facts)}`));
  return [
    {
      wrong: "Packages of pi are there several times; what one copy makes, the others do not know.",
      details,
      fix: `give all of pi's packages one version (${install}); a package for pi names them in peerDependencies, not in dependencies.`,
    },
  ];
};

const versionOfPi = (facts: Facts): string => named(facts, piPackages[0])[0]?.version ?? "latest";

const rules: readonly Rule[] = [oldNode, noKit, missingPi, oldPi, severalCopies];

/** Being newer than what was tested is no fault of the project, so it is a note. */
const newPi = (facts: Facts): string[] =>
  named(facts, piPackages[0])
    .filter(({ version }) => compareVersions(version, testedRange.newest) > 0)
    .map(
      ({ version }) =>
        `pi ${version} is newer than ${testedRange.newest}, the newest release this kit was tested on. If a test fails that should not, look for a newer pi-testkit first.`,
    );

/** Its schemas are plain data that every copy reads alike, and the kit asks for a range of it where pi asks for one version. */
const severalTypeboxes = (facts: Facts): string[] => {
  const copies = copiesOf(facts, "typebox");
  return copies.length === 0
    ? []
    : [`there are ${copies.length} copies of typebox, which is harmless in tests: ${copies.join("; ")}.`];
};

export const findings = (
  facts: Facts,
): { readonly problems: readonly Finding[]; readonly notes: readonly string[] } => ({
  problems: rules.flatMap((rule) => rule(facts)),
  notes: [...newPi(facts), ...severalTypeboxes(facts)],
});
