// The arguments of `pnpm compat`, checked before anything is installed.
import { parseArgs } from "node:util";
import { testedNodes } from "./nodes.ts";
import { published } from "./published.ts";

/** What is run on a version: the packages' own suites, the fake beside pi, the mock `pi` beside pi. */
export const allSuites = ["packages", "conformance", "golden"] as const;
export type Suite = (typeof allSuites)[number];

export interface CompatPlan {
  readonly versions: readonly string[];
  readonly nodes: readonly string[];
  readonly suites: readonly Suite[];
  /** Only write the page from the kept results. */
  readonly pageOnly: boolean;
}

export const usage = `Usage: pnpm compat [versions…] [--shard i/n] [--node versions] [--only suites] [--page]
  versions   exact versions of pi, or "latest" (default: every published one from ${published[0]})
  --shard    run only every n-th version, beginning with the i-th (1-based)
  --node     exact versions of Node, separated by commas (default: ${testedNodes.join(",")})
  --only     some of ${allSuites.join(", ")}, separated by commas (default: all); results of the others stay
  --page     run nothing, write docs/compatibility.md from compat/results`;

const exact = /^\d+\.\d+\.\d+$/;

const shardOf = (versions: readonly string[], shard: string | undefined): readonly string[] => {
  if (shard === undefined) return versions;
  const [index = 0, count = 0] = /^\d+\/\d+$/.test(shard) ? shard.split("/").map(Number) : [];
  if (index < 1 || index > count)
    throw new Error(`--shard wants i/n with 1 <= i <= n, as in 2/5; received "${shard}".`);
  return versions.filter((_, position) => position % count === index - 1);
};

const suitesOf = (only: string | undefined): readonly Suite[] => {
  const asked = only?.split(",") ?? allSuites;
  const unknown = asked.find((name) => !allSuites.some((suite) => suite === name));
  if (unknown !== undefined) throw new Error(`--only wants some of ${allSuites.join(", ")}; received "${unknown}".`);
  return allSuites.filter((suite) => asked.includes(suite));
};

/** Throws an error that says what is wrong and how it should be. */
export const readCommandLine = (argumentList: readonly string[], latest: () => string): CompatPlan => {
  const { values, positionals } = parseArgs({
    args: [...argumentList],
    allowPositionals: true,
    options: {
      shard: { type: "string" },
      node: { type: "string" },
      only: { type: "string" },
      page: { type: "boolean", default: false },
    },
  });
  const versions = positionals.map((version) => (version === "latest" ? latest() : version));
  const nodes = values.node?.split(",") ?? testedNodes;
  const wrong = [...versions, ...nodes].find((version) => !exact.test(version));
  if (wrong !== undefined) throw new Error(`Versions must be exact, as in 1.6.0; received "${wrong}".`);
  return {
    suites: suitesOf(values.only),
    versions: shardOf(versions.length > 0 ? [...new Set(versions)] : published, values.shard),
    nodes,
    pageOnly: values.page,
  };
};
