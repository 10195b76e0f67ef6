// The tools read and write: on real files, below the working directory.
import { accessSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Tool, textResult } from "./tool.ts";

const longest = 2000;

const selected = (text: string, offset: number | undefined, limit: number | undefined): string => {
  const lines = text.split("\n");
  const start = offset === undefined ? 0 : Math.max(0, offset - 1);
  if (start >= lines.length) throw new Error(`Offset ${offset} is beyond end of file (${lines.length} lines total)`);
  const end = Math.min(lines.length, start + Math.min(limit ?? longest, longest));
  const part = lines.slice(start, end).join("\n");
  if (end >= lines.length) return part;
  return limit !== undefined && limit <= longest
    ? `${part}\n\n[${lines.length - end} more lines in file. Use offset=${end + 1} to continue.]`
    : `${part}\n\n[Showing lines ${start + 1}-${end} of ${lines.length}. Use offset=${end + 1} to continue.]`;
};

export const readTool: Tool = {
  name: "read",
  required: ["path"],
  async run({ path, offset, limit }, { cwd, has }) {
    const file = resolve(cwd, String(path));
    accessSync(file);
    const text = selected(readFileSync(file, "utf8"), offset as number | undefined, limit as number | undefined);
    return textResult(text, has("structuredContent") ? { structuredContent: text } : {});
  },
};

export const writeTool: Tool = {
  name: "write",
  required: ["path", "content"],
  async run({ path, content }, { cwd, has }) {
    const file = resolve(cwd, String(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(content));
    const said = has("writeTellsPath")
      ? `Successfully wrote to ${path}`
      : `Successfully wrote ${String(content).length} bytes to ${path}`;
    return textResult(said);
  },
};
