// `pi-testkit init`: writes a first test for the extension in the current folder. It never overwrites a file.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandPlace } from "./command-line.ts";
import { extensionName, type FoundExtensions, findExtensions } from "./find-extension.ts";
import { firstTest, type Runner } from "./first-test.ts";
import { installCommand, piPackages } from "./installed.ts";
import { reachablePackages, readManifest } from "./package-tree.ts";

const testFolders = ["test", "tests", "__tests__"];

const runWith: Readonly<Record<Runner, (file: string) => string>> = {
  vitest: (file) => `npx vitest run ${file}`,
  node: (file) => `node --test ${file}`,
};

/** Node takes `import` in a `.ts` or `.js` file only where package.json says "module"; an `m` in front always works. */
const ending = (folder: string, extension: string): string =>
  `${readManifest(folder)?.type === "module" ? "" : "m"}${extension.endsWith(".js") ? "js" : "ts"}`;

const notInstalled = (folder: string, runner: Runner): string[] => {
  const needed = ["pi-testkit", ...piPackages, ...(runner === "vitest" ? ["vitest"] : [])];
  const found = reachablePackages(folder, needed).map(({ name }) => name);
  return needed.filter((name) => !found.includes(name));
};

const nothingFound = (folder: string, { places, missing }: FoundExtensions): string =>
  missing.length > 0
    ? `package.json names ${missing.join(", ")} in "pi.extensions", which is not there.\n  What to do: build it, or mend the path.\n`
    : `No extension was found in ${folder}. Looked for, in this order: ${places.join("; ")}.\n  What to do: go to the extension's folder, or name its file in "pi.extensions" of package.json.\n`;

/** Writes the test and says how to run it; returns 1 when it could not. */
export const init = ({ folder, out }: CommandPlace, asked: Runner | undefined): number => {
  const found = findExtensions(folder);
  const { paths } = found;
  const [first] = paths;
  if (first === undefined) {
    out(nothingFound(folder, found));
    return 1;
  }
  const runner = asked ?? (notInstalled(folder, "vitest").includes("vitest") ? "node" : "vitest");
  const testFolder = testFolders.find((name) => existsSync(join(folder, name))) ?? "test";
  const file = `${testFolder}/${extensionName(first, folder)}.test.${ending(folder, first)}`;
  if (existsSync(join(folder, file))) {
    out(
      `${file} is there already; nothing was written.\n  What to do: move it away, or run it with ${runWith[runner](file)}\n`,
    );
    return 1;
  }
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), firstTest(runner, paths), { flag: "wx" });
  out(`Wrote ${file}, a first test of ${paths.join(", ")}.\n`);
  const missing = notInstalled(folder, runner);
  if (missing.length > 0) out(`Install what it needs:\n  ${installCommand(missing)}\n`);
  out(`Run it:\n  ${runWith[runner](file)}\n`);
  return 0;
};
