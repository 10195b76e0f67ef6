// The ls tool, as pi has it: names in order without regard to case, folders with a slash.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Profile } from "../../wire-changes.ts";
import { byteLimit, headOf } from "./cuts.ts";
import { type Tool, textResult } from "./tool.ts";

/** A limit as pi's tools read it: at least 1, in newer releases. */
export const limitOf = (limit: unknown, otherwise: number, has: Profile): number =>
  Math.max(has("limitAtLeastOne") ? 1 : 0, Math.floor((limit as number | undefined) ?? otherwise));

/** What stands below a list that a limit cut, and under which name `details` has it. */
export interface Cut {
  readonly notice: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A list, cut at pi's limit of bytes; the notices are told in one line. */
export const listed = (
  lines: readonly string[],
  cuts: { before?: Cut | undefined; after?: Cut | undefined },
  has: Profile,
) => {
  const truncation = headOf(lines.join("\n"), has, Number.MAX_SAFE_INTEGER);
  const ofBytes = truncation.truncated ? { notice: `${byteLimit} reached`, details: { truncation } } : undefined;
  const all = [cuts.before, ofBytes, cuts.after].filter((cut) => cut !== undefined);
  if (all.length === 0) return textResult(truncation.content);
  return textResult(`${truncation.content}\n\n[${all.map(({ notice }) => notice).join(". ")}]`, {
    details: Object.assign({}, ...all.map(({ details }) => details)),
  });
};

export const lsTool: Tool = {
  name: "ls",
  required: [],
  async run({ path, limit }, { cwd, has }) {
    const folder = resolve(cwd, String(path ?? "."));
    if (!existsSync(folder)) throw new Error(`Path not found: ${folder}`);
    if (!statSync(folder).isDirectory()) throw new Error(`Not a directory: ${folder}`);
    const most = limitOf(limit, 500, has);
    const names = readdirSync(folder).sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase()));
    const shown = names
      .slice(0, most)
      .map((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() ? `${name}/` : name));
    if (shown.length === 0) return textResult("(empty directory)");
    const before =
      names.length > most
        ? {
            notice: `${most} entries limit reached. Use limit=${most * 2} for more`,
            details: { entryLimitReached: most },
          }
        : undefined;
    return listed(shown, { before }, has);
  },
};
