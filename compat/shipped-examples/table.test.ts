// The README's table names the examples that run through a scenario; each row has its test.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder } from "./shipped.ts";

const here = import.meta.dirname;
const rows = [
  ...readFileSync(join(here, "README.md"), "utf8").matchAll(/^\| ([\w-]+) \| .* \| ([\w.-]+\.test\.ts) \|$/gm),
];
const shipped = readdirSync(folder);

it("has a good part of the examples", () => {
  expect(rows.length).toBeGreaterThanOrEqual(25);
});

it.each(rows.map(([, example = "", file = ""]) => [example, file]))(
  "%s is shipped, and tested in %s",
  (example, file) => {
    expect(shipped.some((name) => name === example || name === `${example}.ts`)).toBe(true);
    const source = readFileSync(join(here, file), "utf8");
    // A title that begins with the name, or a row of it.each.
    expect(source.includes(`"${example} `) || source.includes(`["${example}"`)).toBe(true);
  },
);
