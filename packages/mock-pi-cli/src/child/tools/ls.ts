// The ls tool, as pi has it: names in order without regard to case, folders with a slash.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Profile } from "../../wire-changes.ts";
import { type Tool, textResult } from "./tool.ts";

/** A limit as pi's tools read it: at least 1, in newer releases. */
export const limitOf = (limit: unknown, otherwise: number, has: Profile): number =>
  Math.max(has("limitAtLeastOne") ? 1 : 0, Math.floor((limit as number | undefined) ?? otherwise));

/** What is said below a list that was cut. */
export const cutAt = (lines: readonly string[], notice: string | undefined, details: object) =>
  textResult(
    notice === undefined ? lines.join("\n") : `${lines.join("\n")}\n\n[${notice}]`,
    notice === undefined ? {} : { details },
  );

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
    const notice = names.length > most ? `${most} entries limit reached. Use limit=${most * 2} for more` : undefined;
    return cutAt(shown, notice, { entryLimitReached: most });
  },
};
