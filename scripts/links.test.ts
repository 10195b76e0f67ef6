// No link of a Markdown file leads nowhere.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { markdownFiles } from "./snippets.ts";
import { root } from "./workspace-packages.ts";

/** Written by a full run of `pnpm compat`, which takes hours. */
const writtenElsewhere = ["docs/compatibility.md"];

test.each(markdownFiles())("the links of %s lead somewhere", (file) => {
  const text = readFileSync(join(root, file), "utf8").replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = targets
    .filter((target) => !/^(\w+:|#)/.test(target))
    .map((target) => join(dirname(file), target.replace(/#.*/, "")))
    .filter((path) => !writtenElsewhere.includes(path.replaceAll("\\", "/")) && !existsSync(join(root, path)));
  expect(broken).toEqual([]);
});
