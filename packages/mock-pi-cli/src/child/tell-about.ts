// What pi tells about itself instead of running: its models as a table, and its options.
import type { Arguments } from "./arguments.ts";
import type { Model } from "./model.ts";

const rounded = (count: number): string => {
  const [size, unit] = count >= 1_000_000 ? [1_000_000, "M"] : [1000, "K"];
  if (count < 1000) return String(count);
  const value = count / size;
  return `${value % 1 === 0 ? value : value.toFixed(1)}${unit}`;
};

const row = (model: Model): string[] => [
  model.provider,
  model.id,
  rounded(model.contextWindow),
  rounded(model.maxTokens),
  model.reasoning ? "yes" : "no",
  model.input.includes("image") ? "yes" : "no",
];

/** Whether the letters of `search` appear in `text`, in order. */
const fuzzy = (search: string, text: string): boolean => {
  let at = 0;
  for (const letter of text.toLowerCase()) if (letter === search[at]) at++;
  return at >= search.length;
};

/** What `--list-models` writes. */
export const modelTable = (models: readonly Model[], wanted: Arguments["listModels"]): string => {
  const search = typeof wanted === "string" ? wanted : "";
  const words = search.toLowerCase().split(/\s+/);
  const found = models.filter(({ provider, id }) => words.every((word) => fuzzy(word, `${provider} ${id}`)));
  if (found.length === 0) return `No models matching "${search}"\n`;
  const rows = [["provider", "model", "context", "max-out", "thinking", "images"], ...found.map(row)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows.map((cells) => `${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`).join("");
};

/** What `--help` writes: pi's first line, and the options this mock reads. */
export const helpText = (
  options: readonly string[],
): string => `pi - AI coding assistant with read, bash, edit, write tools

Usage:
  pi [options] [@files...] [messages...]

Options (played by mock-pi):
${options.map((option) => `  ${option}\n`).join("")}`;
