// Every example that pi ships loads and starts. No program runs: what an example asks for is answered with a failure.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { folder, withExample } from "./shipped.ts";

/** Entries that are no extension one can load, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "README.md": "the list of the examples",
  gondolin: "imports a package that pi does not ship",
};

/** Entries that need something to start, and why. */
const needs: Readonly<Record<string, { why: string; path?: string; file?: string }>> = {
  "file-trigger.ts": { why: "it watches this file, and expects it to be there", file: "/tmp/agent-trigger.txt" },
  subagent: { why: "pi takes a folder with a folder of prompts for a package of prompts", path: "subagent/index.ts" },
};

/** Providers of the entries that bring models and nothing else. */
const providers: Readonly<Record<string, true>> = { "custom-anthropic": true, "gitlab-duo": true, jev: true };

/** Puts an empty file where there is none, for the time of a test. */
const ensureFile = (path: string): void => {
  if (existsSync(path)) return;
  writeFileSync(path, "");
  onTestFinished(() => rmSync(path));
};

const entries = readdirSync(folder)
  .filter((name) => !Object.hasOwn(leftOut, name))
  .sort();

it("finds the examples of pi 1.6.0", () => {
  expect(entries.length).toBeGreaterThanOrEqual(77);
});

it.each(entries)("%s loads and starts", async (name) => {
  const { path: entry = name, file } = needs[name] ?? {};
  if (file) ensureFile(file);
  const t = await withExample(entry, { mockExec: () => ({ code: 1 }) });
  const { extensions, errors } = t.runtime.services.resourceLoader.getExtensions();
  expect(errors).toEqual([]);
  const loaded = extensions.filter(({ path }) => path.startsWith(join(folder, entry)));
  const models = t.session.modelRuntime.getAllModels().filter(({ provider }) => provider in providers);
  expect(loaded.map(({ path }) => path)).toHaveLength(1);
  const registered = loaded.flatMap(({ handlers, tools, commands, shortcuts, flags }) =>
    [handlers, tools, commands, shortcuts, flags].flatMap((each) => [...each.keys()]),
  );
  expect(registered.length + models.length).toBeGreaterThan(0);
  expect(t.events.errors).toEqual([]);
});
