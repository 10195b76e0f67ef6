// The tools find and grep, without the programs pi starts for them: no ignore files are read, and paths come in order.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { Profile } from "../../wire-changes.ts";
import { limitOf, listed } from "./ls.ts";
import { type Tool, textResult } from "./tool.ts";

/** Everything below a folder, folders with a slash, in order; `.git` and `node_modules` are left out. */
const below = (folder: string, prefix = ""): string[] =>
  readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => name !== ".git" && name !== "node_modules")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...below(folder, `${path}/`)] : [path];
    });

const special = /[.+^$()|[\]\\]/g;

/** What stands for what; a comma only in a pattern with braces. */
const marks: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
  "{": "(?:",
  "}": ")",
  ",": "|",
};

/** A glob as an expression; without a slash it is for names at any depth. */
const matcher = (glob: string): ((path: string) => boolean) => {
  const pattern = glob.replace(/^(?:\.\/)+/, "");
  const source = pattern
    .replace(special, "\\$&")
    .replace(/\*\*\/|\*\*|\*|\?|\{|\}|,/g, (mark) =>
      mark === "," && !pattern.includes("{") ? mark : (marks[mark] ?? mark),
    );
  // fd's smart case: a pattern without capitals does not look at case.
  const expression = new RegExp(`^${source}$`, pattern === pattern.toLowerCase() ? "i" : "");
  return (path) => expression.test(pattern.includes("/") ? path : basename(path));
};

const limitNotice = (most: number, of: string): string =>
  `${most} ${of} limit reached. Use limit=${most * 2} for more, or refine pattern`;

export const findTool: Tool = {
  name: "find",
  required: ["pattern"],
  async run({ pattern, path, limit }, { cwd, has }) {
    const folder = resolve(cwd, String(path ?? "."));
    if (!existsSync(folder)) throw new Error(`[fd error]: Search path '${folder}' is not a directory.`);
    const fits = matcher(String(pattern));
    const found = below(folder).filter((each) => fits(each.replace(/\/$/, "")));
    if (found.length === 0) return textResult("No files found matching pattern");
    const most = limitOf(limit, 1000, has) || 1000;
    const isCut = has("limitAtLeastOne") ? found.length > most : found.length >= most;
    const before = isCut ? { notice: limitNotice(most, "results"), details: { resultLimitReached: most } } : undefined;
    return listed(found.slice(0, most), { before }, has);
  },
};

interface Hit {
  readonly line: number;
  readonly text: string;
}

const hitsIn = (file: string, expression: RegExp): { readonly hits: Hit[]; readonly lines: string[] } => {
  const text = readFileSync(file, "utf8");
  if (text.includes("\0")) return { hits: [], lines: [] };
  const lines = text.replace(/\n$/, "").split("\n");
  const hits = lines.flatMap((each, index) => (expression.test(each) ? [{ line: index + 1, text: each }] : []));
  return { hits, lines };
};

const longest = 500;
const shortLinesCut = {
  notice: `Some lines truncated to ${longest} chars. Use read tool to see full lines`,
  details: { linesTruncated: true },
};

const shortened = (line: string, has: Profile): string => {
  // A character of two halves begins with one of these.
  const halved = has("wholeCharacters") && /[\ud800-\udbff]/.test(line.charAt(longest - 1));
  return `${line.slice(0, halved ? longest - 1 : longest)}... [truncated]`;
};

export const grepTool: Tool = {
  name: "grep",
  required: ["pattern"],
  async run({ pattern, path, glob, ignoreCase, literal, context, limit }, { cwd, has }) {
    const start = resolve(cwd, String(path ?? "."));
    const stats = statSync(start, { throwIfNoEntry: false });
    if (stats === undefined) throw new Error(`Path not found: ${start}`);
    const source = literal ? String(pattern).replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : String(pattern);
    const expression = new RegExp(source, ignoreCase ? "i" : "");
    const fits = glob === undefined ? () => true : matcher(String(glob));
    const files = stats.isDirectory()
      ? below(start)
          .filter((each) => !each.endsWith("/") && fits(each))
          .map((each) => join(start, each))
      : [start];
    const around = Math.max(0, Math.floor(Number(context ?? 0)));
    const most = limitOf(limit, 100, has) || 1;
    const shown: string[] = [];
    let count = 0;
    let more = false;
    let shortLines = false;
    const tell = (place: string, text: string): void => {
      const long = text.length > longest;
      shortLines ||= long;
      shown.push(`${place} ${long ? shortened(text, has) : text}`);
    };
    for (const file of files) {
      const name = stats.isDirectory() ? relative(start, file).replaceAll("\\", "/") : basename(file);
      const { hits, lines } = hitsIn(file, expression);
      const taken = hits.slice(0, Math.max(0, most - count));
      more ||= taken.length < hits.length;
      count += taken.length;
      const hit = new Set(taken.map(({ line }) => line));
      const near = new Set(
        taken.flatMap(({ line }) => Array.from({ length: 2 * around + 1 }, (_, index) => line - around + index)),
      );
      for (const [index, text] of lines.entries())
        if (hit.has(index + 1)) tell(`${name}:${index + 1}:`, text);
        else if (near.has(index + 1)) tell(`${name}-${index + 1}-`, text);
    }
    if (count === 0) return textResult("No matches found");
    const before = more ? { notice: limitNotice(most, "matches"), details: { matchLimitReached: most } } : undefined;
    return listed(shown, { before, after: shortLines ? shortLinesCut : undefined }, has);
  },
};
