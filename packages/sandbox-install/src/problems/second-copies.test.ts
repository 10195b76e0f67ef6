// Second copies of what pi provides, found in a tree of installed packages.
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../fixtures/package-folder.ts";
import { secondCopyProblems } from "./dependency-problems.ts";

test("copies of one version that the same packages bring are one problem", () => {
  const typebox = (version: string) => JSON.stringify({ name: "typebox", version });
  const kit = (name: string) => JSON.stringify({ name, version: "1.0.0", dependencies: { typebox: "*" } });
  const installRoot = packageFolder({
    "node_modules/a/package.json": kit("a"),
    "node_modules/a/node_modules/typebox/package.json": typebox("1.0.0"),
    "node_modules/b/package.json": kit("b"),
    "node_modules/b/node_modules/typebox/package.json": typebox("1.0.0"),
    "node_modules/c/package.json": kit("c"),
    "node_modules/c/node_modules/typebox/package.json": typebox("2.0.0"),
  });
  const problems = secondCopyProblems({ installRoot, manifest: { name: "mine" } } as Parameters<
    typeof secondCopyProblems
  >[0]);
  expect(problems.map(({ file, message }) => [file, message.split(".")[0]])).toEqual([
    [join("node_modules", "a", "node_modules", "typebox").replaceAll("\\", "/"), "A second copy of typebox (1"],
    [join("node_modules", "c", "node_modules", "typebox").replaceAll("\\", "/"), "A second copy of typebox (2"],
  ]);
});
