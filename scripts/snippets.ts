// Keeps the code in Markdown files equal to the files that run: a line `<!-- snippet: path#region -->` is followed by
// the region's code. `node scripts/snippets.ts` rewrites the files; the test beside it only compares.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const marker = /<!-- snippet: (\S+?)(?:#([\w-]+))? -->\n+```(\w+)\n(?:[\s\S]*?\n)??```/g;

/** The lines of a region, or of the whole file, without common indentation. Throws when it is not there. */
export const regionOf = (path: string, region: string | undefined): string => {
  const lines = readFileSync(join(root, path), "utf8").trimEnd().split("\n");
  if (region === undefined) return lines.join("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line) => line.trim() === `// #endregion ${region}`);
  if (start < 0 || end < start) throw new Error(`${path} has no region "${region}".`);
  const body = lines.slice(start + 1, end);
  const indent = Math.min(...body.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return body.map((line) => line.slice(indent)).join("\n");
};

/** The text of a Markdown file with every snippet as its source is now. */
export const withSnippets = (text: string): string =>
  text.replace(marker, (_, path: string, region: string | undefined, language: string) => {
    const name = region === undefined ? path : `${path}#${region}`;
    return `<!-- snippet: ${name} -->\n\`\`\`${language}\n${regionOf(path, region)}\n\`\`\``;
  });

/** Every Markdown file that git knows. */
export const markdownFiles = (): string[] =>
  spawnSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { cwd: root, encoding: "utf8" })
    .stdout.split("\n")
    .filter(Boolean);

if (import.meta.main) {
  for (const file of markdownFiles()) {
    const before = readFileSync(join(root, file), "utf8");
    const after = withSnippets(before);
    if (after !== before) writeFileSync(join(root, file), after);
  }
}
