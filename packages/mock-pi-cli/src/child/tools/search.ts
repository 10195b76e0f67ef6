// The tools find and grep, without the programs pi starts for them: no ignore files are read, and paths come in order.
// Measured beside fd 8.6.0 (but for its missing --no-require-git) and rg 13.0.0 on six releases: golden's tool-find, tool-grep.
import { readdirSync, readFileSync, statSync } from "node:fs";
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
const tokens = /\\.|\*\*\/|\*\*|\[[!^]?\]?[^\]]*\]|[*?{},.+^$()|[\]\\]/g;

const sourceOf = (token: string, inBraces: boolean): string => {
  if (token.length > 1 && token.startsWith("[")) return token.replace(/^\[[!^]/, "[^").replace(/(?<=^\[\^?)\]/, "\\]");
  if (token.startsWith("\\") && token.length > 1) return token;
  return (inBraces || token !== "," ? marks[token] : token) ?? `\\${token}`;
};

/** A glob as an expression; without a slash it is for names at any depth. */
const matcher = (glob: string): ((path: string) => boolean) => {
  const source = glob.replace(tokens, (token) => sourceOf(token, glob.includes("{")));
  // fd's smart case: a pattern without capitals does not look at case.
  const expression = new RegExp(`^${source}$`, glob === glob.toLowerCase() ? "i" : "");
  return (path) => expression.test(glob.includes("/") ? path : basename(path));
};

const limitNotice = (most: number, of: string): string =>
  `${most} ${of} limit reached. Use limit=${most * 2} for more, or refine pattern`;

/** A pattern with a slash begins where the search does; in older releases anywhere below. */
const anchored = (pattern: string, has: Profile): string => {
  if (has("findAnchored")) return pattern.replace(/^(?:\.\/)+/, "");
  return pattern.includes("/") && !/^\/|^\*\*\//.test(pattern) ? `**/${pattern}` : pattern;
};

export const findTool: Tool = {
  name: "find",
  required: ["pattern"],
  async run({ pattern, path, limit }, { cwd, has }) {
    const folder = resolve(cwd, String(path ?? "."));
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(
        `[fd error]: Search path '${folder}' is not a directory.\n[fd error]: No valid search paths given.`,
      );
    const fits = matcher(anchored(String(pattern), has));
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

const hitsIn = (file: string, expression: RegExp, has: Profile): { readonly hits: Hit[]; readonly lines: string[] } => {
  const text = readFileSync(file, "utf8");
  if (text.includes("\0")) return { hits: [], lines: [] };
  const lines = text.replace(/\n$/, "").split("\n");
  const hits = lines.flatMap((each, index) => (expression.test(each) ? [{ line: index + 1, text: each }] : []));
  // In older releases an empty line follows the last line break.
  return { hits, lines: has("grepContextOnce") ? lines : text.split("\n") };
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
    const fits = glob === undefined ? () => true : matcher(String(glob).replace(/^(?:\.\/)+/, ""));
    const files = stats.isDirectory()
      ? below(start)
          .filter((each) => !each.endsWith("/") && fits(each))
          .map((each) => join(start, each))
      : [start];
    const near = Math.max(0, Math.floor(Number(context ?? 0)));
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
      const { hits, lines } = hitsIn(file, expression, has);
      const taken = hits.slice(0, Math.max(0, most - count));
      more ||= taken.length < hits.length;
      count += taken.length;
      // Around each hit; in older releases for each anew, with only that one marked.
      const around = taken.map(({ line }) => ({ line, from: line - near, to: line + near }));
      const blocks = has("grepContextOnce") ? [around] : around.map((each) => [each]);
      for (const block of blocks)
        for (const [index, text] of lines.entries()) {
          const number = index + 1;
          if (block.some(({ line }) => line === number)) tell(`${name}:${number}:`, text);
          else if (block.some(({ from, to }) => number >= from && number <= to)) tell(`${name}-${number}-`, text);
        }
    }
    more ||= !has("limitAtLeastOne") && count >= most;
    if (count === 0) return textResult("No matches found");
    const before = more ? { notice: limitNotice(most, "matches"), details: { matchLimitReached: most } } : undefined;
    return listed(shown, { before, after: shortLines ? shortLinesCut : undefined }, has);
  },
};
