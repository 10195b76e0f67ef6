// The workflows are YAML that parses, with pinned actions; the release has what provenance needs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./workspace-packages.ts";

const folder = join(root, ".github", "workflows");
const workflows = readdirSync(folder).map((file) => ({ file, ...parse(readFileSync(join(folder, file), "utf8")) }));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

const stepsOf = ({ jobs }: { jobs: Record<string, { steps: Step[] }> }): Step[] =>
  Object.values(jobs).flatMap(({ steps }) => steps);

test.each(workflows)("$file parses, pins its actions and runs scripts that exist", (workflow) => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const steps = stepsOf(workflow);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.flatMap(({ uses }) => (uses && !/@[0-9a-f]{40}$/.test(uses) ? uses : []))).toEqual([]);
  const scriptNames = steps.flatMap(({ run = "" }) => run.match(/^npm run ([\w:]+)/)?.[1] ?? []);
  expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
});

test("the release may ask for an identity, which provenance needs, and publishes after a dry run", () => {
  const { release } = workflows.find(({ file }) => file === "release.yml").jobs;
  expect(release.permissions).toEqual({ contents: "write", "pull-requests": "write", "id-token": "write" });
  expect(release.steps.at(-2)).toEqual({ run: "npm run release -- --dry-run" });
  expect(release.steps.at(-1)).toMatchObject({
    with: { "version-script": "npm run release:version", "publish-script": "npm run release" },
  });
});
