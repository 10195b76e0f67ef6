import { expect, test } from "vitest";
import { compareVersions } from "../packages/pi-testkit/src/cli/tested-range.ts";
import { allSuites, readCommandLine } from "./command-line.ts";
import { testedNodes } from "./nodes.ts";
import { published } from "./published.ts";

const latest = () => "1.7.0";

test("without versions it is everything on every published one, on every tested Node", () => {
  expect(readCommandLine([], latest)).toEqual({
    versions: published,
    nodes: testedNodes,
    suites: allSuites,
    pageOnly: false,
  });
  expect(published).toHaveLength(44);
  expect([...published].sort(compareVersions)).toEqual(published);
});

test("latest is looked up, and nothing runs twice", () => {
  expect(readCommandLine(["1.7.0", "latest", "0.74.0"], latest).versions).toEqual(["1.7.0", "0.74.0"]);
});

test("shards cover every version once", () => {
  const shards = [1, 2, 3].map((index) => readCommandLine(["--shard", `${index}/3`], latest).versions);
  expect(shards.flat().sort(compareVersions)).toEqual(published);
  expect(Math.max(...shards.map((shard) => shard.length)) - Math.min(...shards.map((shard) => shard.length))).toBe(1);
});

test.each(["0/3", "4/3", "a/b", "2"])("--shard %s is refused", (shard) => {
  expect(() => readCommandLine(["--shard", shard], latest)).toThrow(
    new Error(`--shard wants i/n with 1 <= i <= n, as in 2/5; received "${shard}".`),
  );
});

test("a version that is not exact is refused", () => {
  expect(() => readCommandLine(["1.6"], latest)).toThrow(
    new Error('Versions must be exact, as in 1.6.0; received "1.6".'),
  );
});

test("some suites can be asked for, and an unknown one is refused", () => {
  expect(readCommandLine(["--only", "golden,conformance"], latest).suites).toEqual(["conformance", "golden"]);
  expect(() => readCommandLine(["--only", "golden,ui"], latest)).toThrow(
    new Error('--only wants some of packages, conformance, golden; received "ui".'),
  );
});
