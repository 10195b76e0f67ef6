// The page for those who come from pi-test-harness: it has a line for all that one exports, and each names a test.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportedNames } from "./exported-names.ts";
import { publishedPackages, root } from "./workspace-packages.ts";

/** What pi-test-harness 0.5 exports, and the name here where it is another. */
const names: Readonly<Record<string, string>> = Object.fromEntries(
  `when calls says createTestSession verifySandboxInstall createMockPi ToolBlockedError safeRmSync
   TestSession TestSessionOptions TestEvents ToolCallRecord ToolResultRecord UICallRecord MockToolHandler MockUIConfig
   SandboxOptions SandboxResult MockPi MockPiCall=MockPiResponse Turn PlaybookAction=Step`
    .split(/\s+/)
    .map((name) => [name.replace(/=.*/, ""), name.replace(/.*=/, "")]),
);

const page = readFileSync(join(root, "docs/migrating.md"), "utf8");
const kit = publishedPackages().filter(({ folder }) => folder === "pi-testkit");
const exported = kit.flatMap(exportedNames).flatMap(([entry, own]) => (entry === "pi-testkit" ? own : []));
const rows = page
  .split("\n")
  .filter((line) => /^\| (?!there )/.test(line))
  .map((line) => line.split("|").slice(1, -1));

test.each(rows.map((cells) => [cells[0]?.trim(), cells[3] ?? ""]))("%s: names the tests that hold it", (_, heldBy) => {
  const tests = [...heldBy.matchAll(/`(\S+\.test\.ts)`/g)].map(([, path = ""]) => path);
  expect(tests).not.toEqual([]);
  const missing = tests.filter((path) => !["packages", "."].some((folder) => existsSync(join(root, folder, path))));
  expect(missing).toEqual([]);
});

test.each(Object.entries(names))("%s has a line, and is exported as %s", (there, here) => {
  const row = rows.find(([was]) => new RegExp(`\\b${there}\\b`).test(was ?? ""));
  expect(row).toBeDefined();
  if (here !== there) expect(row?.[1]).toContain(`\`${here}\``);
  expect(exported).toContain(here);
});
