// What the trial of a release reads out of the README, and says to each package manager. The trial itself takes minutes:
// `pnpm release --dry-run`.
import { expect, test } from "vitest";
import { readReadme } from "./newcomer.ts";
import { inWordsOf, packageManagers } from "./package-managers.ts";

test("the README has a start with and without vitest, and a full session of two files", () => {
  const { commands, files } = readReadme();
  expect(commands.map((lines) => lines.map((line) => line.replace(/@earendil-works\S+ ?/g, "")))).toEqual([
    ["npm install --save-dev pi-testkit vitest", "npx pi-testkit init", "npx vitest run"],
    ["npx pi-testkit init --runner node", "node --test"],
  ]);
  expect(Object.keys(files)).toEqual(["gate.extension.ts", "gate.test.ts"]);
  expect(files["gate.test.ts"]).toContain('from "pi-testkit"');
});

test.each([
  ["npm", "npm install --save-dev x", "npx vitest run"],
  ["pnpm", "npx --yes pnpm@12.21.0 add --save-dev x", "npx --yes pnpm@12.21.0 exec vitest run"],
  ["yarn", "npx --yes @yarnpkg/cli-dist@4 add --dev vite@7 x", "npx --yes @yarnpkg/cli-dist@4 run vitest run"],
  ["bun", "npx --yes bun@1 add --dev x", "npx --yes bun@1 x --no-install vitest run"],
])("%s is asked in its own words", (name, add, exec) => {
  const manager = packageManagers.find((each) => each.name === name);
  if (!manager) throw new Error(`There is no ${name}.`);
  expect(inWordsOf(manager, "npm install --save-dev x")).toBe(add);
  expect(inWordsOf(manager, "npx vitest run")).toBe(exec);
  expect(inWordsOf(manager, "node --test")).toBe("node --test");
});
