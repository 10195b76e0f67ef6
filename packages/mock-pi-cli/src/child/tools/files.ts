// The tools read and write: on real files, below the working directory.
import { accessSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Profile } from "../../wire-changes.ts";
import { byteLimit, headOf, mostBytes, sizeText } from "./cuts.ts";
import { imageResult, imageTypeOf } from "./images.ts";
import { type Tool, type ToolResult, textResult } from "./tool.ts";

interface ReadRange {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
}

const selected = (text: string, path: string, given: ReadRange, has: Profile): Omit<ToolResult, "isError"> => {
  const lines = text.split("\n");
  const start = given.offset ? Math.max(0, given.offset - 1) : 0;
  if (start >= lines.length)
    throw new Error(`Offset ${given.offset} is beyond end of file (${lines.length} lines total)`);
  const end = given.limit === undefined ? lines.length : Math.min(start + given.limit, lines.length);
  const truncation = headOf(lines.slice(start, end).join("\n"), has);
  const { content, truncated, truncatedBy, outputLines, firstLineExceedsLimit } = truncation;
  if (firstLineExceedsLimit) {
    const size = sizeText(Buffer.byteLength(lines[start] ?? ""));
    const instead = `sed -n '${start + 1}p' ${path} | head -c ${mostBytes}`;
    return textResult(`[Line ${start + 1} is ${size}, exceeds ${byteLimit}. Use bash: ${instead}]`, {
      details: { truncation },
    });
  }
  if (truncated) {
    const shown = `Showing lines ${start + 1}-${start + outputLines} of ${lines.length}`;
    const why = truncatedBy === "bytes" ? ` (${byteLimit})` : "";
    const next = `Use offset=${start + outputLines + 1} to continue.`;
    return textResult(`${content}\n\n[${shown}${why}. ${next}]`, { details: { truncation } });
  }
  if (end >= lines.length) return textResult(content);
  return textResult(`${content}\n\n[${lines.length - end} more lines in file. Use offset=${end + 1} to continue.]`);
};

export const readTool: Tool = {
  name: "read",
  required: ["path"],
  async run({ path, offset, limit }, { cwd, has }) {
    const file = resolve(cwd, String(path));
    accessSync(file);
    const bytes = readFileSync(file);
    const type = imageTypeOf(bytes, has);
    if (type !== undefined) return imageResult(bytes, type, has);
    const range = { offset: offset as number | undefined, limit: limit as number | undefined };
    const result = selected(bytes.toString("utf8"), String(path), range, has);
    return { ...result, ...(has("structuredRead") && { structuredContent: result.content[0]?.text }) };
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
