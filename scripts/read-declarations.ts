// Reads emitted declarations: what an entry exports, with the docstring and the declaration of each name. It knows the
// layout the compiler writes (one statement after the other, from the first column on), and nothing of TypeScript.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Exported {
  readonly name: string;
  /** Undefined for what comes from another package, which `from` names. */
  readonly declaration: string | undefined;
  /** The docstring without its stars. */
  readonly docstring: string;
  readonly from: string | undefined;
}

const statement = /^export (?:declare )?(?:abstract )?(?:function|const|class|interface|type) (\w+)/;
const reExport = /^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm;

const bare = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`|\/\/.*$/g, "").replace(/=>/g, "");

const depthOf = (line: string): number =>
  [...bare(line)].reduce((depth, char) => depth + ("{([".includes(char) ? 1 : "})]".includes(char) ? -1 : 0), 0);

/** The statement that starts at a line, up to its last one. */
const statementAt = (lines: readonly string[], start: number): string => {
  let depth = 0;
  let inComment = false;
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trimStart().startsWith("/**")) inComment = true;
    if (!inComment) depth += depthOf(line);
    if (inComment && line.includes("*/")) inComment = false;
    else if (!inComment && depth === 0 && /[;}]$/.test(line)) return lines.slice(start, index + 1).join("\n");
  }
  throw new Error(`A statement does not end: ${lines[start]}`);
};

const docstringAbove = (lines: readonly string[], start: number): string => {
  if (lines[start - 1]?.trim().endsWith("*/") !== true) return "";
  let top = start - 1;
  while (!lines[top]?.includes("/**")) top--;
  return lines
    .slice(top, start)
    .map((line) => line.replace(/\s*\*\/$/, "").replace(/^\s*\/?\*+ ?/, ""))
    .join("\n")
    .trim();
};

interface Found {
  readonly declarations: readonly string[];
  readonly docstring: string;
}

/** Every declaration of a name in a file; overloads are several. */
const declarationOf = (lines: readonly string[], name: string): Found | undefined => {
  const starts = lines.flatMap((line, index) => (line.match(statement)?.[1] === name ? [index] : []));
  const docstring = starts.map((start) => docstringAbove(lines, start)).find(Boolean) ?? "";
  return starts.length === 0
    ? undefined
    : { declarations: starts.map((start) => statementAt(lines, start)), docstring };
};

/** Everything `file` (relative to `folder`) exports, in the order of the alphabet. */
export const exportsOf = (folder: string, file: string): Exported[] => {
  const text = readFileSync(join(folder, file), "utf8");
  const lines = text.split("\n");
  const own = [...new Set(lines.flatMap((line) => line.match(statement)?.[1] ?? []))].map((name): Exported => {
    const { declarations, docstring } = declarationOf(lines, name) as Found;
    const declaration = declarations.join("\n").replace(/^export (declare )?/gm, "");
    return { name, declaration, docstring, from: undefined };
  });
  const others = [...text.matchAll(reExport)].flatMap(([, names = "", source = ""]) =>
    names
      .split(",")
      .map((each) => each.trim().replace(/^type /, ""))
      .filter(Boolean)
      .map((each): Exported => {
        const [inner = "", name = inner] = each.split(" as ");
        if (!source.startsWith(".")) return { name, declaration: undefined, docstring: "", from: source };
        const target = join(file, "..", source.replace(/(\.ts|\.js)?$/, ".d.ts"));
        const found = exportsOf(folder, target).find((candidate) => candidate.name === inner);
        if (!found) throw new Error(`${target} does not export ${inner}, which ${file} passes on.`);
        return { ...found, name };
      }),
  );
  return [...own, ...others].sort((a, b) => a.name.localeCompare(b.name, "en"));
};
