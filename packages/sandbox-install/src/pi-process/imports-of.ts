// The module specifiers a source file asks for at run time. Imports inside `try` or followed by `.catch` are left out:
// their author expects that the module may be absent.
import { maskCode } from "./masked-code.ts";

const patterns = [
  /(?<![.\w$])import\s*(?:[\w$*{},\s]+?\s*from\s*)?"\0(\d+)"/g,
  /(?<![.\w$])export\s*[\w$*{},\s]+?\s*from\s*"\0(\d+)"/g,
  /(?<![.\w$])(?:import|require|jitiImport)\s*\(\s*"\0(\d+)"/g,
];

/** `.catch(` right behind a dynamic import, as written or as pi's loader rewrites it. */
const caught = /^\s*\)(?:\.then\(\(m\)\s*=>\s*_interopRequireWildcard\(m\)\)\))?\s*\.catch\s*\(/;

/** Where the block of each `try` begins and ends. */
const tryBlocks = (code: string): [number, number][] =>
  [...code.matchAll(/(?<![.\w$])try\s*\{/g)].map((found) => {
    let depth = 1;
    let at = found.index + found[0].length;
    for (; at < code.length && depth > 0; at++) {
      if (code[at] === "{") depth++;
      else if (code[at] === "}") depth--;
    }
    return [found.index, at];
  });

/** Specifiers of JavaScript source, in order, without repetition. */
export const importsOf = (source: string): string[] => {
  const { code, strings } = maskCode(source);
  const guarded = tryBlocks(code);
  const found = patterns
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .filter(({ index }) => !guarded.some(([from, to]) => index > from && index < to))
    .filter((match) => !caught.test(code.slice(match.index + match[0].length)))
    .sort((a, b) => a.index - b.index);
  return [...new Set(found.map((match) => strings[Number(match[1])] ?? ""))];
};
