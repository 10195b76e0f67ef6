// The edit tool: replaces texts in a file, and tells the difference as pi does.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Tool, textResult } from "./tool.ts";

interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

const context = 4;

const replaced = (text: string, edits: readonly Edit[], path: string): string => {
  let result = text;
  for (const [index, { oldText, newText }] of edits.entries()) {
    const many = edits.length > 1;
    const count = text.split(oldText).length - 1;
    if (count === 0)
      throw new Error(
        many
          ? `Could not find edits[${index}] in ${path}. The oldText must match exactly including all whitespace and newlines.`
          : `Could not find the exact text in ${path}. The old text must match exactly including all whitespace and newlines.`,
      );
    if (count > 1)
      throw new Error(
        many
          ? `Found ${count} occurrences of edits[${index}] in ${path}. Each oldText must be unique. Please provide more context to make it unique.`
          : `Found ${count} occurrences of the text in ${path}. The text must be unique. Please provide more context to make it unique.`,
      );
    result = result.replace(oldText, () => newText);
  }
  return result;
};

/** The lines that differ, as one block: what is the same at both ends is left out but for a few lines. */
const difference = (before: string, after: string) => {
  const [old, young] = [before.split("\n"), after.split("\n")];
  // A final line break ends the last line and does not begin another.
  for (const lines of [old, young]) if (lines.at(-1) === "") lines.pop();
  let head = 0;
  while (head < old.length && head < young.length && old[head] === young[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < young.length - head && old.at(-1 - tail) === young.at(-1 - tail)) tail++;
  return { old, young, head, tail };
};

const describe = (before: string, after: string, path: string) => {
  const { old, young, head, tail } = difference(before, after);
  const from = Math.max(0, head - context);
  const lead = old.slice(from, head);
  const removed = old.slice(head, old.length - tail);
  const added = young.slice(head, young.length - tail);
  const rest = old.slice(old.length - tail, old.length - tail + context);
  const width = String(Math.max(old.length, young.length)).length;
  const numbered = (mark: string, first: number) => (line: string, index: number) =>
    `${mark}${String(first + index).padStart(width)} ${line}`;
  const diff = [
    ...lead.map(numbered(" ", from + 1)),
    ...removed.map(numbered("-", head + 1)),
    ...added.map(numbered("+", head + 1)),
    ...rest.map(numbered(" ", old.length - tail + 1)),
  ].join("\n");
  const counts = [lead.length + removed.length + rest.length, lead.length + added.length + rest.length];
  const patch = [
    `--- ${path}`,
    `+++ ${path}`,
    `@@ -${from + 1},${counts[0]} +${from + 1},${counts[1]} @@`,
    ...lead.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...rest.map((line) => ` ${line}`),
    "",
  ].join("\n");
  return { diff, patch, firstChangedLine: head + 1 };
};

const contentOf = (file: string, path: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`Could not edit file: ${path}. Error code: ${(error as NodeJS.ErrnoException).code}.`);
  }
};

export const editTool: Tool = {
  name: "edit",
  required: ["path", "edits"],
  async run({ path, edits }, { cwd, has }) {
    const file = resolve(cwd, String(path));
    const before = contentOf(file, String(path));
    const list = edits as readonly Edit[];
    const after = replaced(before, list, String(path));
    writeFileSync(file, after);
    const { diff, patch, firstChangedLine } = describe(before, after, String(path));
    return textResult(`Successfully replaced ${list.length} block(s) in ${path}.`, {
      details: { diff, ...(has("editPatch") && { patch }), firstChangedLine },
    });
  },
};
